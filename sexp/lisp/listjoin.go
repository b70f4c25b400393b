package lisp

func appendLists(m *machine, args []Value) Value {
	if len(args) == 0 {
		return nil
	}
	l := listMaker{m: m}
	for _, v := range args[:len(args)-1] {
		w := walkList(m, v)
		for w.more() {
			l.add(w.v)
		}
	}
	return l.done(args[len(args)-1])
}

// nconc joins lists by changing their last pairs.
func nconc(m *machine, lists []Value) Value {
	var joined Value
	var end *Cons
	for i, v := range lists {
		c, ok := v.(*Cons)
		if !ok && v != nil && i < len(lists)-1 {
			panic(wrongType(v, "LIST"))
		}
		if end == nil {
			joined = v
		} else {
			checkFrozen(end.frozen, joined)
			end.Cdr = v
		}
		if !ok || i == len(lists)-1 {
			continue
		}
		for next, ok := Value(c), true; ok; c, ok = next.(*Cons) {
			m.work(1)
			end, next = c, c.Cdr
		}
	}
	return joined
}

// revappend puts the elements of a list, the last first, before another.
func revappend(m *machine, args []Value) Value {
	w, v := walkList(m, args[0]), args[1]
	for w.more() {
		v = cons(m, w.v, v)
	}
	return v
}

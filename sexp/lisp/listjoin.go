package lisp

func appendLists(m *machine, args []Value) (Value, error) {
	if len(args) == 0 {
		return nil, nil
	}
	l := listMaker{m: m}
	for _, v := range args[:len(args)-1] {
		w := newWalk(m, v, whole)
		if w.kind != listKind {
			return nil, wrongType(v, "LIST")
		}
		for w.more() {
			if err := l.add(w.v); err != nil {
				return nil, err
			}
		}
		if w.err != nil {
			return nil, w.err
		}
	}
	return l.done(args[len(args)-1]), nil
}

// nconc joins lists by changing their last pairs.
func nconc(m *machine, lists []Value) (Value, error) {
	var joined Value
	var end *Cons
	for i, v := range lists {
		c, ok := v.(*Cons)
		if !ok && v != nil && i < len(lists)-1 {
			return nil, wrongType(v, "LIST")
		}
		if end == nil {
			joined = v
		} else {
			if end.frozen {
				return nil, errFrozen(joined)
			}
			end.Cdr = v
		}
		if !ok || i == len(lists)-1 {
			continue
		}
		for next, ok := Value(c), true; ok; c, ok = next.(*Cons) {
			if err := m.work(1); err != nil {
				return nil, err
			}
			end, next = c, c.Cdr
		}
	}
	return joined, nil
}

// revappend puts the elements of a list, the last first, before another.
func revappend(m *machine, args []Value) (Value, error) {
	w, v := newWalk(m, args[0], whole), args[1]
	if w.kind != listKind {
		return nil, wrongType(args[0], "LIST")
	}
	for w.more() {
		var err error
		if v, err = cons(m, w.v, v); err != nil {
			return nil, err
		}
	}
	return v, w.err
}

func nreconc(m *machine, args []Value) (Value, error) {
	first, ok := args[0].(*Cons)
	if !ok {
		return revappend(m, args)
	}
	v, err := nreverse(m, args[:1])
	if err != nil {
		return nil, err
	}
	first.Cdr = args[1]
	return v, nil
}

func ldiff(m *machine, args []Value) (Value, error) {
	l, v := listMaker{m: m}, args[0]
	if kindOf(v) != listKind {
		return nil, wrongType(v, "LIST")
	}
	for !m.eql(v, args[1]) {
		c, ok := v.(*Cons)
		if !ok {
			return l.done(v), nil
		}
		if err := l.add(c.Car); err != nil {
			return nil, err
		}
		v = c.Cdr
	}
	return l.done(nil), nil
}

func tailp(m *machine, args []Value) (Value, error) {
	v := args[1]
	for !m.eql(v, args[0]) {
		c, ok := v.(*Cons)
		if !ok {
			return nil, nil
		}
		if err := m.work(1); err != nil {
			return nil, err
		}
		v = c.Cdr
	}
	return symT, nil
}

package lisp

func alistBuiltins() []builtin {
	return []builtin{
		{"MEMBER", 2, -1, member(byItem)},
		{"MEMBER-IF", 2, -1, member(byPredicate)},
		{"MEMBER-IF-NOT", 2, -1, member(byComplement)},
		{"ASSOC", 2, -1, assoc(byItem, car)},
		{"ASSOC-IF", 2, -1, assoc(byPredicate, car)},
		{"ASSOC-IF-NOT", 2, -1, assoc(byComplement, car)},
		{"RASSOC", 2, -1, assoc(byItem, cdr)},
		{"RASSOC-IF", 2, -1, assoc(byPredicate, cdr)},
		{"RASSOC-IF-NOT", 2, -1, assoc(byComplement, cdr)},
		{"ADJOIN", 2, -1, adjoin},
		{"ACONS", 3, 3, acons},
		{"PAIRLIS", 2, 3, pairlis},
		{"GETF", 2, 3, getf},
		{"GET-PROPERTIES", 2, 2, getProperties},
	}
}

// criterion is how a function of a family tells which elements are meant: MEMBER by an item
// and a test, MEMBER-IF by a predicate, MEMBER-IF-NOT by what a predicate refuses.
type criterion uint8

const (
	byItem criterion = iota
	byPredicate
	byComplement
)

// matcherBy makes the matcher of a function of a family from its first argument and the
// keywords, of which more are taken than those for the test.
func matcherBy(m *machine, how criterion, item Value, args []Value, more keyword) (matcher, options) {
	if how == byItem {
		g := readOptions(m, args, argsTest|more)
		return newMatcher(m, item, g), g
	}
	g := readOptions(m, args, argKey|more)
	return satisfies(m, item, how == byComplement, g), g
}

// walkList begins before the first element of a list.
func walkList(m *machine, v Value) walk {
	if kindOf(v) != listKind {
		panic(wrongType(v, "LIST"))
	}
	return newWalk(m, v, whole)
}

// member gives the list from the first element that matches.
func member(how criterion) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		x, _ := matcherBy(m, how, args[0], args[2:], 0)
		return x.member(args[1])
	}
}

func (x *matcher) member(list Value) Value {
	w := walkList(x.m, list)
	for at := list; w.more(); at = w.list {
		if x.matches(w.v) {
			return at
		}
	}
	return nil
}

// assoc gives the first pair of a list of pairs of which a part matches.
func assoc(how criterion, part func(Value) Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		x, _ := matcherBy(m, how, args[0], args[2:], 0)
		w := walkList(m, args[1])
		for w.more() {
			if w.v == nil {
				continue
			}
			v := part(w.v)
			if x.matches(v) {
				return w.v
			}
		}
		return nil
	}
}

// adjoin puts an item before a list, unless it is in it.
func adjoin(m *machine, args []Value) Value {
	x := newMatcher(m, nil, readOptions(m, args[2:], argsTest))
	x.item = x.keyed(args[0])
	if found := x.member(args[1]); found != nil {
		return args[1]
	}
	return cons(m, args[0], args[1])
}

func acons(m *machine, args []Value) Value { return cons(m, cons(m, args[0], args[1]), args[2]) }

func pairlis(m *machine, args []Value) Value {
	var alist Value
	if len(args) == 3 {
		alist = args[2]
	}
	keys, data := walkList(m, args[0]), walkList(m, args[1])
	for keys.more() {
		if !data.more() {
			panic(wrong("the lists of keys and of data are not of one length"))
		}
		alist = acons(m, []Value{keys.v, data.v, alist})
	}
	if data.more() {
		panic(wrong("the lists of keys and of data are not of one length"))
	}
	return alist
}

// property finds the pair of a property list that holds one of the keys, which is followed
// by that of its value.
func property(m *machine, plist Value, among func(key Value) bool) *Cons {
	for rest := plist; rest != nil; {
		c, ok := rest.(*Cons)
		if !ok {
			panic(wrongType(rest, "LIST"))
		}
		value, ok := c.Cdr.(*Cons)
		if !ok {
			panic(wrongAs("TYPE-ERROR", "the property list %s ends after a key", show(plist)))
		}
		m.work(1)
		if among(c.Car) {
			return c
		}
		rest = value.Cdr
	}
	return nil
}

func getf(m *machine, args []Value) Value {
	at := property(m, args[0], func(key Value) bool { return m.eql(key, args[1]) })
	if at != nil {
		return at.Cdr.(*Cons).Car
	}
	if len(args) == 3 {
		return args[2]
	}
	return nil
}

func getProperties(m *machine, args []Value) Value {
	keys := itemsOf(m, args[1])
	at := property(m, args[0], func(key Value) bool {
		m.steps += len(keys) / 8
		for _, k := range keys {
			if m.eql(k, key) {
				return true
			}
		}
		return false
	})
	if at == nil {
		return m.values(nil, nil, nil)
	}
	return m.values(at.Car, at.Cdr.(*Cons).Car, at)
}

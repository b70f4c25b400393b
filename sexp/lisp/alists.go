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
		{"GETF", 2, 3, getf},
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

// getf is the value of a key in a property list.
func getf(m *machine, args []Value) Value {
	for rest := args[0]; rest != nil; {
		c, ok := rest.(*Cons)
		if !ok {
			panic(wrongType(rest, "LIST"))
		}
		value, ok := c.Cdr.(*Cons)
		if !ok {
			panic(wrongAs("TYPE-ERROR", "the property list %s ends after a key", show(args[0])))
		}
		m.work(1)
		if m.eql(c.Car, args[1]) {
			return value.Car
		}
		rest = value.Cdr
	}
	if len(args) == 3 {
		return args[2]
	}
	return nil
}

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
func matcherBy(m *machine, how criterion, item Value, args []Value, more keyword) (matcher, options, error) {
	if how == byItem {
		g, err := readOptions(m, args, argsTest|more)
		if err != nil {
			return matcher{}, g, err
		}
		x, err := newMatcher(m, item, g)
		return x, g, err
	}
	g, err := readOptions(m, args, argKey|more)
	return satisfies(m, item, how == byComplement, g), g, err
}

// walkList begins before the first element of a list.
func walkList(m *machine, v Value) walk {
	w := newWalk(m, v, whole)
	if w.kind != listKind {
		w.err = wrongType(v, "LIST")
	}
	return w
}

// member gives the list from the first element that matches.
func member(how criterion) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		x, _, err := matcherBy(m, how, args[0], args[2:], 0)
		if err != nil {
			return nil, err
		}
		return x.member(args[1])
	}
}

func (x *matcher) member(list Value) (Value, error) {
	w := walkList(x.m, list)
	for at := list; w.more(); at = w.list {
		if found, err := x.matches(w.v); err != nil {
			return nil, err
		} else if found {
			return at, nil
		}
	}
	return nil, w.err
}

// assoc gives the first pair of a list of pairs of which a part matches.
func assoc(how criterion, part func(Value) (Value, error)) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		x, _, err := matcherBy(m, how, args[0], args[2:], 0)
		if err != nil {
			return nil, err
		}
		w := walkList(m, args[1])
		for w.more() {
			if w.v == nil {
				continue
			}
			v, err := part(w.v)
			if err != nil {
				return nil, err
			}
			if found, err := x.matches(v); err != nil {
				return nil, err
			} else if found {
				return w.v, nil
			}
		}
		return nil, w.err
	}
}

// adjoin puts an item before a list, unless it is in it.
func adjoin(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args[2:], argsTest)
	if err != nil {
		return nil, err
	}
	x, err := newMatcher(m, nil, g)
	if err != nil {
		return nil, err
	}
	if x.item, err = x.keyed(args[0]); err != nil {
		return nil, err
	}
	if found, err := x.member(args[1]); err != nil {
		return nil, err
	} else if found != nil {
		return args[1], nil
	}
	return cons(m, args[0], args[1])
}

func acons(m *machine, args []Value) (Value, error) {
	pair, err := cons(m, args[0], args[1])
	if err != nil {
		return nil, err
	}
	return cons(m, pair, args[2])
}

func pairlis(m *machine, args []Value) (Value, error) {
	var alist Value
	if len(args) == 3 {
		alist = args[2]
	}
	keys, data := walkList(m, args[0]), walkList(m, args[1])
	for keys.more() {
		if !data.more() {
			if data.err != nil {
				return nil, data.err
			}
			return nil, wrong("the lists of keys and of data are not of one length")
		}
		var err error
		if alist, err = acons(m, []Value{keys.v, data.v, alist}); err != nil {
			return nil, err
		}
	}
	if keys.err == nil && data.more() {
		return nil, wrong("the lists of keys and of data are not of one length")
	}
	return alist, keys.err
}

// property finds the pair of a property list that holds one of the keys, which is followed
// by that of its value.
func property(m *machine, plist Value, among func(key Value) bool) (*Cons, error) {
	for rest := plist; rest != nil; {
		c, ok := rest.(*Cons)
		if !ok {
			return nil, wrongType(rest, "LIST")
		}
		value, ok := c.Cdr.(*Cons)
		if !ok {
			return nil, wrongAs("TYPE-ERROR", "the property list %s ends after a key", show(plist))
		}
		if err := m.work(1); err != nil {
			return nil, err
		}
		if among(c.Car) {
			return c, nil
		}
		rest = value.Cdr
	}
	return nil, nil
}

func getf(m *machine, args []Value) (Value, error) {
	at, err := property(m, args[0], func(key Value) bool { return m.eql(key, args[1]) })
	if err != nil {
		return nil, err
	}
	if at != nil {
		return at.Cdr.(*Cons).Car, nil
	}
	if len(args) == 3 {
		return args[2], nil
	}
	return nil, nil
}

func getProperties(m *machine, args []Value) (Value, error) {
	keys, err := itemsOf(m, args[1])
	if err != nil {
		return nil, err
	}
	at, err := property(m, args[0], func(key Value) bool {
		m.steps += len(keys) / 8
		for _, k := range keys {
			if m.eql(k, key) {
				return true
			}
		}
		return false
	})
	if err != nil || at == nil {
		return m.valuesOr(err, nil, nil, nil)
	}
	return m.values(at.Car, at.Cdr.(*Cons).Car, at)
}

// valuesOr gives values unless there is an error.
func (m *machine) valuesOr(err error, first Value, more ...Value) (Value, error) {
	if err != nil {
		return nil, err
	}
	return m.values(first, more...)
}

package lisp

import "slices"

func treeBuiltins() []builtin {
	return []builtin{
		{"SUBST", 3, -1, subst(byItem, anew)},
		{"SUBST-IF", 3, -1, subst(byPredicate, anew)},
		{"SUBST-IF-NOT", 3, -1, subst(byComplement, anew)},
		{"NSUBST", 3, -1, subst(byItem, inPlace)},
		{"NSUBST-IF", 3, -1, subst(byPredicate, inPlace)},
		{"NSUBST-IF-NOT", 3, -1, subst(byComplement, inPlace)},
		{"SUBLIS", 2, -1, sublis(anew)},
		{"NSUBLIS", 2, -1, sublis(inPlace)},
		{"TREE-EQUAL", 2, -1, treeEqual},
	}
}

// replacing gives what stands for a part of a tree, and whether anything does.
type replacing func(part Value) (Value, bool, error)

// rebuilding gives a pair with other parts.
type rebuilding func(m *machine, c *Cons, car, cdr Value) (Value, error)

// anew copies what changes.
func anew(m *machine, _ *Cons, car, cdr Value) (Value, error) { return cons(m, car, cdr) }

// inPlace changes the pairs.
func inPlace(_ *machine, c *Cons, car, cdr Value) (Value, error) {
	if c.frozen {
		return nil, errFrozen(c)
	}
	c.Car, c.Cdr = car, cdr
	return c, nil
}

// tree replaces parts of a tree. What nothing is replaced in stays as it is.
func tree(m *machine, v Value, replace replacing, rebuild rebuilding) (Value, error) {
	if err := m.down(); err != nil {
		return nil, err
	}
	defer func() { m.depth-- }()
	var pairs []*Cons
	var cars []Value
	for {
		if err := m.work(1); err != nil {
			return nil, err
		}
		w, ok, err := replace(v)
		if err != nil {
			return nil, err
		}
		c, more := v.(*Cons)
		if ok {
			v = w
		}
		if ok || !more {
			break
		}
		car, err := tree(m, c.Car, replace, rebuild)
		if err != nil {
			return nil, err
		}
		if err := m.room(2 * slotBytes); err != nil {
			return nil, err
		}
		pairs, cars, v = append(pairs, c), append(cars, car), c.Cdr
	}
	return rebuilt(m, pairs, cars, v, rebuild)
}

// rebuilt gives the list of pairs with other elements and another end.
func rebuilt(m *machine, pairs []*Cons, cars []Value, end Value, rebuild rebuilding) (v Value, err error) {
	v = end
	for i, c := range slices.Backward(pairs) {
		if cars[i] == c.Car && v == c.Cdr {
			v = c
		} else if v, err = rebuild(m, c, cars[i], v); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func subst(how criterion, rebuild rebuilding) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		x, _, err := matcherBy(m, how, args[1], args[3:], 0)
		if err != nil {
			return nil, err
		}
		return tree(m, args[2], func(part Value) (Value, bool, error) {
			found, err := x.matches(part)
			return args[0], found, err
		}, rebuild)
	}
}

func sublis(rebuild rebuilding) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		replace, err := pairReplacing(m, args)
		if err != nil {
			return nil, err
		}
		return tree(m, args[1], replace, rebuild)
	}
}

// pairReplacing replaces what is the car of a pair in a list by the cdr.
func pairReplacing(m *machine, args []Value) (replacing, error) {
	x, _, err := matcherBy(m, byItem, nil, args[2:], 0)
	if err != nil {
		return nil, err
	}
	return func(part Value) (Value, bool, error) {
		key, err := x.keyed(part)
		if err != nil {
			return nil, false, err
		}
		w := walkList(m, args[0])
		for w.more() {
			if w.v == nil {
				continue
			}
			item, err := car(w.v)
			if err != nil {
				return nil, false, err
			}
			if found, err := x.same(key, item); err != nil {
				return nil, false, err
			} else if found {
				v, err := cdr(w.v)
				return v, true, err
			}
		}
		return nil, false, w.err
	}, nil
}

func treeEqual(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args[2:], argTest|argTestNot)
	if err != nil {
		return nil, err
	}
	x, err := newMatcher(m, nil, g)
	if err != nil {
		return nil, err
	}
	same, err := sameTree(m, args[0], args[1], func(_ *machine, a, b Value) (bool, error) {
		_, ok := a.(*Cons)
		_, too := b.(*Cons)
		if ok || too {
			return false, nil
		}
		return x.same(a, b)
	})
	return truth(same), err
}

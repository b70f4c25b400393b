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
type replacing func(part Value) (Value, bool)

// rebuilding gives a pair with other parts.
type rebuilding func(m *machine, c *Cons, car, cdr Value) Value

// anew copies what changes.
func anew(m *machine, _ *Cons, car, cdr Value) Value { return cons(m, car, cdr) }

// inPlace changes the pairs.
func inPlace(_ *machine, c *Cons, car, cdr Value) Value {
	checkFrozen(c.frozen, c)
	c.Car, c.Cdr = car, cdr
	return c
}

// tree replaces parts of a tree. What nothing is replaced in stays as it is.
func tree(m *machine, v Value, replace replacing, rebuild rebuilding) Value {
	defer m.down().up()
	var pairs []*Cons
	var cars []Value
	for {
		m.work(1)
		w, ok := replace(v)
		c, more := v.(*Cons)
		if ok {
			v = w
		}
		if ok || !more {
			break
		}
		car := tree(m, c.Car, replace, rebuild)
		m.room(2 * slotBytes)
		pairs, cars, v = append(pairs, c), append(cars, car), c.Cdr
	}
	return rebuilt(m, pairs, cars, v, rebuild)
}

// rebuilt gives the list of pairs with other elements and another end.
func rebuilt(m *machine, pairs []*Cons, cars []Value, end Value, rebuild rebuilding) (v Value) {
	v = end
	for i, c := range slices.Backward(pairs) {
		if cars[i] == c.Car && v == c.Cdr {
			v = c
		} else {
			v = rebuild(m, c, cars[i], v)
		}
	}
	return v
}

func subst(how criterion, rebuild rebuilding) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		x, _ := matcherBy(m, how, args[1], args[3:], 0)
		return tree(m, args[2], func(part Value) (Value, bool) { return args[0], x.matches(part) }, rebuild)
	}
}

func sublis(rebuild rebuilding) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value { return tree(m, args[1], pairReplacing(m, args), rebuild) }
}

// pairReplacing replaces what is the car of a pair in a list by the cdr.
func pairReplacing(m *machine, args []Value) replacing {
	x, _ := matcherBy(m, byItem, nil, args[2:], 0)
	return func(part Value) (Value, bool) {
		key := x.keyed(part)
		w := walkList(m, args[0])
		for w.more() {
			if w.v == nil {
				continue
			}
			if x.same(key, car(w.v)) {
				return cdr(w.v), true
			}
		}
		return nil, false
	}
}

func treeEqual(m *machine, args []Value) Value {
	x := newMatcher(m, nil, readOptions(m, args[2:], argTest|argTestNot))
	same := sameTree(m, args[0], args[1], func(_ *machine, a, b Value) bool {
		_, ok := a.(*Cons)
		_, too := b.(*Cons)
		if ok || too {
			return false
		}
		return x.same(a, b)
	})
	return truth(same)
}

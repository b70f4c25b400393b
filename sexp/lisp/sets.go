package lisp

import "slices"

func setBuiltins() []builtin {
	return []builtin{
		{"UNION", 2, -1, union(false)},
		{"NUNION", 2, -1, union(true)},
		{"INTERSECTION", 2, -1, selection(true)},
		{"NINTERSECTION", 2, -1, selection(true)},
		{"SET-DIFFERENCE", 2, -1, selection(false)},
		{"NSET-DIFFERENCE", 2, -1, selection(false)},
		{"SET-EXCLUSIVE-OR", 2, -1, exclusiveOr(false)},
		{"NSET-EXCLUSIVE-OR", 2, -1, exclusiveOr(true)},
		{"SUBSETP", 2, -1, subsetp},
	}
}

// sets are the two lists of a function of sets.
type sets struct {
	x            matcher
	first, other []Value
	swapped      bool // the test takes the element of the other list first
}

func readSets(m *machine, args []Value) (s sets, g options, err error) {
	if g, err = readOptions(m, args[2:], argsTest); err != nil {
		return s, g, err
	}
	if s.x, err = newMatcher(m, nil, g); err != nil {
		return s, g, err
	}
	if s.first, err = itemsOf(m, args[0]); err != nil {
		return s, g, err
	}
	s.other, err = itemsOf(m, args[1])
	return s, g, err
}

// among reports whether an element is in a list. The test takes the element first.
func (s *sets) among(v Value, list []Value) (bool, error) {
	item, err := s.x.keyed(v)
	if err != nil {
		return false, err
	}
	for _, w := range list {
		if err := s.x.m.work(1); err != nil {
			return false, err
		}
		if w, err = s.x.keyed(w); err != nil {
			return false, err
		}
		a, b := item, w
		if s.swapped {
			a, b = b, a
		}
		if found, err := s.x.same(a, b); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// onto puts those elements of a list that are, or are not, among others before a list.
func (s *sets) onto(list Value, from, others []Value, are bool) (Value, error) {
	for _, v := range from {
		found, err := s.among(v, others)
		if err != nil {
			return nil, err
		}
		if found == are {
			if list, err = cons(s.x.m, v, list); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// listUnion is how many elements the shorter list has for which SBCL takes a hash table, and
// so gives the elements in another order.
const listUnion = 80

// union puts the elements of the longer list that the shorter one lacks before it, as SBCL
// does.
func union(destructive bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		s, g, err := readSets(m, args)
		if err != nil {
			return nil, err
		}
		short, shortList, long := s.other, args[1], s.first
		if len(s.first) < len(s.other) {
			short, shortList, long = s.first, args[0], s.other
		}
		if len(short) < listUnion || g.get(argTestNot) != nil {
			return s.onto(shortList, long, short, false)
		}
		test, ok := tableTestOf(g.get(argTest))
		switch {
		case !ok:
			return s.onto(shortList, long, short, false)
		case destructive:
			return nil, wrong("NUNION does not take lists of %d elements here: use UNION", listUnion)
		}
		return s.x.unionByTable(test, slices.Concat(long, short))
	}
}

func (x *matcher) unionByTable(test tableTest, all []Value) (list Value, err error) {
	t := newTable(test)
	for _, v := range all {
		k, err := x.keyed(v)
		if err != nil {
			return nil, err
		}
		if err := tablePut(x.m, t, k, v); err != nil {
			return nil, err
		}
	}
	t.each(func(_, v Value) bool {
		list, err = cons(x.m, v, list)
		return err == nil
	})
	return list, err
}

// selection gives the elements of the first list that are, or are not, in the other; the
// last one first.
func selection(are bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		s, _, err := readSets(m, args)
		if err != nil {
			return nil, err
		}
		switch {
		case len(s.other) == 0 && are:
			return nil, nil
		case len(s.other) == 0:
			return args[0], nil
		}
		return s.onto(nil, s.first, s.other, are)
	}
}

// exclusiveOr gives the elements that are in one list only: in SBCL's order, which is
// another when the lists may be destroyed.
func exclusiveOr(destructive bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		s, _, err := readSets(m, args)
		if err != nil {
			return nil, err
		}
		v, err := s.onto(nil, s.first, s.other, false)
		if err != nil {
			return nil, err
		}
		s.swapped = true
		if v, err = s.onto(v, s.other, s.first, false); err != nil || !destructive {
			return v, err
		}
		items, err := itemsOf(m, v)
		slices.Reverse(items)
		if err != nil {
			return nil, err
		}
		return listFrom(m, items)
	}
}

func subsetp(m *machine, args []Value) (Value, error) {
	s, _, err := readSets(m, args)
	if err != nil {
		return nil, err
	}
	for _, v := range s.first {
		if found, err := s.among(v, s.other); !found || err != nil {
			return nil, err
		}
	}
	return symT, nil
}

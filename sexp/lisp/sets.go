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

func readSets(m *machine, args []Value) (s sets, g options) {
	g = readOptions(m, args[2:], argsTest)
	s.x = newMatcher(m, nil, g)
	s.first = itemsOf(m, args[0])
	s.other = itemsOf(m, args[1])
	return s, g
}

// among reports whether an element is in a list. The test takes the element first.
func (s *sets) among(v Value, list []Value) bool {
	item := s.x.keyed(v)
	for _, w := range list {
		s.x.m.work(1)
		w = s.x.keyed(w)
		a, b := item, w
		if s.swapped {
			a, b = b, a
		}
		if s.x.same(a, b) {
			return true
		}
	}
	return false
}

// onto puts those elements of a list that are, or are not, among others before a list.
func (s *sets) onto(list Value, from, others []Value, are bool) Value {
	for _, v := range from {
		if s.among(v, others) == are {
			list = cons(s.x.m, v, list)
		}
	}
	return list
}

// listUnion is how many elements the shorter list has for which SBCL takes a hash table, and
// so gives the elements in another order.
const listUnion = 80

// union puts the elements of the longer list that the shorter one lacks before it, as SBCL
// does.
func union(destructive bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		s, g := readSets(m, args)
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
			panic(wrong("NUNION does not take lists of %d elements here: use UNION", listUnion))
		}
		return s.x.unionByTable(test, slices.Concat(long, short))
	}
}

func (x *matcher) unionByTable(test tableTest, all []Value) (list Value) {
	t := newTable(test)
	for _, v := range all {
		tablePut(x.m, t, x.keyed(v), v)
	}
	for _, v := range t.each {
		list = cons(x.m, v, list)
	}
	return list
}

// selection gives the elements of the first list that are, or are not, in the other; the
// last one first.
func selection(are bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		s, _ := readSets(m, args)
		switch {
		case len(s.other) == 0 && are:
			return nil
		case len(s.other) == 0:
			return args[0]
		}
		return s.onto(nil, s.first, s.other, are)
	}
}

// exclusiveOr gives the elements that are in one list only: in SBCL's order, which is
// another when the lists may be destroyed.
func exclusiveOr(destructive bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		s, _ := readSets(m, args)
		v := s.onto(nil, s.first, s.other, false)
		s.swapped = true
		if v = s.onto(v, s.other, s.first, false); !destructive {
			return v
		}
		items := itemsOf(m, v)
		slices.Reverse(items)
		return listFrom(m, items)
	}
}

func subsetp(m *machine, args []Value) Value {
	s, _ := readSets(m, args)
	for _, v := range s.first {
		if !s.among(v, s.other) {
			return nil
		}
	}
	return symT
}

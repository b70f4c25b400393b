package lisp

// setBuiltins are the functions of sets. What may destroy its arguments, such as NUNION, does not.
func setBuiltins() (table []builtin) {
	for name, do := range map[string]func(*machine, []Value) Value{
		"UNION": union, "INTERSECTION": selection(true), "SET-DIFFERENCE": selection(false), "SET-EXCLUSIVE-OR": exclusiveOr,
	} {
		table = append(table, builtin{name, 2, -1, do}, builtin{"N" + name, 2, -1, do})
	}
	return append(table, builtin{"SUBSETP", 2, -1, subsetp})
}

// sets are the two lists of a function of sets.
type sets struct {
	x            matcher
	first, other []Value
	swapped      bool // the test takes the element of the other list first
}

func readSets(m *machine, args []Value) (s sets) {
	s.x = newMatcher(m, nil, readOptions(m, args[2:], argsTest))
	s.first = itemsOf(m, args[0])
	s.other = itemsOf(m, args[1])
	return s
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

// union puts the elements of the longer list that the shorter one lacks before it, as SBCL does with short lists.
func union(m *machine, args []Value) Value {
	s := readSets(m, args)
	if len(s.first) < len(s.other) {
		return s.onto(args[0], s.other, s.first, false)
	}
	return s.onto(args[1], s.first, s.other, false)
}

// selection gives the elements of the first list that are, or are not, in the other; the
// last one first.
func selection(are bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		s := readSets(m, args)
		switch {
		case len(s.other) == 0 && are:
			return nil
		case len(s.other) == 0:
			return args[0]
		}
		return s.onto(nil, s.first, s.other, are)
	}
}

// exclusiveOr gives the elements that are in one list only.
func exclusiveOr(m *machine, args []Value) Value {
	s := readSets(m, args)
	v := s.onto(nil, s.first, s.other, false)
	s.swapped = true
	return s.onto(v, s.other, s.first, false)
}

func subsetp(m *machine, args []Value) Value {
	s := readSets(m, args)
	for _, v := range s.first {
		if !s.among(v, s.other) {
			return nil
		}
	}
	return symT
}

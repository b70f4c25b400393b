package lisp

import "pp/sexp"

func listFunction(name string) (function, bool) {
	switch name {
	case "LIST":
		return pure(0, -1, (*machine).list)
	case "CONS":
		return pure(2, 2, cons)
	case "CAR", "FIRST":
		return pure(1, 1, func(_ *machine, args []sexp.Value) (sexp.Value, error) { return car(args[0]) })
	case "CDR":
		return pure(1, 1, func(m *machine, args []sexp.Value) (sexp.Value, error) { return m.cdr(args[0]) })
	case "SECOND":
		return pure(1, 1, func(_ *machine, args []sexp.Value) (sexp.Value, error) { return nth(args[0], 1) })
	case "THIRD":
		return pure(1, 1, func(_ *machine, args []sexp.Value) (sexp.Value, error) { return nth(args[0], 2) })
	case "NTH":
		return pure(2, 2, func(_ *machine, args []sexp.Value) (sexp.Value, error) {
			n, ok := args[0].(sexp.Int)
			if !ok || n < 0 {
				return nil, wrong("%s is not a position in a list", show(args[0]))
			}
			return nth(args[1], int(n))
		})
	case "APPEND":
		return pure(0, -1, appendLists)
	case "LAST":
		return pure(1, 1, last)
	case "MEMBER":
		return function{2, 4, member}, true
	case "ASSOC":
		return function{2, 4, assoc}, true
	case "GETF":
		return pure(2, 3, getf)
	}
	return function{}, false
}

// proper is a list that ends in NIL.
func proper(v sexp.Value) (sexp.List, error) {
	l, ok := sexp.AsList(v)
	if _, dotted := l.Tail(); !ok || dotted {
		return l, wrong("%s is not a proper list", show(v))
	}
	return l, nil
}

func listOf(v sexp.Value) (sexp.List, error) {
	l, ok := sexp.AsList(v)
	if !ok {
		return l, wrong("%s is not a list", show(v))
	}
	return l, nil
}

// rest is the list from its i-th element on, in no more room.
func (m *machine) rest(l sexp.List, i int) (sexp.Value, error) {
	tail, dotted := l.Tail()
	switch {
	case i >= l.Len() && dotted:
		return tail, nil
	case i >= l.Len():
		return sexp.NIL, nil
	case !dotted:
		return l.Slice(i, l.Len()), nil
	}
	items, err := m.items(l, i)
	return sexp.Dotted(tail, items...), err
}

// items copies the elements from the i-th on, counted.
func (m *machine) items(l sexp.List, i int) ([]sexp.Value, error) {
	n := l.Len() - i
	if err := m.room(16 * n); err != nil {
		return nil, err
	}
	if err := m.work(n / 8); err != nil {
		return nil, err
	}
	out := make([]sexp.Value, 0, n+1)
	for ; i < l.Len(); i++ {
		out = append(out, l.At(i))
	}
	return out, nil
}

func cons(m *machine, args []sexp.Value) (sexp.Value, error) {
	if l, ok := sexp.AsList(args[1]); ok {
		// Dotted copies the elements of a tail that is a list.
		if err := m.room(16 * (l.Len() + 1)); err != nil {
			return nil, err
		}
		if err := m.work(l.Len() / 8); err != nil {
			return nil, err
		}
	}
	return sexp.Dotted(args[1], args[0]), nil
}

func car(v sexp.Value) (sexp.Value, error) {
	l, err := listOf(v)
	if err != nil || l.Len() == 0 {
		return sexp.NIL, err
	}
	return l.At(0), nil
}

func (m *machine) cdr(v sexp.Value) (sexp.Value, error) {
	l, err := listOf(v)
	if err != nil {
		return nil, err
	}
	return m.rest(l, 1)
}

func nth(v sexp.Value, n int) (sexp.Value, error) {
	l, err := listOf(v)
	if err != nil {
		return nil, err
	}
	if n < l.Len() {
		return l.At(n), nil
	}
	if _, dotted := l.Tail(); dotted {
		return nil, wrong("%s is not a proper list", show(v))
	}
	return sexp.NIL, nil
}

func appendLists(m *machine, args []sexp.Value) (sexp.Value, error) {
	var all []sexp.Value
	for i, v := range args {
		if i == len(args)-1 {
			if l, ok := sexp.AsList(v); ok {
				if _, err := m.items(l, 0); err != nil {
					return nil, err
				}
			}
			return sexp.Dotted(v, all...), nil
		}
		l, err := proper(v)
		if err != nil {
			return nil, err
		}
		items, err := m.items(l, 0)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return sexp.NIL, nil
}

func last(m *machine, args []sexp.Value) (sexp.Value, error) {
	l, err := listOf(args[0])
	if err != nil {
		return nil, err
	}
	return m.rest(l, max(l.Len()-1, 0))
}

// test reads the arguments after the first two: none, or :TEST and a function.
func (m *machine) test(args []sexp.Value, depth int) (func(a, b sexp.Value) (bool, error), error) {
	switch {
	case len(args) == 2:
		return func(a, b sexp.Value) (bool, error) { return same(a, b) }, nil
	case len(args) == 4 && args[2] == sexp.Value(sexp.Keyword("TEST")):
		return func(a, b sexp.Value) (bool, error) {
			v, err := m.call(args[3], []sexp.Value{a, b}, depth)
			return err == nil && !sexp.IsNil(v), err
		}, nil
	}
	return nil, wrong("the only keyword taken here is :TEST")
}

// keyOf is the key of an element of a list, and whether it has one.
type keyOf func(v sexp.Value) (k sexp.Value, has bool, err error)

// seek gives the position of the first element of a list whose key matches, -1 when
// there is none. An element without a key is passed over.
func (m *machine) seek(args []sexp.Value, depth int, key keyOf) (sexp.List, int, error) {
	matches, err := m.test(args, depth)
	if err != nil {
		return sexp.List{}, -1, err
	}
	l, err := proper(args[1])
	if err != nil {
		return l, -1, err
	}
	for i, v := range l.All() {
		if err := m.work(1); err != nil {
			return l, -1, err
		}
		k, has, err := key(v)
		if err != nil {
			return l, -1, err
		}
		if !has {
			continue
		}
		if found, err := matches(args[0], k); found || err != nil {
			return l, i, err
		}
	}
	return l, -1, nil
}

func member(m *machine, args []sexp.Value, depth int) (sexp.Value, error) {
	l, i, err := m.seek(args, depth, func(v sexp.Value) (sexp.Value, bool, error) { return v, true, nil })
	if i < 0 || err != nil {
		return sexp.NIL, err
	}
	return m.rest(l, i)
}

func assoc(m *machine, args []sexp.Value, depth int) (sexp.Value, error) {
	l, i, err := m.seek(args, depth, func(v sexp.Value) (sexp.Value, bool, error) {
		k, err := car(v)
		return k, !sexp.IsNil(v), err
	})
	if i < 0 || err != nil {
		return sexp.NIL, err
	}
	return l.At(i), nil
}

func getf(m *machine, args []sexp.Value) (sexp.Value, error) {
	l, err := proper(args[0])
	if err != nil {
		return nil, err
	}
	if l.Len()%2 != 0 {
		return nil, wrong("%s is a property list with a key that has no value", show(args[0]))
	}
	for i := 0; i < l.Len(); i += 2 {
		if err := m.work(1); err != nil {
			return nil, err
		}
		if found, err := same(args[1], l.At(i)); err != nil {
			return nil, err
		} else if found {
			return l.At(i + 1), nil
		}
	}
	if len(args) == 3 {
		return args[2], nil
	}
	return sexp.NIL, nil
}

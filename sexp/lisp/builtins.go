package lisp

import "pp/sexp"

// function is what a name stands for: what it does, and how many arguments it
// takes. most is -1 when there is no limit.
type function struct {
	least, most int
	do          func(m *machine, args []sexp.Value, depth int) (sexp.Value, error)
}

// builtin finds a function by its name.
func builtin(name string) (function, bool) {
	for _, find := range []func(string) (function, bool){numberFunction, listFunction, stringFunction, otherFunction} {
		if f, ok := find(name); ok {
			return f, true
		}
	}
	return function{}, false
}

// pure is a function that calls no other.
func pure(least, most int, do func(m *machine, args []sexp.Value) (sexp.Value, error)) (function, bool) {
	return function{least, most, func(m *machine, args []sexp.Value, _ int) (sexp.Value, error) {
		return do(m, args)
	}}, true
}

// predicate is a function of one argument that cannot fail.
func predicate(holds func(v sexp.Value) bool) (function, bool) {
	return pure(1, 1, func(_ *machine, args []sexp.Value) (sexp.Value, error) { return sexp.Bool(holds(args[0])), nil })
}

func otherFunction(name string) (function, bool) {
	switch name {
	case "EQ", "EQL":
		return pure(2, 2, func(_ *machine, args []sexp.Value) (sexp.Value, error) { return truth(same(args[0], args[1])) })
	case "EQUAL":
		return pure(2, 2, func(m *machine, args []sexp.Value) (sexp.Value, error) { return truth(m.equal(args[0], args[1])) })
	case "NOT", "NULL":
		return predicate(sexp.IsNil)
	case "STRINGP":
		return predicate(func(v sexp.Value) bool { _, ok := v.(sexp.String); return ok })
	case "SYMBOLP":
		return predicate(func(v sexp.Value) bool { _, ok := v.(sexp.Symbol); return ok && !isFunction(v) })
	case "NUMBERP":
		return predicate(func(v sexp.Value) bool { _, ok := number(v); return ok })
	case "LISTP":
		return predicate(func(v sexp.Value) bool { _, ok := sexp.AsList(v); return ok })
	case "FUNCALL":
		return function{1, -1, func(m *machine, args []sexp.Value, depth int) (sexp.Value, error) {
			return m.call(args[0], args[1:], depth)
		}}, true
	case "APPLY":
		return function{2, -1, apply}, true
	case "MAPCAR":
		return function{2, -1, mapcar}, true
	case "REDUCE":
		return function{2, 4, reduce}, true
	}
	return function{}, false
}

func truth(b bool, err error) (sexp.Value, error) { return sexp.Bool(b), err }

// same is EQL. Values have no identity here, so two of a kind that Lisp compares
// by identity are an error and not a guess.
func same(a, b sexp.Value) (bool, error) {
	switch a.(type) {
	case sexp.Symbol, sexp.Char:
		return a == b, nil
	case sexp.Int, sexp.Big, sexp.Ratio, sexp.Single, sexp.Double:
		_, ok := number(b)
		return ok && sexp.Equal(a, b), nil
	}
	switch b.(type) {
	case sexp.Symbol, sexp.Char, sexp.Int, sexp.Big, sexp.Ratio, sexp.Single, sexp.Double:
		return false, nil
	}
	return false, wrong("%s and %s cannot be compared by identity; compare them with EQUAL", show(a), show(b))
}

func (m *machine) equal(a, b sexp.Value) (bool, error) {
	if err := m.work(1); err != nil {
		return false, err
	}
	switch x := a.(type) {
	case sexp.String:
		y, ok := b.(sexp.String)
		return ok && x == y, m.work(len(x) / 64)
	case sexp.List:
		y, ok := b.(sexp.List)
		if !ok || x.Len() != y.Len() {
			return false, nil
		}
		for i := range x.Len() {
			if eq, err := m.equal(x.At(i), y.At(i)); !eq || err != nil {
				return false, err
			}
		}
		xt, dotted := x.Tail()
		yt, too := y.Tail()
		if !dotted || !too {
			return dotted == too, nil
		}
		return m.equal(xt, yt)
	}
	switch b.(type) {
	case sexp.String, sexp.List:
		return false, nil
	}
	return same(a, b)
}

func apply(m *machine, args []sexp.Value, depth int) (sexp.Value, error) {
	last, err := proper(args[len(args)-1])
	if err != nil {
		return nil, err
	}
	if err := m.room(16 * last.Len()); err != nil {
		return nil, err
	}
	all := append([]sexp.Value(nil), args[1:len(args)-1]...)
	for _, v := range last.All() {
		all = append(all, v)
	}
	return m.call(args[0], all, depth)
}

func mapcar(m *machine, args []sexp.Value, depth int) (sexp.Value, error) {
	lists := make([]sexp.List, len(args)-1)
	n := -1
	for i, v := range args[1:] {
		l, err := proper(v)
		if err != nil {
			return nil, err
		}
		if lists[i] = l; n < 0 || l.Len() < n {
			n = l.Len()
		}
	}
	var out []sexp.Value
	for i := range n {
		each := make([]sexp.Value, len(lists))
		for k, l := range lists {
			each[k] = l.At(i)
		}
		v, err := m.call(args[0], each, depth)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return m.list(out)
}

func reduce(m *machine, args []sexp.Value, depth int) (sexp.Value, error) {
	l, err := proper(args[1])
	if err != nil {
		return nil, err
	}
	from := 0
	var acc sexp.Value
	switch {
	case len(args) == 4 && args[2] == sexp.Value(sexp.Keyword("INITIAL-VALUE")):
		acc = args[3]
	case len(args) != 2:
		return nil, wrong("the only keyword that REDUCE takes here is :INITIAL-VALUE")
	case l.Len() == 0:
		return m.call(args[0], nil, depth)
	default:
		acc, from = l.At(0), 1
	}
	for i := from; i < l.Len(); i++ {
		if acc, err = m.call(args[0], []sexp.Value{acc, l.At(i)}, depth); err != nil {
			return nil, err
		}
	}
	return acc, nil
}

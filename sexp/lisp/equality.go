package lisp

import (
	"math"

	"pp/sexp"
)

func equalityBuiltins() []builtin {
	return []builtin{
		{"EQ", 2, 2, func(m *machine, args []Value) (Value, error) {
			m.longer(args[0])
			same, err := eq(args[0], args[1])
			return truth(same), err
		}},
		{"EQL", 2, 2, func(m *machine, args []Value) (Value, error) { return truth(m.eql(args[0], args[1])), nil }},
		{"EQUAL", 2, 2, func(m *machine, args []Value) (Value, error) {
			same, err := equal(m, args[0], args[1])
			return truth(same), err
		}},
		{"EQUALP", 2, 2, func(m *machine, args []Value) (Value, error) {
			same, err := equalp(m, args[0], args[1])
			return truth(same), err
		}},
		{"NOT", 1, 1, func(_ *machine, args []Value) (Value, error) { return truth(args[0] == nil), nil }},
		{"NULL", 1, 1, func(_ *machine, args []Value) (Value, error) { return truth(args[0] == nil), nil }},
	}
}

// Numbers from here on are objects to SBCL, of which each may be EQ to itself alone.
const mostFixnum = 1<<62 - 1

// eq is EQL, but an error for equal numbers of which SBCL may say either.
func eq(a, b Value) (bool, error) {
	if !eql(a, b) {
		return false, nil
	}
	switch n := a.(type) {
	case sexp.Int:
		if n <= mostFixnum && n >= -mostFixnum-1 {
			return true, nil
		}
	case sexp.Big, sexp.Ratio, sexp.Double:
	default:
		return true, nil
	}
	return false, wrong("EQ of %s and itself may be true or false: use EQL", show(a))
}

// eql is the function, and counts what comparing long numbers takes.
func (m *machine) eql(a, b Value) bool {
	m.longer(a)
	return eql(a, b)
}

// longer counts a look at a long number. The next step looks at the limit.
func (m *machine) longer(v Value) { m.steps += bitsOf(v) / 8192 }

func eql(a, b Value) bool {
	switch a := a.(type) {
	case sexp.Big:
		b, ok := b.(sexp.Big)
		return ok && a.Equal(b)
	case sexp.Ratio:
		b, ok := b.(sexp.Ratio)
		return ok && a.Equal(b)
	case sexp.Single:
		b, ok := b.(sexp.Single)
		return ok && math.Float32bits(float32(a)) == math.Float32bits(float32(b))
	case sexp.Double:
		b, ok := b.(sexp.Double)
		return ok && math.Float64bits(float64(a)) == math.Float64bits(float64(b))
	}
	return a == b
}

// equal is EQUAL: pairs by their parts, strings by their characters, all else by EQL.
func equal(m *machine, a, b Value) (bool, error) { return sameTree(m, a, b, equalAtoms) }

// equalp is EQUALP: the same without regard to case, kinds of numbers and of vectors.
func equalp(m *machine, a, b Value) (bool, error) { return sameTree(m, a, b, equalpAtoms) }

// atomsAlike compares two values that are not both pairs.
type atomsAlike func(m *machine, a, b Value) (bool, error)

// sameTree compares pairs part by part, and what is in them with a function.
func sameTree(m *machine, a, b Value, atoms atomsAlike) (bool, error) {
	if err := m.down(); err != nil {
		return false, err
	}
	defer func() { m.depth-- }()
	for {
		if err := m.work(1); err != nil {
			return false, err
		}
		x, ok := a.(*Cons)
		y, too := b.(*Cons)
		if !ok || !too {
			return atoms(m, a, b)
		}
		if x == y {
			return true, nil
		}
		if same, err := sameTree(m, x.Car, y.Car, atoms); !same || err != nil {
			return false, err
		}
		a, b = x.Cdr, y.Cdr
	}
}

func equalAtoms(m *machine, a, b Value) (bool, error) {
	x, ok := a.(*Str)
	y, too := b.(*Str)
	if ok && too {
		return x.text == y.text, m.work(len(x.text) / 64)
	}
	return m.eql(a, b), nil
}

func equalpAtoms(m *machine, a, b Value) (bool, error) {
	switch x := a.(type) {
	case *Str, *Vector:
		if k := kindOf(b); k == stringKind || k == vectorKind {
			return equalpItems(m, a, b)
		}
		return false, nil
	case sexp.Char:
		y, ok := b.(sexp.Char)
		return ok && foldCase(rune(x)) == foldCase(rune(y)), nil
	case *Table:
		y, ok := b.(*Table)
		if !ok || x.test != y.test || x.count() != y.count() {
			return false, nil
		}
		return equalpTables(m, x, y)
	case *Struct:
		y, ok := b.(*Struct)
		if !ok || x.class != y.class {
			return false, nil
		}
		return equalpAll(m, x.slots, y.slots)
	}
	if eql(a, b) || !isNumber(a) || !isNumber(b) {
		return eql(a, b), nil
	}
	c, err := compareNumbers(m, a, b)
	return c == 0, err
}

// foldCase gives the character that stands for both of a pair.
func foldCase(c rune) rune { return sexp.Downcase(c) }

func equalpItems(m *machine, a, b Value) (bool, error) {
	v, w := newWalk(m, a, whole), newWalk(m, b, whole)
	for v.more() {
		if !w.more() {
			return false, w.err
		}
		if same, err := sameTree(m, v.v, w.v, equalpAtoms); !same || err != nil {
			return false, err
		}
	}
	return v.err == nil && !w.more(), v.err
}

func equalpAll(m *machine, a, b []Value) (bool, error) {
	for i := range a {
		if same, err := sameTree(m, a[i], b[i], equalpAtoms); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

func equalpTables(m *machine, a, b *Table) (same bool, err error) {
	if err := m.work(len(a.entries) / 8); err != nil {
		return false, err
	}
	same = true
	a.each(func(k, v Value) bool {
		w, found, e := tableGet(m, b, k)
		if same, err = found, e; same && err == nil {
			same, err = sameTree(m, v, w, equalpAtoms)
		}
		return same && err == nil
	})
	return same && err == nil, err
}

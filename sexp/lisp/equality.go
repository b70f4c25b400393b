package lisp

import (
	"math"

	"pp/sexp"
)

func equalityBuiltins() []builtin {
	return []builtin{
		{"EQ", 2, 2, func(m *machine, args []Value) Value {
			m.longer(args[0])
			return truth(eq(args[0], args[1]))
		}},
		{"EQL", 2, 2, func(m *machine, args []Value) Value { return truth(m.eql(args[0], args[1])) }},
		{"EQUAL", 2, 2, func(m *machine, args []Value) Value { return truth(equal(m, args[0], args[1])) }},
		{"NOT", 1, 1, func(_ *machine, args []Value) Value { return truth(args[0] == nil) }},
		{"NULL", 1, 1, func(_ *machine, args []Value) Value { return truth(args[0] == nil) }},
	}
}

// Numbers from here on are objects to SBCL, of which each may be EQ to itself alone.
const mostFixnum = 1<<62 - 1

// eq is EQL, but an error for equal numbers of which SBCL may say either.
func eq(a, b Value) bool {
	if !eql(a, b) {
		return false
	}
	switch n := a.(type) {
	case sexp.Int:
		if n <= mostFixnum && n >= -mostFixnum-1 {
			return true
		}
	case sexp.Big, sexp.Ratio, sexp.Double:
	default:
		return true
	}
	panic(wrong("EQ of %s and itself may be true or false: use EQL", show(a)))
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
func equal(m *machine, a, b Value) bool {
	defer m.down().up()
	for {
		m.work(1)
		x, ok := a.(*Cons)
		y, too := b.(*Cons)
		if !ok || !too {
			return equalAtoms(m, a, b)
		}
		if x == y {
			return true
		}
		if !equal(m, x.Car, y.Car) {
			return false
		}
		a, b = x.Cdr, y.Cdr
	}
}

func equalAtoms(m *machine, a, b Value) bool {
	x, ok := a.(*Str)
	y, too := b.(*Str)
	if ok && too {
		m.work(len(x.text) / 64)
		return x.text == y.text
	}
	return m.eql(a, b)
}

// foldCase gives the character that stands for both of a pair.
func foldCase(c rune) rune { return sexp.Downcase(c) }

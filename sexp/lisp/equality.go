package lisp

import (
	"math"

	"pp/sexp"
)

func equalityBuiltins() []builtin {
	not := func(m *machine, args []Value) Value { return truth(args[0] == nil) }
	return []builtin{
		{"EQ", 2, 2, func(m *machine, args []Value) Value { return truth(eq(m, args[0], args[1])) }},
		{"EQL", 2, 2, func(m *machine, args []Value) Value { return truth(m.eql(args[0], args[1])) }},
		{"EQUAL", 2, 2, func(m *machine, args []Value) Value { return truth(equal(m, args[0], args[1])) }},
		{"NOT", 1, 1, not}, {"NULL", 1, 1, not},
	}
}

// eq is EQL, but an error for equal numbers of which SBCL may say either.
func eq(m *machine, a, b Value) bool {
	if !m.eql(a, b) {
		return false
	}
	if n, ok := a.(sexp.Int); ok && n <= mostFixnum && n >= -mostFixnum-1 || isA[sexp.Single](a) || !isNumber(a) {
		return true
	}
	panic(m.wrong("EQ of %s and itself may be true or false: use EQL", show(a)))
}

// eql counts what comparing long numbers takes; the next step looks at the limit.
func (m *machine) eql(a, b Value) bool {
	switch a := a.(type) {
	case sexp.Big:
		m.steps += a.BitLen() / 8192
		b, ok := b.(sexp.Big)
		return ok && a.Equal(b)
	case sexp.Ratio:
		m.steps += a.BitLen() / 8192
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
func equal(m *machine, a, b Value) bool { return m.down(1).sameParts(a, b, false) }

// sameParts compares pairs by their parts, strings by their characters and, if deep, vectors by their elements. It ends
// a level higher.
func (m *machine) sameParts(a, b Value, deep bool) bool {
	defer m.up()
	for {
		m.work(1)
		x, ok := a.(*Cons)
		y, too := b.(*Cons)
		if !ok || !too {
			return m.sameAtoms(a, b, deep)
		}
		if x == y {
			return true
		}
		if !m.down(1).sameParts(x.Car, y.Car, deep) {
			return false
		}
		a, b = x.Cdr, y.Cdr
	}
}

func (m *machine) sameAtoms(a, b Value, deep bool) bool {
	switch x := a.(type) {
	case *Str:
		y, ok := b.(*Str)
		m.work(len(x.text) / 64)
		return ok && x.text == y.text
	case *Vector:
		y, ok := b.(*Vector)
		if !ok || !deep || len(x.items) != len(y.items) {
			return ok && x == y
		}
		for i, item := range x.items {
			if !m.down(1).sameParts(item, y.items[i], deep) {
				return false
			}
		}
		return true
	}
	return m.eql(a, b)
}

// freeze makes a value and all that can be reached from it unchangeable. What is frozen has nothing in it that is not.
// A mark is not written again where it stands: calls at the same time may look at it.
func freeze(m *machine, v Value) {
	for {
		m.work(1)
		c, ok := v.(*Cons)
		if !ok {
			freezeObject(m, v)
			return
		}
		if c.frozen {
			return
		}
		c.frozen = true
		freezeAll(m, c.Car)
		v = c.Cdr
	}
}

// freezeAll freezes what is in a value.
func freezeAll(m *machine, values ...Value) {
	for _, v := range values {
		if v != nil && !isA[Symbol](v) {
			m.down(1)
			freeze(m, v)
			m.up()
		}
	}
}

func freezeObject(m *machine, v Value) {
	once := func(mark *bool) bool {
		before := *mark
		if !before {
			*mark = true
		}
		return !before
	}
	switch v := v.(type) {
	case *Str:
		once(&v.frozen)
	case *Stream:
		once(&v.frozen)
	case *Vector:
		if once(&v.frozen) {
			freezeAll(m, v.items...)
		}
	case *Condition:
		if once(&v.frozen) {
			freezeAll(m, v.slots...)
		}
	case *Function:
		if v != nil && once(&v.frozen) {
			for _, b := range v.closed {
				freezeAll(m, b)
			}
		}
	case *box:
		if once(&v.frozen) {
			freezeAll(m, v.value)
		}
	case *Table:
		if once(&v.frozen) {
			for _, e := range v.entries {
				freezeAll(m, e.key, e.value)
			}
		}
	case *quasi:
		freezeAll(m, v.form)
	case *comma:
		freezeAll(m, v.form)
	}
}

package lisp

import (
	"strings"

	"pp/sexp"
)

func vectorBuiltins() []builtin {
	return []builtin{
		{"VECTOR", 0, -1, func(m *machine, args []Value) Value { return buildSequence(m, vectorKind, args) }},
		{"MAKE-ARRAY", 1, -1, makeArray},
		{"MAKE-STRING", 1, -1, makeString},
		{"AREF", 2, 2, aref},
		{"CHAR", 2, 2, char},
	}
}

// makeArray makes a vector.
func makeArray(m *machine, args []Value) Value {
	g := readOptions(m, args[1:], argInitialElement|argInitialContents)
	dimensions := args[0]
	if c, ok := dimensions.(*Cons); ok && c.Cdr == nil {
		dimensions = c.Car
	} else if dimensions == nil || ok {
		panic(wrong("arrays have one dimension here, not %s", show(dimensions)))
	}
	return buildSequence(m, vectorKind, arrayContents(m, index(dimensions), g))
}

// arrayContents are the elements of a new array: those given, or n times the same.
func arrayContents(m *machine, n int, g options) []Value {
	if g.has&argInitialContents != 0 {
		if g.has&argInitialElement != 0 {
			panic(wrong(":INITIAL-ELEMENT and :INITIAL-CONTENTS cannot both be given"))
		}
		items := elements(m, g.get(argInitialContents))
		if len(items) != n {
			panic(wrong("%d initial elements for a vector of %d", len(items), n))
		}
		return items
	}
	v := Value(sexp.Int(0)) // as SBCL fills it
	if g.has&argInitialElement != 0 {
		v = g.get(argInitialElement)
	}
	return repeat(m, n, v)
}

func repeat(m *machine, n int, v Value) []Value {
	m.roomFor(n)
	items := make([]Value, n)
	for i := range items {
		items[i] = v
	}
	return items
}

// roomFor counts n values that are about to be made.
func (m *machine) roomFor(n int) {
	m.room(slotBytes * min(n, 1<<40))
	m.work(n / 8)
}

func makeString(m *machine, args []Value) Value {
	n := index(args[0])
	g := readOptions(m, args[1:], argInitialElement)
	v := Value(sexp.Char(0))
	if g.has&argInitialElement != 0 {
		v = g.get(argInitialElement)
	}
	text := textOf([]Value{v})
	m.room(slotBytes + len(text)*min(n, 1<<40))
	m.work(n / 8)
	return &Str{text: strings.Repeat(text, n)}
}

// aref is an element of a vector.
func aref(m *machine, args []Value) Value {
	i := index(args[1])
	switch v := args[0].(type) {
	case *Vector:
		if i >= len(v.items) {
			panic(noElement(i, v))
		}
		return v.items[i]
	case *Str:
		return sexp.Char(charAt(m, v, i))
	}
	panic(wrongType(args[0], "ARRAY"))
}

func char(m *machine, args []Value) Value {
	strArg(args[0])
	return aref(m, args)
}

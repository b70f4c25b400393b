package lisp

import (
	"pp/sexp"
	"strings"
)

func vectorBuiltins() []builtin {
	return []builtin{
		{"VECTOR", 0, -1, func(m *machine, args []Value) Value { return buildSequence(m, vectorKind, args) }},
		{"MAKE-ARRAY", 1, -1, makeArray},
		{"MAKE-STRING", 1, -1, makeString},
		{"AREF", 2, 2, aref},
		{"SVREF", 2, 2, svref},
		{"CHAR", 2, 2, char},
		{"SCHAR", 2, 2, char},
		{"VECTOR-PUSH", 2, 2, vectorPush(false)},
		{"VECTOR-PUSH-EXTEND", 2, 3, vectorPush(true)},
		{"VECTOR-POP", 1, 1, vectorPop},
		{"FILL-POINTER", 1, 1, func(m *machine, args []Value) Value { return sexp.Int(filled(m, args[0])) }},
		{"ARRAY-DIMENSIONS", 1, 1, func(m *machine, args []Value) Value {
			return listFrom(m, []Value{sexp.Int(capacity(m, args[0]))})
		}},
		{"ARRAY-DIMENSION", 2, 2, arrayDimension},
		{"ARRAY-TOTAL-SIZE", 1, 1, func(m *machine, args []Value) Value { return sexp.Int(capacity(m, args[0])) }},
		{"ARRAY-RANK", 1, 1, arrayRank},
		{"ARRAY-IN-BOUNDS-P", 2, 2, arrayInBounds},
		{"ARRAY-HAS-FILL-POINTER-P", 1, 1, func(m *machine, args []Value) Value {
			return truth(fillOf(m, args[0]) >= 0)
		}},
	}
}

// simple reports whether a string has no fill pointer.
func (s *Str) simple() bool { return s.room == 0 }

// fillOf is the fill pointer of a vector or a string as a number, -1 without one.
func fillOf(m *machine, v Value) int {
	switch v := v.(type) {
	case *Vector:
		return v.fill
	case *Str:
		if v.simple() {
			return -1
		}
		return countRunes(m, v.text)
	}
	panic(wrongType(v, "ARRAY"))
}

// capacity is how many elements a vector or a string has room for.
func capacity(m *machine, v Value) int {
	switch v := v.(type) {
	case *Vector:
		return len(v.items)
	case *Str:
		if !v.simple() {
			return v.room - 1
		}
		return countRunes(m, v.text)
	}
	panic(wrongType(v, "ARRAY"))
}

// filled is the fill pointer of what must have one.
func filled(m *machine, v Value) int {
	at := fillOf(m, v)
	if at < 0 {
		panic(wrongAs("TYPE-ERROR", "%s is not a vector with a fill pointer", show(v)))
	}
	return at
}

// makeArray makes a vector, or a string of characters.
func makeArray(m *machine, args []Value) Value {
	g := readOptions(m, args[1:], argInitialElement|argInitialContents|argElementType|argFillPointer|argAdjustable)
	dimensions := args[0]
	if c, ok := dimensions.(*Cons); ok && c.Cdr == nil {
		dimensions = c.Car
	} else if dimensions == nil || ok {
		panic(wrong("arrays have one dimension here, not %s", show(dimensions)))
	}
	n := index(dimensions)
	typ := sequenceType{kind: vectorKind, length: -1}
	if g.has&argElementType != 0 {
		element := g.get(argElementType)
		var ok bool
		if typ, _, ok = elementType([]Value{element}); !ok {
			panic(wrong("arrays of %s cannot be made here", show(element)))
		}
	}
	return withFill(m, sequenceOf(m, typ, arrayContents(m, n, typ, g)), n, g)
}

// arrayContents are the elements of a new array: those given, or n times the same.
func arrayContents(m *machine, n int, typ sequenceType, g options) []Value {
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
	v := g.get(argInitialElement)
	if g.has&argInitialElement == 0 {
		v = typ.blank()
	}
	return repeat(m, n, v)
}

// blank is what SBCL fills a new vector with.
func (t sequenceType) blank() Value {
	switch name, _ := symName(t.element); {
	case t.kind == stringKind:
		return sexp.Char(0)
	case name == "SINGLE-FLOAT", name == "SHORT-FLOAT":
		return sexp.Single(0)
	case name == "DOUBLE-FLOAT", name == "LONG-FLOAT":
		return sexp.Double(0)
	}
	return sexp.Int(0)
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

// withFill gives a new vector the fill pointer that the arguments say.
func withFill(m *machine, v Value, n int, g options) Value {
	fill := -1
	if at := g.get(argFillPointer); at == symT {
		fill = n
	} else if at != nil {
		fill = index(at)
	}
	if fill > n {
		panic(wrong("the fill pointer %d is beyond the %d elements", fill, n))
	}
	switch v := v.(type) {
	case *Vector:
		v.fill, v.adjustable = fill, g.get(argAdjustable) != nil
	case *Str:
		if fill >= 0 {
			v.text, v.room = textSpan(m, v, span{0, fill}), n+1
		}
	}
	return v
}

func makeString(m *machine, args []Value) Value {
	n := index(args[0])
	g := readOptions(m, args[1:], argInitialElement|argElementType)
	v := Value(sexp.Char(0))
	if g.has&argInitialElement != 0 {
		v = g.get(argInitialElement)
	}
	text := textOf([]Value{v})
	m.room(slotBytes + len(text)*min(n, 1<<40))
	m.work(n / 8)
	return &Str{text: strings.Repeat(text, n)}
}

// aref is an element of a vector, also one beyond its fill pointer.
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

func svref(m *machine, args []Value) Value {
	if v, ok := args[0].(*Vector); !ok || v.fill >= 0 || v.adjustable {
		panic(wrongType(args[0], "SIMPLE-VECTOR"))
	}
	return aref(m, args)
}

func char(m *machine, args []Value) Value {
	strArg(args[0])
	return aref(m, args)
}

// vectorPush puts an element at the fill pointer, and gives its position.
func vectorPush(extend bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		at := filled(m, args[1])
		if at == capacity(m, args[1]) && !extend {
			return nil
		}
		switch v := args[1].(type) {
		case *Vector:
			pushItem(m, v, args[0])
		case *Str:
			pushChar(m, v, args[0])
		}
		return sexp.Int(at)
	}
}

func pushItem(m *machine, v *Vector, item Value) {
	checkFrozen(v.frozen, v)
	if n := len(v.items); v.fill == n {
		m.roomFor(2*n + 1)
		v.items = append(v.items, make([]Value, max(1, n))...)
		for i := n; i < len(v.items); i++ {
			v.items[i] = sexp.Int(0)
		}
	}
	v.items[v.fill] = item
	v.fill++
}

func pushChar(m *machine, s *Str, item Value) {
	checkFrozen(s.frozen, s)
	text := textOf([]Value{item})
	m.room(len(s.text) + len(text))
	n := countRunes(m, s.text)
	s.text += text
	if most := s.room - 1; n == most {
		s.room += max(1, most)
	}
}

func vectorPop(m *machine, args []Value) Value {
	at := filled(m, args[0])
	if at == 0 {
		panic(wrong("there is nothing left to pop"))
	}
	v := elt(m, args[0], at-1)
	setFill(m, args[0], sexp.Int(at-1))
	return v
}

// setFill changes a fill pointer. What it leaves out of a string is lost.
func setFill(m *machine, v, to Value) {
	at := index(to)
	now := filled(m, v)
	switch v := v.(type) {
	case *Vector:
		checkFrozen(v.frozen, v)
		if at > len(v.items) {
			panic(wrong("the fill pointer %d is beyond the %d elements", at, len(v.items)))
		}
		v.fill = at
	case *Str:
		checkFrozen(v.frozen, v)
		if at > now {
			panic(wrong("the fill pointer of a string can only go down here"))
		}
		v.text = textSpan(m, v, span{0, at})
	}
}

func arrayDimension(m *machine, args []Value) Value {
	n := capacity(m, args[0])
	if args[1] != Value(sexp.Int(0)) {
		panic(wrong("%s has one dimension, 0", show(args[0])))
	}
	return sexp.Int(n)
}

func arrayRank(m *machine, args []Value) Value {
	capacity(m, args[0])
	return sexp.Int(1)
}

func arrayInBounds(m *machine, args []Value) Value {
	n := capacity(m, args[0])
	if !isInteger(args[1]) {
		panic(wrongType(args[1], "INTEGER"))
	}
	i, ok := args[1].(sexp.Int)
	return truth(ok && i >= 0 && i < sexp.Int(n))
}

package lisp

import (
	"pp/sexp"
	"strings"
)

func vectorBuiltins() []builtin {
	return []builtin{
		{"VECTOR", 0, -1, func(m *machine, args []Value) (Value, error) { return buildSequence(m, vectorKind, args) }},
		{"MAKE-ARRAY", 1, -1, makeArray},
		{"MAKE-STRING", 1, -1, makeString},
		{"AREF", 2, 2, aref},
		{"SVREF", 2, 2, svref},
		{"CHAR", 2, 2, char},
		{"SCHAR", 2, 2, char},
		{"VECTOR-PUSH", 2, 2, vectorPush(false)},
		{"VECTOR-PUSH-EXTEND", 2, 3, vectorPush(true)},
		{"VECTOR-POP", 1, 1, vectorPop},
		{"FILL-POINTER", 1, 1, fillPointer},
		{"ARRAY-DIMENSIONS", 1, 1, arrayDimensions},
		{"ARRAY-DIMENSION", 2, 2, arrayDimension},
		{"ARRAY-TOTAL-SIZE", 1, 1, arrayTotalSize},
		{"ARRAY-RANK", 1, 1, arrayRank},
		{"ARRAY-IN-BOUNDS-P", 2, 2, arrayInBounds},
		{"ARRAY-HAS-FILL-POINTER-P", 1, 1, func(m *machine, args []Value) (Value, error) {
			fill, err := fillOf(m, args[0])
			return truth(fill >= 0), err
		}},
	}
}

// simple reports whether a string has no fill pointer.
func (s *Str) simple() bool { return s.room == 0 }

// fillOf is the fill pointer of a vector or a string as a number, -1 without one.
func fillOf(m *machine, v Value) (int, error) {
	switch v := v.(type) {
	case *Vector:
		return v.fill, nil
	case *Str:
		if v.simple() {
			return -1, nil
		}
		return countRunes(m, v.text)
	}
	return -1, wrongType(v, "ARRAY")
}

// capacity is how many elements a vector or a string has room for.
func capacity(m *machine, v Value) (int, error) {
	switch v := v.(type) {
	case *Vector:
		return len(v.items), nil
	case *Str:
		if !v.simple() {
			return v.room - 1, nil
		}
		return countRunes(m, v.text)
	}
	return 0, wrongType(v, "ARRAY")
}

// filled is the fill pointer of what must have one.
func filled(m *machine, v Value) (int, error) {
	at, err := fillOf(m, v)
	if at < 0 {
		return 0, wrongAs("TYPE-ERROR", "%s is not a vector with a fill pointer", show(v))
	}
	return at, err
}

// makeArray makes a vector, or a string of characters.
func makeArray(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args[1:], argInitialElement|argInitialContents|argElementType|argFillPointer|argAdjustable)
	if err != nil {
		return nil, err
	}
	dimensions := args[0]
	if c, ok := dimensions.(*Cons); ok && c.Cdr == nil {
		dimensions = c.Car
	} else if dimensions == nil || ok {
		return nil, wrong("arrays have one dimension here, not %s", show(dimensions))
	}
	n, err := index(dimensions)
	if err != nil {
		return nil, err
	}
	typ := sequenceType{kind: vectorKind, length: -1}
	if g.has&argElementType != 0 {
		if typ, _, err = elementType(m, []Value{g.get(argElementType)}); err != nil {
			return nil, err
		}
	}
	items, err := arrayContents(m, n, typ, g)
	if err != nil {
		return nil, err
	}
	v, err := sequenceOf(m, typ, items)
	if err != nil {
		return nil, err
	}
	return withFill(m, v, n, g)
}

// arrayContents are the elements of a new array: those given, or n times the same.
func arrayContents(m *machine, n int, typ sequenceType, g options) ([]Value, error) {
	if g.has&argInitialContents != 0 {
		if g.has&argInitialElement != 0 {
			return nil, wrong(":INITIAL-ELEMENT and :INITIAL-CONTENTS cannot both be given")
		}
		items, err := elements(m, g.get(argInitialContents))
		if err == nil && len(items) != n {
			err = wrong("%d initial elements for a vector of %d", len(items), n)
		}
		return items, err
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

func repeat(m *machine, n int, v Value) ([]Value, error) {
	if err := m.roomFor(n); err != nil {
		return nil, err
	}
	items := make([]Value, n)
	for i := range items {
		items[i] = v
	}
	return items, nil
}

// roomFor counts n values that are about to be made.
func (m *machine) roomFor(n int) error {
	if err := m.room(slotBytes * min(n, 1<<40)); err != nil {
		return err
	}
	return m.work(n / 8)
}

// withFill gives a new vector the fill pointer that the arguments say.
func withFill(m *machine, v Value, n int, g options) (Value, error) {
	fill := -1
	if at := g.get(argFillPointer); at == symT {
		fill = n
	} else if at != nil {
		var err error
		if fill, err = index(at); err != nil {
			return nil, err
		}
	}
	if fill > n {
		return nil, wrong("the fill pointer %d is beyond the %d elements", fill, n)
	}
	switch v := v.(type) {
	case *Vector:
		v.fill, v.adjustable = fill, g.get(argAdjustable) != nil
	case *Str:
		if fill >= 0 {
			text, err := textSpan(m, v, span{0, fill})
			if err != nil {
				return nil, err
			}
			v.text, v.room = text, n+1
		}
	}
	return v, nil
}

func makeString(m *machine, args []Value) (Value, error) {
	n, err := index(args[0])
	if err != nil {
		return nil, err
	}
	g, err := readOptions(m, args[1:], argInitialElement|argElementType)
	if err != nil {
		return nil, err
	}
	v := Value(sexp.Char(0))
	if g.has&argInitialElement != 0 {
		v = g.get(argInitialElement)
	}
	if !isA[sexp.Char](v) {
		return nil, wrongType(v, "CHARACTER")
	}
	text, err := textOf([]Value{v})
	if err != nil {
		return nil, err
	}
	if err := m.room(slotBytes + len(text)*min(n, 1<<40)); err != nil {
		return nil, err
	}
	return &Str{text: strings.Repeat(text, n)}, m.work(n / 8)
}

// aref is an element of a vector, also one beyond its fill pointer.
func aref(m *machine, args []Value) (Value, error) {
	i, err := index(args[1])
	if err != nil {
		return nil, err
	}
	switch v := args[0].(type) {
	case *Vector:
		if i >= len(v.items) {
			return nil, noElement(i, v)
		}
		return v.items[i], nil
	case *Str:
		c, err := charAt(m, v, i)
		return sexp.Char(c), err
	}
	return nil, wrongType(args[0], "ARRAY")
}

func svref(m *machine, args []Value) (Value, error) {
	if v, ok := args[0].(*Vector); !ok || v.fill >= 0 || v.adjustable {
		return nil, wrongType(args[0], "SIMPLE-VECTOR")
	}
	return aref(m, args)
}

func char(m *machine, args []Value) (Value, error) {
	if _, ok := args[0].(*Str); !ok {
		return nil, wrongType(args[0], "STRING")
	}
	return aref(m, args)
}

// vectorPush puts an element at the fill pointer, and gives its position.
func vectorPush(extend bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		at, err := filled(m, args[1])
		if err != nil {
			return nil, err
		}
		room, err := capacity(m, args[1])
		if err != nil {
			return nil, err
		}
		if at == room && !extend {
			return nil, nil
		}
		switch v := args[1].(type) {
		case *Vector:
			err = pushItem(m, v, args[0])
		case *Str:
			err = pushChar(m, v, args[0])
		}
		return sexp.Int(at), err
	}
}

func pushItem(m *machine, v *Vector, item Value) error {
	if v.frozen {
		return errFrozen(v)
	}
	if n := len(v.items); v.fill == n {
		if err := m.roomFor(2*n + 1); err != nil {
			return err
		}
		v.items = append(v.items, make([]Value, max(1, n))...)
		for i := n; i < len(v.items); i++ {
			v.items[i] = sexp.Int(0)
		}
	}
	v.items[v.fill] = item
	v.fill++
	return nil
}

func pushChar(m *machine, s *Str, item Value) error {
	if s.frozen {
		return errFrozen(s)
	}
	text, err := textOf([]Value{item})
	if err != nil {
		return err
	}
	if err := m.room(len(s.text) + len(text)); err != nil {
		return err
	}
	n, err := countRunes(m, s.text)
	if err != nil {
		return err
	}
	s.text += text
	if most := s.room - 1; n == most {
		s.room += max(1, most)
	}
	return nil
}

func vectorPop(m *machine, args []Value) (Value, error) {
	at, err := filled(m, args[0])
	switch {
	case err != nil:
		return nil, err
	case at == 0:
		return nil, wrong("there is nothing left to pop")
	}
	v, err := elt(m, args[0], at-1)
	if err != nil {
		return nil, err
	}
	return v, setFill(m, args[0], sexp.Int(at-1))
}

func fillPointer(m *machine, args []Value) (Value, error) {
	at, err := filled(m, args[0])
	return sexp.Int(at), err
}

// setFill changes a fill pointer. What it leaves out of a string is lost.
func setFill(m *machine, v, to Value) error {
	at, err := index(to)
	if err != nil {
		return err
	}
	now, err := filled(m, v)
	if err != nil {
		return err
	}
	switch v := v.(type) {
	case *Vector:
		if v.frozen {
			return errFrozen(v)
		}
		if at > len(v.items) {
			return wrong("the fill pointer %d is beyond the %d elements", at, len(v.items))
		}
		v.fill = at
	case *Str:
		if v.frozen {
			return errFrozen(v)
		}
		if at > now {
			return wrong("the fill pointer of a string can only go down here")
		}
		v.text, err = textSpan(m, v, span{0, at})
	}
	return err
}

func arrayDimensions(m *machine, args []Value) (Value, error) {
	n, err := capacity(m, args[0])
	if err != nil {
		return nil, err
	}
	return listFrom(m, []Value{sexp.Int(n)})
}

func arrayDimension(m *machine, args []Value) (Value, error) {
	n, err := capacity(m, args[0])
	if err == nil && args[1] != Value(sexp.Int(0)) {
		err = wrong("%s has one dimension, 0", show(args[0]))
	}
	return sexp.Int(n), err
}

func arrayTotalSize(m *machine, args []Value) (Value, error) {
	n, err := capacity(m, args[0])
	return sexp.Int(n), err
}

func arrayRank(m *machine, args []Value) (Value, error) {
	_, err := capacity(m, args[0])
	return sexp.Int(1), err
}

func arrayInBounds(m *machine, args []Value) (Value, error) {
	n, err := capacity(m, args[0])
	if err != nil {
		return nil, err
	}
	if !isInteger(args[1]) {
		return nil, wrongType(args[1], "INTEGER")
	}
	i, ok := args[1].(sexp.Int)
	return truth(ok && i >= 0 && i < sexp.Int(n)), nil
}

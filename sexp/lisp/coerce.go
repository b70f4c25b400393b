package lisp

import (
	"unicode/utf8"

	"pp/sexp"
)

func coerceBuiltins() []builtin {
	return []builtin{
		{"COERCE", 2, 2, func(m *machine, args []Value) Value { return coerce(m, args[0], args[1]) }},
		{"TYPE-OF", 1, 1, func(m *machine, args []Value) Value { return typeOf(m, args[0]) }},
	}
}

// sequenceType is what a sequence to be made is.
type sequenceType struct {
	kind    sequenceKind
	length  int   // -1 for any, notNone for any but 0
	element Value // the type of the elements; nil for any
}

const notNone = -2

// elementKind is how a vector of elements of a type is made, where that is not as one of
// elements of any type.
func elementKind(name string) sequenceKind {
	switch name {
	case "CHARACTER", "BASE-CHAR", "STANDARD-CHAR", "EXTENDED-CHAR":
		return stringKind
	case "FIXNUM", "UNSIGNED-BYTE", "SIGNED-BYTE", "MOD", "INTEGER", "SINGLE-FLOAT", "DOUBLE-FLOAT", "FLOAT",
		"SHORT-FLOAT", "LONG-FLOAT", "REAL", "NUMBER":
		return vectorKind
	}
	return notSequence
}

// namedSequence is the type of sequences of a name.
func namedSequence(name string) (sequenceType, bool) {
	switch name {
	case "LIST":
		return sequenceType{listKind, -1, nil}, true
	case "CONS":
		return sequenceType{listKind, notNone, nil}, true
	case "NULL":
		return sequenceType{listKind, 0, nil}, true
	case "VECTOR", "SIMPLE-VECTOR":
		return sequenceType{vectorKind, -1, nil}, true
	case "STRING", "SIMPLE-STRING", "BASE-STRING", "SIMPLE-BASE-STRING":
		return sequenceType{stringKind, -1, nil}, true
	}
	return sequenceType{length: -1}, false
}

// resultType reads the type of a sequence to be made.
func resultType(m *machine, spec Value) sequenceType {
	t, ok := typeOfSequences(m, spec)
	if !ok {
		panic(wrongAs("TYPE-ERROR", "%s is not a type of sequences that can be made here", show(spec)))
	}
	return t
}

// typeOfSequences is resultType, and false for any other type.
func typeOfSequences(m *machine, spec Value) (t sequenceType, ok bool) {
	if name, ok := symName(spec); ok && spec != nil {
		return namedSequence(name)
	}
	parts, _ := properItems(m, spec)
	if len(parts) == 0 {
		return t, false
	}
	name, _ := symName(parts[0])
	t, ok = namedSequence(name)
	rest := parts[1:]
	switch name {
	case "VECTOR", "ARRAY", "SIMPLE-ARRAY":
		t, rest, ok = elementType(rest)
	}
	if !ok || t.kind == listKind || len(rest) > 1 {
		return t, false
	}
	if len(rest) == 1 {
		t.length, ok = dimension(rest[0])
	}
	return t, ok
}

// dimension reads the length in a type: n, (n), * or (*).
func dimension(v Value) (int, bool) {
	if c, ok := v.(*Cons); ok && c.Cdr == nil {
		v = c.Car
	}
	if isSym(v, "*") {
		return -1, true
	}
	return asIndex(v)
}

// elementType reads the type of elements that stands first among others; false where there are no such vectors.
func elementType(parts []Value) (t sequenceType, rest []Value, ok bool) {
	t = sequenceType{vectorKind, -1, nil}
	if len(parts) == 0 {
		return t, nil, true
	}
	spec := parts[0]
	name, _ := symName(spec)
	if c, ok := spec.(*Cons); ok {
		name, _ = symName(c.Car)
	}
	if elementKind(name) != notSequence {
		t.kind, t.element = elementKind(name), spec
	}
	return t, parts[1:], spec != nil && name != "BIT"
}

// sequenceOf makes a sequence of a type.
func sequenceOf(m *machine, t sequenceType, items []Value) Value {
	if t.length >= 0 && t.length != len(items) || t.length == notNone && len(items) == 0 {
		panic(wrongAs("TYPE-ERROR", "%d elements are not as many as the type says", len(items)))
	}
	if t.kind == vectorKind && t.element != nil {
		for _, v := range items {
			if !typep(m, v, t.element) {
				panic(wrongAs("TYPE-ERROR", "%s is not of the type %s", show(v), show(t.element)))
			}
		}
	}
	return buildSequence(m, t.kind, items)
}

// coerce makes a value of a type of what a value says; the value itself when it is of it.
func coerce(m *machine, v, spec Value) Value {
	t, isSequence := typeOfSequences(m, spec)
	is := false
	if err := try(func() { is = typep(m, v, spec) }); !isSequence {
		check(err)
	}
	if is {
		return v
	}
	name, _ := symName(spec)
	if c, ok := spec.(*Cons); ok {
		name, _ = symName(c.Car)
	}
	switch name {
	case "CHARACTER":
		if s, ok := designatedName(v); ok && utf8.RuneCountInString(s) == 1 {
			c, _ := utf8.DecodeRuneInString(s)
			return sexp.Char(c)
		}
	case "FLOAT", "SINGLE-FLOAT", "SHORT-FLOAT", "DOUBLE-FLOAT", "LONG-FLOAT":
		if n, ok := number(v); ok {
			return toFloat(m, n, name != "DOUBLE-FLOAT" && name != "LONG-FLOAT")
		}
	case "FUNCTION":
		return must(m.functionOf(v))
	default:
		if isSequence && kindOf(v) != notSequence {
			return sequenceOf(m, t, elements(m, v))
		}
	}
	panic(wrongAs("TYPE-ERROR", "%s cannot be made a %s", show(v), show(spec)))
}

// typeOf is the type of a value as SBCL names it; of all strings the same.
func typeOf(m *machine, v Value) Value {
	switch v := v.(type) {
	case sexp.Int:
		switch {
		case v == 0 || v == 1:
			return sym("BIT")
		case v > mostFixnum:
			return list(sym("INTEGER"), sexp.Int(mostFixnum+1))
		case v < -mostFixnum-1:
			return sym("BIGNUM")
		case v < 0:
			return sym("FIXNUM")
		}
		return list(sym("INTEGER"), sexp.Int(0), sexp.Int(mostFixnum))
	case sexp.Big:
		if v.Int().Sign() < 0 {
			return sym("BIGNUM")
		}
		return list(sym("INTEGER"), sexp.Int(mostFixnum+1))
	case sexp.Char:
		if isStandard(rune(v)) {
			return sym("STANDARD-CHAR")
		}
		if v < 128 {
			return sym("BASE-CHAR")
		}
		return sym("EXTENDED-CHAR")
	case *Str:
		return stringType(m, v)
	case *Vector:
		return list(sym("SIMPLE-VECTOR"), sexp.Int(len(v.items)))
	}
	return otherType(m, v)
}

func stringType(m *machine, s *Str) Value {
	n := length(m, s)
	return list(sym("SIMPLE-ARRAY"), sym("CHARACTER"), list(sexp.Int(n)))
}

func otherType(m *machine, v Value) Value {
	switch v := v.(type) {
	case nil:
		return sym("NULL")
	case Symbol:
		switch {
		case v == symT:
			return sym("BOOLEAN")
		case v.Name().IsKeyword():
			return sym("KEYWORD")
		}
		return sym("SYMBOL")
	case *Gensym:
		return sym("SYMBOL")
	case sexp.Ratio:
		return sym("RATIO")
	case sexp.Single:
		return sym("SINGLE-FLOAT")
	case sexp.Double:
		return sym("DOUBLE-FLOAT")
	case *Cons:
		return sym("CONS")
	case *Table:
		return sym("HASH-TABLE")
	case *Function:
		return sym("COMPILED-FUNCTION")
	case *Struct:
		return v.class.name
	case *Condition:
		return v.class.name
	}
	panic(wrong("TYPE-OF does not know %s", show(v)))
}

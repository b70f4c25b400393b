package lisp

import (
	"unicode/utf8"

	"pp/sexp"
)

func coerceBuiltins() []builtin {
	return []builtin{
		{"COERCE", 2, 2, func(m *machine, args []Value) (Value, error) { return coerce(m, args[0], args[1]) }},
		{"TYPE-OF", 1, 1, func(m *machine, args []Value) (Value, error) { return typeOf(m, args[0]) }},
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

func badSequence(spec Value) error {
	return wrongAs("TYPE-ERROR", "%s is not a type of sequences that can be made here", show(spec))
}

// resultType reads the type of a sequence to be made.
func resultType(m *machine, spec Value) (sequenceType, error) {
	none := sequenceType{length: -1}
	if name, ok := symName(spec); ok && spec != nil {
		t, ok := namedSequence(name)
		if !ok {
			return none, badSequence(spec)
		}
		return t, nil
	}
	parts, err := itemsOf(m, spec)
	if err != nil {
		return none, err
	}
	if len(parts) == 0 {
		return none, badSequence(spec)
	}
	name, _ := symName(parts[0])
	t, ok := namedSequence(name)
	rest := parts[1:]
	switch name {
	case "VECTOR", "ARRAY", "SIMPLE-ARRAY":
		t, rest, err = elementType(m, rest)
		ok = err == nil
	}
	if !ok || t.kind == listKind || len(rest) > 1 {
		return none, badSequence(spec)
	}
	if len(rest) == 1 {
		t.length, ok = dimension(rest[0])
	}
	if !ok {
		return none, badSequence(spec)
	}
	return t, nil
}

// dimension reads the length in a type: n, (n), * or (*).
func dimension(v Value) (int, bool) {
	if c, ok := v.(*Cons); ok && c.Cdr == nil {
		v = c.Car
	}
	if isSym(v, "*") {
		return -1, true
	}
	n, err := index(v)
	return n, err == nil
}

// elementType reads the type of elements that stands first among others.
func elementType(m *machine, parts []Value) (sequenceType, []Value, error) {
	t := sequenceType{vectorKind, -1, nil}
	if len(parts) == 0 {
		return t, nil, nil
	}
	spec := parts[0]
	name, _ := symName(spec)
	if c, ok := spec.(*Cons); ok {
		name, _ = symName(c.Car)
	}
	switch {
	case spec == nil, name == "BIT":
		return t, nil, wrong("arrays of %s cannot be made here", show(spec))
	case elementKind(name) != notSequence:
		t.kind, t.element = elementKind(name), spec
	}
	return t, parts[1:], nil
}

// sequenceOf makes a sequence of a type.
func sequenceOf(m *machine, t sequenceType, items []Value) (Value, error) {
	if t.length >= 0 && t.length != len(items) || t.length == notNone && len(items) == 0 {
		return nil, wrongAs("TYPE-ERROR", "%d elements are not as many as the type says", len(items))
	}
	if t.kind == vectorKind && t.element != nil {
		for _, v := range items {
			if ok, err := typep(m, v, t.element); err != nil {
				return nil, err
			} else if !ok {
				return nil, wrongAs("TYPE-ERROR", "%s is not of the type %s", show(v), show(t.element))
			}
		}
	}
	return buildSequence(m, t.kind, items)
}

// coerce makes a value of a type of what a value says; the value itself when it is of it.
func coerce(m *machine, v, spec Value) (Value, error) {
	t, noSequence := resultType(m, spec)
	if ok, err := typep(m, v, spec); ok || err != nil && noSequence != nil {
		return v, err
	}
	name, _ := symName(spec)
	if c, ok := spec.(*Cons); ok {
		name, _ = symName(c.Car)
	}
	switch name {
	case "CHARACTER":
		if s, err := stringOf(m, v); err == nil && utf8.RuneCountInString(s) == 1 {
			c, _ := utf8.DecodeRuneInString(s)
			return sexp.Char(c), nil
		}
	case "FLOAT", "SINGLE-FLOAT", "SHORT-FLOAT", "DOUBLE-FLOAT", "LONG-FLOAT":
		if n, ok := number(v); ok {
			return toFloat(m, n, name != "DOUBLE-FLOAT" && name != "LONG-FLOAT")
		}
	case "FUNCTION":
		f, err := m.functionOf(v)
		if err != nil {
			return nil, err
		}
		return f, nil
	default:
		if noSequence == nil && kindOf(v) != notSequence {
			items, err := elements(m, v)
			if err != nil {
				return nil, err
			}
			return sequenceOf(m, t, items)
		}
	}
	return nil, wrongAs("TYPE-ERROR", "%s cannot be made a %s", show(v), show(spec))
}

// typeOf is the type of a value as SBCL names it; of all strings the same.
func typeOf(m *machine, v Value) (Value, error) {
	switch v := v.(type) {
	case sexp.Int:
		switch {
		case v == 0 || v == 1:
			return sym("BIT"), nil
		case v > mostFixnum:
			return list(sym("INTEGER"), sexp.Int(mostFixnum+1)), nil
		case v < -mostFixnum-1:
			return sym("BIGNUM"), nil
		case v < 0:
			return sym("FIXNUM"), nil
		}
		return list(sym("INTEGER"), sexp.Int(0), sexp.Int(mostFixnum)), nil
	case sexp.Big:
		if v.Int().Sign() < 0 {
			return sym("BIGNUM"), nil
		}
		return list(sym("INTEGER"), sexp.Int(mostFixnum+1)), nil
	case sexp.Char:
		if v >= ' ' && v < 127 || v == '\n' {
			return sym("STANDARD-CHAR"), nil
		}
		if v < 128 {
			return sym("BASE-CHAR"), nil
		}
		return sym("EXTENDED-CHAR"), nil
	case *Str:
		return stringType(m, v)
	case *Vector:
		if v.fill >= 0 || v.adjustable {
			return list(sym("VECTOR"), symT, sexp.Int(len(v.items))), nil
		}
		return list(sym("SIMPLE-VECTOR"), sexp.Int(len(v.items))), nil
	}
	return otherType(m, v)
}

func stringType(m *machine, s *Str) (Value, error) {
	if s.room > 0 {
		return list(sym("VECTOR"), sym("CHARACTER"), sexp.Int(s.room-1)), nil
	}
	n, err := length(m, s)
	return list(sym("SIMPLE-ARRAY"), sym("CHARACTER"), list(sexp.Int(n))), err
}

func otherType(m *machine, v Value) (Value, error) {
	switch v := v.(type) {
	case nil:
		return sym("NULL"), nil
	case Symbol:
		switch {
		case v == symT:
			return sym("BOOLEAN"), nil
		case v.Name().IsKeyword():
			return sym("KEYWORD"), nil
		}
		return sym("SYMBOL"), nil
	case *Gensym:
		return sym("SYMBOL"), nil
	case sexp.Ratio:
		return sym("RATIO"), nil
	case sexp.Single:
		return sym("SINGLE-FLOAT"), nil
	case sexp.Double:
		return sym("DOUBLE-FLOAT"), nil
	case *Cons:
		return sym("CONS"), nil
	case *Table:
		return sym("HASH-TABLE"), nil
	case *Function:
		return sym("COMPILED-FUNCTION"), nil
	case *Struct:
		return v.class.name, nil
	case *Condition:
		return v.class.name, nil
	}
	return nil, wrong("TYPE-OF does not know %s", show(v))
}

package lisp

import (
	"unicode/utf8"

	"pp/sexp"
)

func coerceBuiltins() []builtin {
	return []builtin{
		{"COERCE", 2, 2, func(m *machine, args []Value) Value { return coerce(m, args[0], args[1]) }},
	}
}

// resultType reads the type of a sequence to be made.
func resultType(spec Value) sequenceKind {
	kind := sequenceNamed(spec)
	if kind == notSequence {
		panic(wrongAs("TYPE-ERROR", "%s is not a type of sequences that can be made here", show(spec)))
	}
	return kind
}

// sequenceNamed is the kind of sequences that a type names.
func sequenceNamed(spec Value) sequenceKind {
	switch name, _ := symName(spec); name {
	case "LIST":
		return listKind
	case "VECTOR", "SIMPLE-VECTOR":
		return vectorKind
	case "STRING", "SIMPLE-STRING":
		return stringKind
	}
	return notSequence
}

// coerce makes a value of a type of what a value says; the value itself when it is of it.
func coerce(m *machine, v, spec Value) Value {
	if typep(m, v, spec) {
		return v
	}
	switch name, _ := symName(spec); name {
	case "CHARACTER":
		if s, ok := designatedName(v); ok && utf8.RuneCountInString(s) == 1 {
			c, _ := utf8.DecodeRuneInString(s)
			return sexp.Char(c)
		}
	case "FLOAT", "SINGLE-FLOAT", "DOUBLE-FLOAT":
		if n, ok := number(v); ok {
			return toFloat(m, n, name != "DOUBLE-FLOAT")
		}
	case "FUNCTION":
		return must(m.functionOf(v))
	default:
		if kind := sequenceNamed(spec); kind != notSequence && kindOf(v) != notSequence {
			return buildSequence(m, kind, elements(m, v))
		}
	}
	panic(wrongAs("TYPE-ERROR", "%s cannot be made a %s", show(v), show(spec)))
}

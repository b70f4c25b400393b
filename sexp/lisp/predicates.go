package lisp

import "pp/sexp"

// predicateBuiltins are the functions that tell the kind of a value.
func predicateBuiltins() (table []builtin) {
	for name, holds := range map[string]func(v Value) bool{
		"CONSP":               isA[*Cons],
		"ATOM":                func(v Value) bool { return !isA[*Cons](v) },
		"LISTP":               func(v Value) bool { return kindOf(v) == listKind },
		"STRINGP":             isA[*Str],
		"SIMPLE-STRING-P":     func(v Value) bool { s, ok := v.(*Str); return ok && s.simple() },
		"VECTORP":             func(v Value) bool { return isA[*Vector](v) || isA[*Str](v) },
		"ARRAYP":              func(v Value) bool { return isA[*Vector](v) || isA[*Str](v) },
		"SIMPLE-VECTOR-P":     func(v Value) bool { w, ok := v.(*Vector); return ok && w.fill < 0 && !w.adjustable },
		"BIT-VECTOR-P":        func(Value) bool { return false },
		"SYMBOLP":             func(v Value) bool { _, ok := symName(v); return ok },
		"KEYWORDP":            isKeyword,
		"CHARACTERP":          isA[sexp.Char],
		"HASH-TABLE-P":        isA[*Table],
		"FUNCTIONP":           func(v Value) bool { return isA[*Function](v) || isA[*Scanner](v) },
		"COMPILED-FUNCTION-P": isA[*Function],
		"NUMBERP":             isNumber,
		"REALP":               isNumber,
		"COMPLEXP":            func(Value) bool { return false },
		"INTEGERP":            isInteger,
		"RATIONALP":           func(v Value) bool { return isInteger(v) || isA[sexp.Ratio](v) },
		"FLOATP":              isFloat,
		"PACKAGEP":            func(Value) bool { return false },
		"PATHNAMEP":           func(Value) bool { return false },
	} {
		table = append(table, builtin{name, 1, 1, func(_ *machine, args []Value) Value {
			return truth(holds(args[0]))
		}})
	}
	return table
}

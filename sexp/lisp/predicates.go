package lisp

import "pp/sexp"

// predicateBuiltins are the functions that tell the kind of a value.
func predicateBuiltins() (table []builtin) {
	types := atomicTypes()
	never := types["COMPLEX"]
	for name, holds := range map[string]func(v Value) bool{
		"CONSP": isA[*Cons], "ATOM": types["ATOM"], "LISTP": types["LIST"], "STRINGP": isA[*Str],
		"SIMPLE-STRING-P": types["SIMPLE-STRING"], "VECTORP": isVector, "ARRAYP": isVector,
		"SIMPLE-VECTOR-P": isA[*Vector],
		"BIT-VECTOR-P":    never, "SYMBOLP": isSymbol, "KEYWORDP": isKeyword, "CHARACTERP": isA[sexp.Char],
		"HASH-TABLE-P":        isA[*Table],
		"FUNCTIONP":           func(v Value) bool { return isA[*Function](v) || isA[*Scanner](v) },
		"COMPILED-FUNCTION-P": isA[*Function], "NUMBERP": isNumber, "REALP": isNumber, "COMPLEXP": never,
		"INTEGERP": isInteger, "RATIONALP": types["RATIONAL"], "FLOATP": isFloat, "PACKAGEP": never, "PATHNAMEP": never,
	} {
		table = append(table, builtin{name, 1, 1, func(_ *machine, args []Value) Value {
			return truth(holds(args[0]))
		}})
	}
	return table
}

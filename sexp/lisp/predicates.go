package lisp

import "pp/sexp"

// predicateBuiltins are the functions that tell the kind of a value.
func predicateBuiltins() (table []builtin) {
	types := atomicTypes()
	for name, holds := range map[string]func(v Value) bool{
		"CONSP": isA[*Cons], "ATOM": types["ATOM"], "LISTP": types["LIST"], "STRINGP": isA[*Str], "VECTORP": isVector,
		"SYMBOLP": isSymbol, "KEYWORDP": isKeyword, "CHARACTERP": isA[sexp.Char], "HASH-TABLE-P": isA[*Table],
		"FUNCTIONP": func(v Value) bool { return isA[*Function](v) || isA[*Scanner](v) },
		"NUMBERP":   isNumber, "REALP": isNumber, "INTEGERP": isInteger, "RATIONALP": types["RATIONAL"], "FLOATP": isFloat,
	} {
		table = append(table, builtin{name, 1, 1, func(_ *machine, args []Value) Value {
			return truth(holds(args[0]))
		}})
	}
	return table
}

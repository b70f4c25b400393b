package lisp

import (
	"unicode/utf8"

	"pp/sexp"
)

// typeTest reports whether a value is of a type.
type typeTest func(m *machine, v Value) bool

// wrongValue raises a TYPE-ERROR with a type that may be a list.
func (m *machine) wrongValue(v, spec Value) error {
	return m.typeError(v, spec, show(v)+" is not of the type "+show(spec))
}

// newTypeTest understands a type specifier.
func newTypeTest(m *machine, spec Value) typeTest {
	m.work(1)
	if c, ok := spec.(*Cons); ok {
		return compoundType(m, c)
	}
	if name, ok := spec.(Symbol); ok && name.Name().Package == "" {
		if is := m.program.language.types[name.Name().Name]; is != nil {
			return func(_ *machine, v Value) bool { return is(v) }
		}
	}
	if spec == nil {
		return func(*machine, Value) bool { return false }
	}
	if class := m.program.class(hashable(spec)); class != nil {
		return func(_ *machine, v Value) bool {
			c, ok := v.(*Condition)
			return ok && c.class.is(class)
		}
	}
	panic(m.wrong("there is no type %s", show(spec)))
}

// atomicTypes are the types that are a name.
func atomicTypes() map[string]func(v Value) bool {
	return map[string]func(v Value) bool{
		"T": func(Value) bool { return true }, "ATOM": func(v Value) bool { return !isCons(v) },
		"NULL": func(v Value) bool { return v == nil }, "CONS": isCons,
		"LIST":   func(v Value) bool { return v == nil || isCons(v) },
		"SYMBOL": isSymbol, "KEYWORD": isKeyword,
		"BOOLEAN":  func(v Value) bool { return v == nil || v == symT },
		"SEQUENCE": func(v Value) bool { return kindOf(v) != "" },
		"FUNCTION": func(v Value) bool { return isA[*Function](v) || isA[*Scanner](v) }, "HASH-TABLE": isA[*Table],

		"NUMBER": isNumber, "REAL": isNumber, "INTEGER": isInteger, "RATIO": isA[sexp.Ratio],
		"RATIONAL": func(v Value) bool { return isInteger(v) || isA[sexp.Ratio](v) },
		"FIXNUM":   func(v Value) bool { n, ok := v.(sexp.Int); return ok && n >= -mostFixnum-1 && n <= mostFixnum },
		"FLOAT":    isFloat, "SINGLE-FLOAT": isA[sexp.Single], "DOUBLE-FLOAT": isA[sexp.Double],

		"CHARACTER": isA[sexp.Char], "STRING": isA[*Str], "SIMPLE-STRING": isA[*Str],
		"VECTOR": isVector, "ARRAY": isVector, "SIMPLE-VECTOR": isA[*Vector],
	}
}

// predicateBuiltins are the functions that tell the type of a value.
func predicateBuiltins() (table []builtin) {
	types := atomicTypes()
	for name, typ := range map[string]string{
		"CONSP": "CONS", "ATOM": "ATOM", "LISTP": "LIST", "STRINGP": "STRING", "VECTORP": "VECTOR", "SYMBOLP": "SYMBOL",
		"KEYWORDP": "KEYWORD", "CHARACTERP": "CHARACTER", "HASH-TABLE-P": "HASH-TABLE", "FUNCTIONP": "FUNCTION",
		"NUMBERP": "NUMBER", "REALP": "REAL", "INTEGERP": "INTEGER", "RATIONALP": "RATIONAL", "FLOATP": "FLOAT",
	} {
		table = append(table, builtin{name, 1, 1, func(_ *machine, args []Value) Value { return truth(types[typ](args[0])) }})
	}
	return table
}

// compoundType understands a type specifier that is a list.
func compoundType(m *machine, spec *Cons) typeTest {
	m.down(1)
	defer m.up()
	name, _ := symName(spec.Car)
	args := listOf(m, spec.Cdr, 0, -1, "there is no type %s")
	switch {
	case name == "AND" || name == "OR" || name == "NOT" && len(args) == 1:
		return combinedType(m, name, args)
	case name == "MEMBER", name == "EQL":
		return memberTest(args)
	case name == "SATISFIES" && len(args) == 1:
		return func(m *machine, v Value) bool { return m.call(args[0], v) != nil }
	}
	panic(m.wrong("there is no type %s here", show(spec)))
}

func memberTest(keys []Value) typeTest {
	return func(m *machine, v Value) bool {
		m.work(len(keys) / 8)
		for _, k := range keys {
			if m.eql(k, v) {
				return true
			}
		}
		return false
	}
}

func combinedType(m *machine, name string, args []Value) typeTest {
	tests := make([]typeTest, len(args))
	for i, a := range args {
		tests[i] = newTypeTest(m, a)
	}
	if name == "NOT" {
		return func(m *machine, v Value) bool { return !tests[0](m, v) }
	}
	until := name == "OR"
	return func(m *machine, v Value) bool {
		m.work(len(tests) / 8)
		for _, is := range tests {
			if is(m, v) == until {
				return until
			}
		}
		return !until
	}
}

// coerce makes a value of a type of what a value says; the value itself if it is of it.
func coerce(m *machine, v, spec Value) Value {
	if newTypeTest(m, spec)(m, v) {
		return v
	}
	name, _ := symName(spec)
	switch kind := sequenceType(spec); {
	case name == "CHARACTER":
		if s, ok := designatedName(v); ok && utf8.RuneCountInString(s) == 1 {
			c, _ := utf8.DecodeRuneInString(s)
			return sexp.Char(c)
		}
	case name == "FLOAT", name == "SINGLE-FLOAT", name == "DOUBLE-FLOAT":
		if isNumber(v) {
			return asFloat(m, numOf(m, v, "REAL"), name != "DOUBLE-FLOAT")
		}
	case name == "FUNCTION":
		return m.functionOf(v)
	case kind != "" && kindOf(v) != "":
		return buildSequence(m, kind, elements(m, v, whole))
	}
	panic(m.wrongAs("TYPE-ERROR", "%s cannot be made a %s", show(v), show(spec)))
}

package lisp

import "pp/sexp"

// typeTest reports whether a value is of a type.
type typeTest func(m *machine, v Value) bool

// of is the test for compiled code.
func (is typeTest) of(m *machine, v Value) (ok bool, err error) {
	err = try(func() { ok = is(m, v) })
	return ok, err
}

// wrongValue is a TYPE-ERROR with a type that is a list.
func wrongValue(v, spec Value) error {
	return &failure{class: "TYPE-ERROR", text: show(v) + " is not of the type " + show(spec),
		slots: []Value{sym("DATUM"), v, sym("EXPECTED-TYPE"), spec}}
}

// typep reports whether a value is of the type that a specifier names.
func typep(m *machine, v, spec Value) bool {
	is := newTypeTest(m, spec)
	return is(m, v)
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
	if class := m.program.class(spec); class != nil {
		return func(_ *machine, v Value) bool {
			of := classOf(v)
			return of != nil && of.is(class)
		}
	}
	panic(wrong("there is no type %s", show(spec)))
}

// classOf is the class of an object; nil of any other value.
func classOf(v Value) *class {
	switch v := v.(type) {
	case *Struct:
		return v.class
	case *Condition:
		return v.class
	}
	return nil
}

// atomicTypes are the types that are a name.
func atomicTypes() map[string]func(v Value) bool {
	return map[string]func(v Value) bool{
		"T": func(Value) bool { return true }, "ATOM": func(v Value) bool { return !isA[*Cons](v) },
		"NULL": func(v Value) bool { return v == nil }, "CONS": isA[*Cons],
		"LIST":   func(v Value) bool { return kindOf(v) == listKind },
		"SYMBOL": isSymbol, "KEYWORD": isKeyword,
		"BOOLEAN":  func(v Value) bool { return v == nil || v == symT },
		"SEQUENCE": func(v Value) bool { return kindOf(v) != notSequence },
		"FUNCTION": isA[*Function], "HASH-TABLE": isA[*Table],

		"NUMBER": isNumber, "REAL": isNumber, "INTEGER": isInteger, "RATIO": isA[sexp.Ratio],
		"RATIONAL": func(v Value) bool { return isInteger(v) || isA[sexp.Ratio](v) },
		"FIXNUM":   func(v Value) bool { n, ok := v.(sexp.Int); return ok && n >= -mostFixnum-1 && n <= mostFixnum },
		"FLOAT":    isFloat, "SINGLE-FLOAT": isA[sexp.Single], "DOUBLE-FLOAT": isA[sexp.Double],

		"CHARACTER": isA[sexp.Char], "STRING": isA[*Str], "SIMPLE-STRING": isA[*Str],
		"VECTOR": isVector, "ARRAY": isVector, "SIMPLE-VECTOR": isA[*Vector],
	}
}

func isA[T any](v Value) bool { _, ok := v.(T); return ok }

func isSymbol(v Value) bool { return v == nil || isA[Symbol](v) || isA[*Gensym](v) }

func isVector(v Value) bool { return isA[*Str](v) || isA[*Vector](v) }

// compoundType understands a type specifier that is a list.
func compoundType(m *machine, spec *Cons) typeTest {
	defer m.down().up()
	name, _ := symName(spec.Car)
	args, ok := properItems(m, spec.Cdr)
	if !ok {
		panic(wrong("there is no type %s", show(spec)))
	}
	switch name {
	case "AND", "OR", "NOT":
		return combinedType(m, name, args)
	case "MEMBER", "EQL":
		return caseTest(args)
	case "SATISFIES":
		if len(args) == 1 {
			return func(m *machine, v Value) bool { return m.call(args[0], v) != nil }
		}
	}
	panic(wrong("there is no type %s here", show(spec)))
}

func combinedType(m *machine, name string, args []Value) typeTest {
	tests := make([]typeTest, len(args))
	for i, a := range args {
		tests[i] = newTypeTest(m, a)
	}
	if name == "NOT" {
		if len(tests) != 1 {
			panic(wrong("NOT takes one type"))
		}
		return func(m *machine, v Value) bool { return !tests[0](m, v) }
	}
	until := name == "OR"
	return func(m *machine, v Value) bool {
		for _, is := range tests {
			if ok := is(m, v); ok == until {
				return ok
			}
		}
		m.work(len(tests) / 8)
		return !until
	}
}

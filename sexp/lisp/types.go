package lisp

import (
	"math/big"

	"pp/sexp"
)

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
	if cell := m.program.known(spec); cell != nil && cell.alias != nil {
		defer m.down().up()
		return newTypeTest(m, cell.alias.(*Cons).Car)
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
	never := func(Value) bool { return false }
	rational := func(v Value) bool { return isInteger(v) || isA[sexp.Ratio](v) }
	fixnum := func(v Value) bool { n, ok := v.(sexp.Int); return ok && n >= -mostFixnum-1 && n <= mostFixnum }
	return map[string]func(v Value) bool{
		"T": func(Value) bool { return true }, "ATOM": func(v Value) bool { return !isA[*Cons](v) },
		"NULL": func(v Value) bool { return v == nil }, "CONS": isA[*Cons],
		"LIST":   func(v Value) bool { return kindOf(v) == listKind },
		"SYMBOL": isSymbol, "KEYWORD": isKeyword,
		"BOOLEAN":  func(v Value) bool { return v == nil || v == symT },
		"SEQUENCE": func(v Value) bool { return kindOf(v) != notSequence },
		"FUNCTION": isA[*Function], "COMPILED-FUNCTION": isA[*Function], "HASH-TABLE": isA[*Table],
		"STRUCTURE-OBJECT": isA[*Struct], "RESTART": isA[*restart],

		"NUMBER": isNumber, "REAL": isNumber, "COMPLEX": never, "RATIONAL": rational, "RATIO": isA[sexp.Ratio],
		"INTEGER": isInteger, "SIGNED-BYTE": isInteger, "FIXNUM": fixnum,
		"UNSIGNED-BYTE": func(v Value) bool { return isInteger(v) && signOf(v) >= 0 },
		"BIGNUM":        func(v Value) bool { return isInteger(v) && !fixnum(v) },
		"BIT":           func(v Value) bool { return v == Value(sexp.Int(0)) || v == Value(sexp.Int(1)) },
		"FLOAT":         isFloat, "SINGLE-FLOAT": isA[sexp.Single], "SHORT-FLOAT": isA[sexp.Single],
		"DOUBLE-FLOAT": isA[sexp.Double], "LONG-FLOAT": isA[sexp.Double],

		"CHARACTER": isA[sexp.Char], "STRING": isA[*Str], "SIMPLE-STRING": isA[*Str],
		"BASE-CHAR":     func(v Value) bool { c, ok := v.(sexp.Char); return ok && c < 128 },
		"STANDARD-CHAR": func(v Value) bool { c, ok := v.(sexp.Char); return ok && isStandard(rune(c)) },
		"VECTOR":        isVector, "ARRAY": isVector, "SIMPLE-VECTOR": isA[*Vector],
		"SIMPLE-ARRAY": isVector,
	}
}

func isA[T any](v Value) bool { _, ok := v.(T); return ok }

func isSymbol(v Value) bool { return v == nil || isA[Symbol](v) || isA[*Gensym](v) }

func isVector(v Value) bool { return isA[*Str](v) || isA[*Vector](v) }

// signOf is the sign of an integer.
func signOf(v Value) int {
	switch n := v.(type) {
	case sexp.Int:
		return big.NewInt(int64(n)).Sign()
	case sexp.Big:
		return n.Int().Sign()
	}
	return 0
}

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
	case "INTEGER", "REAL", "RATIONAL", "FLOAT", "SINGLE-FLOAT", "DOUBLE-FLOAT", "MOD", "UNSIGNED-BYTE", "SIGNED-BYTE":
		return rangeType(m, name, args)
	case "CONS":
		return consType(m, args)
	case "STRING", "VECTOR", "SIMPLE-STRING", "SIMPLE-VECTOR", "ARRAY", "SIMPLE-ARRAY", "FUNCTION", "VALUES":
		return sizedType(m, name, spec, args)
	}
	panic(wrong("there is no type %s", show(spec)))
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

// consType is (CONS car-type cdr-type).
func consType(m *machine, args []Value) typeTest {
	tests := [2]typeTest{}
	if len(args) > len(tests) {
		panic(wrong("CONS takes at most two types"))
	}
	for i, a := range args {
		if isSym(a, "*") {
			continue
		}
		tests[i] = newTypeTest(m, a)
	}
	return func(m *machine, v Value) bool {
		c, ok := v.(*Cons)
		if !ok {
			return false
		}
		for i, part := range []Value{c.Car, c.Cdr} {
			if tests[i] == nil {
				continue
			}
			if !tests[i](m, part) {
				return false
			}
		}
		return true
	}
}

// sizedType is a type of vectors with a length, or with elements of any type.
func sizedType(m *machine, name string, spec Value, args []Value) typeTest {
	is := m.program.language.types[name]
	if name == "FUNCTION" || is == nil {
		panic(wrong("there is no type %s here", show(spec)))
	}
	size := -1
	for i, a := range args {
		switch n, ok := a.(sexp.Int); {
		case ok && n >= 0 && (i == 0) == (name == "STRING" || name == "SIMPLE-STRING" || name == "SIMPLE-VECTOR"):
			size = int(n)
		case isSym(a, "*") || i == 0 && isSym(a, "T") && name == "VECTOR":
		default:
			panic(wrong("there is no type %s here", show(spec)))
		}
	}
	element := len(args) > 0 && isSym(args[0], "T")
	return func(m *machine, v Value) bool {
		if !is(v) || element && isA[*Str](v) {
			return false
		}
		if size < 0 {
			return true
		}
		return sizeOf(m, v) == size
	}
}

// sizeOf is the length of a vector, without its fill pointer.
func sizeOf(m *machine, v Value) int {
	switch v := v.(type) {
	case *Vector:
		return len(v.items)
	case *Str:
		m.room(4 * len(v.text))
		return len([]rune(v.text))
	}
	return 0
}

// rangeType is a type of numbers between bounds.
func rangeType(m *machine, name string, args []Value) typeTest {
	if len(args) > 2 {
		panic(wrong("%s takes at most two bounds", name))
	}
	switch name {
	case "MOD", "UNSIGNED-BYTE", "SIGNED-BYTE":
		return byteType(m, name, args)
	}
	is := m.program.language.types[name]
	low, high := Value(nil), Value(nil)
	if len(args) > 0 && !isSym(args[0], "*") {
		low = args[0]
	}
	if len(args) > 1 && !isSym(args[1], "*") {
		high = args[1]
	}
	return func(m *machine, v Value) bool {
		if !is(v) {
			return false
		}
		if !bounded(m, "<=", low, v) {
			return false
		}
		return bounded(m, ">=", high, v)
	}
}

// bounded compares a bound with a number: (n) is one that it must not be itself.
func bounded(m *machine, operator string, bound, v Value) bool {
	if bound == nil {
		return true
	}
	if c, ok := bound.(*Cons); ok {
		bound, operator = c.Car, operator[:1]
	}
	return m.call(sym(operator), bound, v) != nil
}

func byteType(m *machine, name string, args []Value) typeTest {
	n := sexp.Int(-1)
	if len(args) > 0 && !isSym(args[0], "*") {
		var ok bool
		if n, ok = args[0].(sexp.Int); !ok || n <= 0 || len(args) > 1 {
			panic(wrong("%s takes a number of bits", name))
		}
	}
	return func(_ *machine, v Value) bool {
		i, ok := v.(sexp.Int)
		switch {
		case !isInteger(v):
			return false
		case name == "MOD":
			return ok && i >= 0 && i < n
		case n < 0:
			return name == "SIGNED-BYTE" || signOf(v) >= 0
		case name == "UNSIGNED-BYTE":
			return signOf(v) >= 0 && bitLength(v) <= int(n)
		}
		return bitLength(v) < int(n)
	}
}

// bitLength is INTEGER-LENGTH.
func bitLength(v Value) int {
	n := new(big.Int)
	switch v := v.(type) {
	case sexp.Int:
		n.SetInt64(int64(v))
	case sexp.Big:
		n = v.Int()
	}
	if n.Sign() < 0 {
		n.Not(n)
	}
	return n.BitLen()
}

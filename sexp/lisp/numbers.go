package lisp

import (
	"math"
	"math/big"
	"unicode"

	"pp/sexp"
)

// Numbers from here on are objects to SBCL, of which each may be EQ to itself alone.
const mostFixnum = 1<<62 - 1

// constants are the variables that have a value from the start.
func constants() map[Value]Value {
	return map[Value]Value{
		sym("MOST-POSITIVE-FIXNUM"): sexp.Int(mostFixnum),
		sym("MOST-NEGATIVE-FIXNUM"): sexp.Int(-mostFixnum - 1),
		sym("CHAR-CODE-LIMIT"):      sexp.Int(unicode.MaxRune + 1),
		sym("PI"):                   sexp.Double(math.Pi),
	}
}

func numberBuiltins() []builtin {
	return []builtin{
		{"+", 0, -1, folded(&addition, sexp.Int(0))}, {"*", 0, -1, folded(&multiplication, sexp.Int(1))},
		{"-", 1, -1, foldedFrom(&subtraction, sexp.Int(0))}, {"/", 1, -1, foldedFrom(&division, sexp.Int(1))},
		{"1+", 1, 1, func(m *machine, a []Value) Value { return arith(m, &addition, a[0], sexp.Int(1)) }},
		{"1-", 1, 1, func(m *machine, a []Value) Value { return arith(m, &subtraction, a[0], sexp.Int(1)) }},
		{"=", 1, -1, compared(func(c int) bool { return c == 0 })},
		{"<", 1, -1, compared(func(c int) bool { return c < 0 })},
		{">", 1, -1, compared(func(c int) bool { return c > 0 })},
		{"<=", 1, -1, compared(func(c int) bool { return c <= 0 })},
		{">=", 1, -1, compared(func(c int) bool { return c >= 0 })},
		{"EXPT", 2, 2, expt}, {"FLOAT", 1, 2, float},
		{"TRUNCATE", 1, 2, func(m *machine, args []Value) Value {
			d := truncate(m, args[0], append(args, sexp.Int(1))[1])
			return m.values(d.quotient, d.remainder)
		}},
	}
}

// num is a number: exact, or a float in double precision that was, when single, rounded to single precision.
type num struct {
	exact  *big.Rat // nil for a float
	float  float64
	single bool
}

func number(v Value) (num, bool) {
	switch v := v.(type) {
	case sexp.Int:
		return num{exact: new(big.Rat).SetInt64(int64(v))}, true
	case sexp.Big:
		return num{exact: new(big.Rat).SetInt(v.Int())}, true
	case sexp.Ratio:
		return num{exact: v.Rat()}, true
	case sexp.Single:
		return num{float: float64(v), single: true}, true
	case sexp.Double:
		return num{float: float64(v)}, true
	}
	return num{}, false
}

func isNumber(v Value) bool { return isInteger(v) || isFloat(v) || isA[sexp.Ratio](v) }

func isInteger(v Value) bool { return isA[sexp.Int](v) || isA[sexp.Big](v) }

func isFloat(v Value) bool { return isA[sexp.Single](v) || isA[sexp.Double](v) }

// numOf reads an argument that must be a number, counted; typ is what it must be.
func numOf(m *machine, v Value, typ string) num {
	n, ok := number(v)
	if !ok {
		panic(m.wrongType(v, typ))
	}
	bits := n.bits()
	if bits > 128 {
		m.room(bits / 2)
	}
	m.work(bits / 64)
	return n
}

// integer reads an argument that must be an integer. The number must not be changed.
func integer(m *machine, v Value) *big.Int {
	switch v := v.(type) {
	case sexp.Int:
		return big.NewInt(int64(v))
	case sexp.Big:
		m.work(v.BitLen() / 64)
		return v.Int()
	}
	panic(m.wrongType(v, "INTEGER"))
}

// bitsOf returns how many bits a rational has that is not small.
func bitsOf(v Value) int {
	if n, ok := v.(interface{ BitLen() int }); ok {
		return n.BitLen()
	}
	return 0
}

func (n num) bits() int {
	if n.exact == nil {
		return 64
	}
	return n.exact.Num().BitLen() + n.exact.Denom().BitLen()
}

// rat returns the exact value of a number.
func (n num) rat() *big.Rat {
	if n.exact != nil {
		return n.exact
	}
	return new(big.Rat).SetFloat64(n.float)
}

func (n num) sign() int { return n.cmp(num{}) }

// cmp compares exactly, also a float with an exact number (CLHS 12.1.4.1).
func (n num) cmp(o num) int {
	if n.exact != nil && o == (num{}) {
		return n.exact.Sign()
	}
	if n.exact != nil || o.exact != nil {
		return n.rat().Cmp(o.rat())
	}
	switch {
	case n.float < o.float:
		return -1
	case n.float > o.float:
		return 1
	}
	return 0
}

// toFloat rounds a number to a float of that precision.
func (n num) toFloat(single bool) float64 {
	f := n.float
	switch {
	case n.exact != nil && single:
		f32, _ := n.exact.Float32()
		f = float64(f32)
	case n.exact != nil:
		f, _ = n.exact.Float64()
	case single:
		f = float64(float32(f))
	}
	return f
}

// bothSingle reports whether two numbers, of which one is a float, make a single.
func bothSingle(x, y num) bool { return (x.exact != nil || x.single) && (y.exact != nil || y.single) }

// workings is how many times the room of a number its arithmetic takes on the way to it.
const workings = 8

// exactValue returns an exact number as a value, counted.
func exactValue(m *machine, r *big.Rat) Value {
	bits := num{exact: r}.bits()
	if bits > mostBits {
		panic(m.tooBig())
	}
	m.room(bits / 8 * workings)
	return sexp.Rational(r)
}

func fromBig(m *machine, n *big.Int) Value {
	if n.IsInt64() {
		return sexp.Int(n.Int64())
	}
	return exactValue(m, new(big.Rat).SetInt(n))
}

// floatValue returns a float as a value; one that is out of range is an error, as in Lisp.
func floatValue(m *machine, f float64, single bool) Value {
	if single {
		f = float64(float32(f))
	}
	switch {
	case math.IsNaN(f):
		panic(m.wrongAs("FLOATING-POINT-INVALID-OPERATION", "the result is not a number"))
	case math.IsInf(f, 0):
		panic(m.wrongAs("FLOATING-POINT-OVERFLOW", "the result is out of the range of floating-point numbers"))
	case single:
		return sexp.Single(f)
	}
	return sexp.Double(f)
}

func (m *machine) tooBig() error { return m.overLimit("a number of more than %d bits", mostBits) }

// operation implements an operation on small integers with a small result, on exact numbers and on floats.
type operation struct {
	small   func(x, y int64) int64 // nil if the result may be a fraction
	most    sexp.Int               // the largest magnitude that small accepts
	exact   func(z, x, y *big.Rat) *big.Rat
	float   func(x, y float64) float64
	divides bool
}

var (
	addition = operation{exact: (*big.Rat).Add, float: func(x, y float64) float64 { return x + y },
		small: func(x, y int64) int64 { return x + y }, most: 1 << 62}
	subtraction = operation{exact: (*big.Rat).Sub, float: func(x, y float64) float64 { return x - y },
		small: func(x, y int64) int64 { return x - y }, most: 1 << 62}
	multiplication = operation{exact: (*big.Rat).Mul, float: func(x, y float64) float64 { return x * y },
		small: func(x, y int64) int64 { return x * y }, most: 1 << 31}
	division = operation{exact: (*big.Rat).Quo, float: func(x, y float64) float64 { return x / y }, divides: true}
)

// arith applies an operation to two values. An exact number with a float becomes one, a single with a double a double
// (CLHS 12.1.4). Rounding a double's result to single precision once more changes nothing for these operations.
func arith(m *machine, op *operation, a, b Value) Value {
	i, isInt := a.(sexp.Int)
	k, areInts := b.(sexp.Int)
	if isInt && areInts && op.small != nil && max(i, k) < op.most && min(i, k) > -op.most {
		return sexp.Int(op.small(int64(i), int64(k)))
	}
	x, y := numOf(m, a, "NUMBER"), numOf(m, b, "NUMBER")
	if op.divides && y.sign() == 0 {
		panic(m.divisionByZero())
	}
	if x.exact != nil && y.exact != nil {
		n := x.bits() + y.bits()
		if n > 2*mostBits {
			panic(m.tooBig())
		}
		m.work(n / 64 * max(1, n/4096)) // bringing a fraction to lowest terms takes the square of its length
		return exactValue(m, op.exact(new(big.Rat), x.exact, y.exact))
	}
	single := bothSingle(x, y)
	fx, fy := x.toFloat(single), y.toFloat(single)
	if math.IsInf(fx, 0) || math.IsInf(fy, 0) {
		return floatValue(m, math.Inf(1), single)
	}
	return floatValue(m, op.float(fx, fy), single)
}

func (m *machine) divisionByZero() error { return m.wrongAs("DIVISION-BY-ZERO", "division by zero") }

// folded applies an operation from the left, beginning with its neutral element.
func folded(op *operation, neutral Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		switch len(args) {
		case 0:
			return neutral
		case 1:
			numOf(m, args[0], "NUMBER")
		}
		return foldNumbers(m, op, args)
	}
}

// foldedFrom is folded for subtraction and division: one argument is negated or inverted.
func foldedFrom(op *operation, neutral Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		if len(args) > 1 {
			return foldNumbers(m, op, args)
		}
		if x, ok := number(args[0]); ok && x.exact == nil && !op.divides {
			return floatValue(m, -x.float, x.single) // (- 0.0) is -0.0
		}
		return arith(m, op, neutral, args[0])
	}
}

func foldNumbers(m *machine, op *operation, args []Value) Value {
	acc := args[0]
	for _, v := range args[1:] {
		acc = arith(m, op, acc, v)
	}
	m.work(len(args) / 4)
	return acc
}

// compareNumbers returns how two numbers compare.
func compareNumbers(m *machine, a, b Value) int {
	x, ok := a.(sexp.Int)
	y, too := b.(sexp.Int)
	if ok && too {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return numOf(m, a, "REAL").cmp(numOf(m, b, "REAL"))
}

// compared tells whether each number stands so to the next.
func compared(holds func(c int) bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		all := true
		for i := range args {
			all = holds(compareNumbers(m, args[max(i-1, 0)], args[i])) && all || i == 0
		}
		m.work(len(args) / 4)
		return truth(all)
	}
}

// expt raises an exact number to a power that is an integer.
func expt(m *machine, args []Value) Value {
	base := numOf(m, args[0], "NUMBER").exact
	if base == nil {
		panic(m.wrong("EXPT takes an INTEGER or a RATIO here, not %s", show(args[0])))
	}
	power := integer(m, args[1])
	if base.Sign() == 0 && power.Sign() < 0 {
		panic(m.divisionByZero())
	}
	if base.IsInt() && base.Num().CmpAbs(big.NewInt(1)) <= 0 {
		if power.Sign() == 0 || base.Sign() < 0 && power.Bit(0) == 0 {
			return sexp.Int(1)
		}
		return sexp.Rational(base)
	}
	bits, n := int64(max(base.Num().BitLen(), base.Denom().BitLen())), new(big.Int).Abs(power)
	if !n.IsInt64() || n.Int64() > mostBits || (bits-1)*n.Int64() > mostBits {
		panic(m.tooBig())
	}
	m.work(int(bits * n.Int64() / 64))
	m.room(int(bits * n.Int64() / 8 * workings))
	r := new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), n, nil), new(big.Int).Exp(base.Denom(), n, nil))
	if power.Sign() < 0 {
		r.Inv(r)
	}
	return exactValue(m, r)
}

// float makes a float of a number: one like the second argument, a single without.
func float(m *machine, args []Value) Value {
	n := numOf(m, args[0], "REAL")
	if len(args) == 2 {
		if !isFloat(args[1]) {
			panic(m.wrongType(args[1], "FLOAT"))
		}
		return asFloat(m, n, isA[sexp.Single](args[1]))
	}
	if n.exact == nil {
		return args[0]
	}
	return asFloat(m, n, true)
}

// asFloat makes a float of a number. A fraction that would become zero, or lose digits as it is so small, is an error,
// as in SBCL.
func asFloat(m *machine, n num, single bool) Value {
	f, least := n.toFloat(single), 0x1p-1022
	if single {
		least = 0x1p-126
	}
	if n.exact != nil && n.exact.Sign() != 0 && math.Abs(f) < least {
		panic(m.wrongAs("FLOATING-POINT-UNDERFLOW", "a number too small for a float of that kind"))
	}
	return floatValue(m, f, single)
}

// divided holds the result of a division to an integer.
type divided struct{ quotient, remainder Value }

// truncate rounds a quotient towards zero.
func truncate(m *machine, a, b Value) divided {
	x, ok := a.(sexp.Int)
	y, too := b.(sexp.Int)
	if ok && too && y != 0 && y != -1 {
		return divided{x / y, x % y}
	}
	n, d := numOf(m, a, "REAL"), numOf(m, b, "REAL")
	switch {
	case d.sign() == 0:
		panic(m.divisionByZero())
	case n.exact == nil || d.exact == nil && n.exact.IsInt():
		// In the precision of the floats, as SBCL does: 1.0 by 0.1 is 10.
		single := bothSingle(n, d)
		by := asFloat(m, d, single)
		f, _ := number(arith(m, &division, a, by))
		whole, _ := big.NewFloat(f.float).Int(nil)
		q := num{exact: new(big.Rat).SetInt(whole)}
		return divided{fromBig(m, whole), completed(m, a, asFloat(m, q, single), by).remainder}
	case d.exact == nil: // a ratio by a float, as SBCL computes it
		scaled := arith(m, &multiplication, fromBig(m, n.exact.Denom()), b)
		return completed(m, a, truncate(m, fromBig(m, n.exact.Num()), scaled).quotient, b)
	}
	q := new(big.Rat).Quo(n.exact, d.exact)
	return completed(m, a, fromBig(m, new(big.Int).Quo(q.Num(), q.Denom())), b)
}

// completed adds the remainder to a division: x - q*y.
func completed(m *machine, x, q, y Value) divided {
	return divided{q, arith(m, &subtraction, x, arith(m, &multiplication, q, y))}
}

package lisp

import (
	"fmt"
	"math"
	"math/big"
	"sync"
	"unicode"

	"pp/sexp"
)

// num is a number: exact, or a float in double precision that was, when single, rounded
// to single precision.
type num struct {
	exact  *big.Rat // nil for a float
	float  float64
	single bool
}

// constants are the variables that have a value from the start.
var constants = sync.OnceValue(func() map[Value]Value {
	return map[Value]Value{
		sym("MOST-POSITIVE-FIXNUM"): sexp.Int(mostFixnum),
		sym("MOST-NEGATIVE-FIXNUM"): sexp.Int(-mostFixnum - 1),
		sym("CHAR-CODE-LIMIT"):      sexp.Int(unicode.MaxRune + 1),
		sym("PI"):                   sexp.Double(math.Pi),
	}
})

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

func isNumber(v Value) bool {
	switch v.(type) {
	case sexp.Int, sexp.Big, sexp.Ratio, sexp.Single, sexp.Double:
		return true
	}
	return false
}

func isInteger(v Value) bool {
	switch v.(type) {
	case sexp.Int, sexp.Big:
		return true
	}
	return false
}

func isFloat(v Value) bool {
	switch v.(type) {
	case sexp.Single, sexp.Double:
		return true
	}
	return false
}

// numOf reads an argument that must be a number.
func numOf(m *machine, v Value) num {
	n, ok := number(v)
	if !ok {
		panic(wrongType(v, "NUMBER"))
	}
	n.counted(m)
	return n
}

// counted counts a number that was read, of which there are copies now.
func (n num) counted(m *machine) {
	bits := n.bits()
	if bits > 128 {
		m.room(bits / 2)
	}
	m.work(bits / 64)
}

// integer reads an argument that must be an integer. The number must not be changed.
func integer(m *machine, v Value) *big.Int {
	switch v := v.(type) {
	case sexp.Int:
		return big.NewInt(int64(v))
	case sexp.Big:
		n := v.Int()
		m.work(n.BitLen() / 64)
		return n
	}
	panic(wrongType(v, "INTEGER"))
}

// workings is how many times the room of a number its arithmetic takes on the way to it.
const workings = 8

// fromBig is an integer as a value, counted.
func fromBig(m *machine, n *big.Int) Value {
	if n.IsInt64() {
		return sexp.Int(n.Int64())
	}
	if n.BitLen() > mostBits {
		panic(tooBig())
	}
	m.room(n.BitLen() / 8 * workings)
	return sexp.Integer(n)
}

func (n num) bits() int {
	if n.exact == nil {
		return 64
	}
	return n.exact.Num().BitLen() + n.exact.Denom().BitLen()
}

// rat is the exact value of a number.
func (n num) rat() *big.Rat {
	if n.exact != nil {
		return n.exact
	}
	return new(big.Rat).SetFloat64(n.float)
}

func (n num) sign() int {
	switch {
	case n.exact != nil:
		return n.exact.Sign()
	case n.float > 0:
		return 1
	case n.float < 0:
		return -1
	}
	return 0
}

// cmp compares exactly, also a float with an exact number (CLHS 12.1.4.1).
func (n num) cmp(o num) int {
	if n.exact == nil && o.exact == nil {
		switch {
		case n.float < o.float:
			return -1
		case n.float > o.float:
			return 1
		}
		return 0
	}
	return n.rat().Cmp(o.rat())
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

// valueOf is the number as a value; a float that is out of range is an error, as in Lisp.
func valueOf(m *machine, n num) Value {
	if n.exact == nil {
		return floatValue(n.float, n.single)
	}
	if n.bits() > mostBits {
		panic(tooBig())
	}
	m.room(n.bits() / 8 * workings)
	return sexp.Rational(n.exact)
}

func floatValue(f float64, single bool) Value {
	if single {
		f = float64(float32(f))
	}
	if math.IsNaN(f) {
		panic(wrongAs("FLOATING-POINT-INVALID-OPERATION", "the result is not a number"))
	}
	if math.IsInf(f, 0) {
		panic(wrongAs("FLOATING-POINT-OVERFLOW", "the result is out of the range of floating-point numbers"))
	}
	if single {
		return sexp.Single(f)
	}
	return sexp.Double(f)
}

func tooBig() error { return fmt.Errorf("%w: a number of more than %d bits", ErrLimit, mostBits) }

func divisionByZero() error { return wrongAs("DIVISION-BY-ZERO", "division by zero") }

package lisp

import (
	"math"
	"math/big"

	"pp/sexp"
)

// num is a number: exact, or a float in double precision that was, when single,
// rounded to single precision.
type num struct {
	exact  *big.Rat // nil for a float
	float  float64
	single bool
}

func number(v sexp.Value) (num, bool) {
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

// num reads an argument that must be a number.
func (m *machine) num(v sexp.Value) (num, error) {
	n, ok := number(v)
	if !ok {
		return n, wrong("%s is not a number", show(v))
	}
	return n, m.work(n.bits() / 64)
}

func (m *machine) integer(v sexp.Value) (*big.Int, error) {
	n, err := m.num(v)
	if err != nil {
		return nil, err
	}
	if n.exact == nil || !n.exact.IsInt() {
		return nil, wrong("%s is not an integer", show(v))
	}
	return n.exact.Num(), nil
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
	if n.exact != nil {
		return n.exact.Sign()
	}
	return n.rat().Sign()
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
func bothSingle(x, y num) bool {
	return (x.exact != nil || x.single) && (y.exact != nil || y.single)
}

// value is the number as a value; a float that is out of range is an error, as in
// Lisp.
func (m *machine) value(n num) (sexp.Value, error) {
	if n.exact != nil {
		if n.bits() > mostBits {
			return nil, m.tooBig()
		}
		return sexp.Rational(n.exact), m.room(n.bits() / 8)
	}
	f := n.float
	if n.single {
		f = float64(float32(f))
	}
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, wrong("the result is out of the range of floating-point numbers")
	}
	if n.single {
		return sexp.Single(f), nil
	}
	return sexp.Double(f), nil
}

func (m *machine) tooBig() error {
	return wrong("the result has more than %d bits", mostBits)
}

package lisp

import (
	"math"
	"math/big"

	"pp/sexp"
)

func abs(m *machine, args []Value) (Value, error) {
	n, err := numOf(m, args[0])
	if err != nil {
		return nil, err
	}
	if n.exact == nil {
		return floatValue(math.Abs(n.float), n.single)
	}
	return valueOf(m, num{exact: new(big.Rat).Abs(n.exact)})
}

func signum(m *machine, args []Value) (Value, error) {
	n, err := numOf(m, args[0])
	if err != nil {
		return nil, err
	}
	switch {
	case n.exact != nil:
		return sexp.Int(n.sign()), nil
	case n.sign() == 0:
		return args[0], nil
	}
	return floatValue(math.Copysign(1, n.float), n.single)
}

// expt raises to a power. A power that is no integer gives a float.
func expt(m *machine, args []Value) (Value, error) {
	base, err := numOf(m, args[0])
	if err != nil {
		return nil, err
	}
	power, err := numOf(m, args[1])
	if err != nil {
		return nil, err
	}
	whole := power.exact != nil && power.exact.IsInt()
	if base.exact != nil && whole {
		return exptExact(m, base.exact, power.exact.Num())
	}
	if base.sign() == 0 && (power.sign() < 0 || power.sign() == 0 && power.exact == nil) {
		return nil, wrong("zero to a power that is not over zero")
	}
	single := bothSingle(base, power)
	if power.sign() == 0 {
		return floatValue(1, single)
	}
	if base.sign() < 0 && !power.rat().IsInt() {
		return nil, wrong("a negative number to a power that is no integer may be complex")
	}
	if half := big.NewRat(1, 2); power.rat().Cmp(half) == 0 {
		return floatValue(math.Sqrt(base.toFloat(single)), single)
	}
	if !single {
		return exptDouble(m, base, power)
	}
	return floatValue(math.Pow(base.toFloat(true), power.toFloat(false)), true)
}

// exptDouble raises a double to a power that is an integer, exactly before it is rounded.
func exptDouble(m *machine, base, power num) (Value, error) {
	const most, precision = 1 << 12, 256
	p := power.rat()
	if !p.IsInt() || !p.Num().IsInt64() || max(p.Num().Int64(), -p.Num().Int64()) > most {
		return nil, wrong("EXPT gives a double-float here for a power that is an integer up to %d only", most)
	}
	if err := m.work(100); err != nil {
		return nil, err
	}
	n := p.Num().Int64()
	z, x := big.NewFloat(1).SetPrec(precision), new(big.Float).SetPrec(precision).SetFloat64(base.toFloat(false))
	for k := max(n, -n); k > 0; k >>= 1 {
		if k&1 == 1 {
			z.Mul(z, x)
		}
		x.Mul(x, x)
	}
	if n < 0 {
		z.Quo(big.NewFloat(1).SetPrec(precision), z)
	}
	f, _ := z.Float64()
	return floatValue(f, false)
}

func exptExact(m *machine, base *big.Rat, power *big.Int) (Value, error) {
	if base.Sign() == 0 && power.Sign() < 0 {
		return nil, divisionByZero()
	}
	one := big.NewInt(1)
	if base.IsInt() && base.Num().CmpAbs(one) <= 0 {
		if power.Sign() == 0 || base.Sign() < 0 && power.Bit(0) == 0 {
			return sexp.Int(1), nil
		}
		return sexp.Rational(base), nil
	}
	bits := int64(max(base.Num().BitLen(), base.Denom().BitLen()))
	if !power.IsInt64() || power.Int64() > mostBits || power.Int64() < -mostBits {
		return nil, tooBig()
	}
	n := new(big.Int).Abs(power)
	if (bits-1)*n.Int64() > mostBits {
		return nil, tooBig()
	}
	if err := m.work(int(bits * n.Int64() / 64)); err != nil {
		return nil, err
	}
	if err := m.room(int(bits * n.Int64() / 8 * workings)); err != nil {
		return nil, err
	}
	r := new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), n, nil), new(big.Int).Exp(base.Denom(), n, nil))
	if power.Sign() < 0 {
		r.Inv(r)
	}
	return valueOf(m, num{exact: r})
}

// sqrt is a float. Of a negative number it would be complex.
func sqrt(m *machine, args []Value) (Value, error) {
	n, err := numOf(m, args[0])
	if err != nil {
		return nil, err
	}
	if n.sign() < 0 {
		return nil, wrong("the square root of %s is complex", show(args[0]))
	}
	return floatValue(math.Sqrt(n.toFloat(false)), n.exact != nil || n.single)
}

// float makes a float of a number: one like the second argument, a single without.
func float(m *machine, args []Value) (Value, error) {
	n, err := realOf(m, args[0])
	if err != nil {
		return nil, err
	}
	if len(args) == 2 {
		if !isFloat(args[1]) {
			return nil, wrongType(args[1], "FLOAT")
		}
		_, single := args[1].(sexp.Single)
		return toFloat(m, n, single)
	}
	if n.exact == nil {
		return args[0], nil
	}
	return toFloat(m, n, true)
}

// toFloat makes a float of a number. A fraction that would become zero, or lose digits as
// it is so small, is an error, as in SBCL.
func toFloat(m *machine, n num, single bool) (Value, error) {
	if err := n.counted(m); err != nil {
		return nil, err
	}
	f := n.toFloat(single)
	least := 0x1p-1022
	if single {
		least = 0x1p-126
	}
	if n.exact != nil && n.exact.Sign() != 0 && math.Abs(f) < least {
		return nil, wrongAs("FLOATING-POINT-UNDERFLOW", "a number too small for a float of that kind")
	}
	return floatValue(f, single)
}

func rational(m *machine, args []Value) (Value, error) {
	n, err := realOf(m, args[0])
	if err != nil {
		return nil, err
	}
	return valueOf(m, num{exact: n.rat()})
}

// ratioPart gives the numerator or the denominator of an exact number.
func ratioPart(m *machine, v Value, part func(*big.Rat) *big.Int) (Value, error) {
	n, err := realOf(m, v)
	if err != nil {
		return nil, err
	}
	if n.exact == nil {
		return nil, wrongType(v, "RATIONAL")
	}
	return fromBig(m, part(n.exact))
}

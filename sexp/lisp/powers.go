package lisp

import (
	"math"
	"math/big"

	"pp/sexp"
)

func abs(m *machine, args []Value) Value {
	n := numOf(m, args[0])
	if n.exact == nil {
		return floatValue(math.Abs(n.float), n.single)
	}
	return valueOf(m, num{exact: new(big.Rat).Abs(n.exact)})
}

func signum(m *machine, args []Value) Value {
	n := numOf(m, args[0])
	switch {
	case n.exact != nil:
		return sexp.Int(n.sign())
	case n.sign() == 0:
		return args[0]
	}
	return floatValue(math.Copysign(1, n.float), n.single)
}

// expt raises to a power. A power that is no integer gives a float.
func expt(m *machine, args []Value) Value {
	base := numOf(m, args[0])
	power := numOf(m, args[1])
	whole := power.exact != nil && power.exact.IsInt()
	if base.exact != nil && whole {
		return exptExact(m, base.exact, power.exact.Num())
	}
	if base.sign() == 0 && (power.sign() < 0 || power.sign() == 0 && power.exact == nil) {
		panic(wrong("zero to a power that is not over zero"))
	}
	single := bothSingle(base, power)
	if power.sign() == 0 {
		return floatValue(1, single)
	}
	if base.sign() < 0 && !power.rat().IsInt() {
		panic(wrong("a negative number to a power that is no integer may be complex"))
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
func exptDouble(m *machine, base, power num) Value {
	const most, precision = 1 << 12, 256
	p := power.rat()
	if !p.IsInt() || !p.Num().IsInt64() || max(p.Num().Int64(), -p.Num().Int64()) > most {
		panic(wrong("EXPT gives a double-float here for a power that is an integer up to %d only", most))
	}
	m.work(100)
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

func exptExact(m *machine, base *big.Rat, power *big.Int) Value {
	if base.Sign() == 0 && power.Sign() < 0 {
		panic(divisionByZero())
	}
	one := big.NewInt(1)
	if base.IsInt() && base.Num().CmpAbs(one) <= 0 {
		if power.Sign() == 0 || base.Sign() < 0 && power.Bit(0) == 0 {
			return sexp.Int(1)
		}
		return sexp.Rational(base)
	}
	bits := int64(max(base.Num().BitLen(), base.Denom().BitLen()))
	if !power.IsInt64() || power.Int64() > mostBits || power.Int64() < -mostBits {
		panic(tooBig())
	}
	n := new(big.Int).Abs(power)
	if (bits-1)*n.Int64() > mostBits {
		panic(tooBig())
	}
	m.work(int(bits * n.Int64() / 64))
	m.room(int(bits * n.Int64() / 8 * workings))
	r := new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), n, nil), new(big.Int).Exp(base.Denom(), n, nil))
	if power.Sign() < 0 {
		r.Inv(r)
	}
	return valueOf(m, num{exact: r})
}

// sqrt is a float. Of a negative number it would be complex.
func sqrt(m *machine, args []Value) Value {
	n := numOf(m, args[0])
	if n.sign() < 0 {
		panic(wrong("the square root of %s is complex", show(args[0])))
	}
	return floatValue(math.Sqrt(n.toFloat(false)), n.exact != nil || n.single)
}

// float makes a float of a number: one like the second argument, a single without.
func float(m *machine, args []Value) Value {
	n := realOf(m, args[0])
	if len(args) == 2 {
		if !isFloat(args[1]) {
			panic(wrongType(args[1], "FLOAT"))
		}
		_, single := args[1].(sexp.Single)
		return toFloat(m, n, single)
	}
	if n.exact == nil {
		return args[0]
	}
	return toFloat(m, n, true)
}

// toFloat makes a float of a number. A fraction that would become zero, or lose digits as
// it is so small, is an error, as in SBCL.
func toFloat(m *machine, n num, single bool) Value {
	n.counted(m)
	f := n.toFloat(single)
	least := 0x1p-1022
	if single {
		least = 0x1p-126
	}
	if n.exact != nil && n.exact.Sign() != 0 && math.Abs(f) < least {
		panic(wrongAs("FLOATING-POINT-UNDERFLOW", "a number too small for a float of that kind"))
	}
	return floatValue(f, single)
}

func rational(m *machine, args []Value) Value {
	return valueOf(m, num{exact: realOf(m, args[0]).rat()})
}

// ratioPart gives the numerator or the denominator of an exact number.
func ratioPart(m *machine, v Value, part func(*big.Rat) *big.Int) Value {
	n := realOf(m, v)
	if n.exact == nil {
		panic(wrongType(v, "RATIONAL"))
	}
	return fromBig(m, part(n.exact))
}

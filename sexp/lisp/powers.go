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

// expt raises an exact number to a power that is an integer.
func expt(m *machine, args []Value) Value {
	base := numOf(m, args[0]).exact
	if base == nil {
		panic(wrong("EXPT takes an INTEGER or a RATIO here, not %s", show(args[0])))
	}
	power := integer(m, args[1])
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

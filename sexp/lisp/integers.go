package lisp

import (
	"math"
	"math/big"

	"pp/sexp"
)

func integerBuiltins() []builtin {
	return []builtin{
		{"FLOOR", 1, 2, quotient(floor)},
		{"CEILING", 1, 2, quotient(ceiling)},
		{"TRUNCATE", 1, 2, quotient(truncate)},
		{"ROUND", 1, 2, quotient(round)},
		{"FFLOOR", 1, 2, floatQuotient(floor)},
		{"FCEILING", 1, 2, floatQuotient(ceiling)},
		{"FTRUNCATE", 1, 2, ftruncate},
		{"FROUND", 1, 2, floatQuotient(round)},
		{"MOD", 2, 2, remainder(floor)},
		{"REM", 2, 2, remainder(truncate)},
		{"EVENP", 1, 1, parity(0)},
		{"ODDP", 1, 1, parity(1)},
		{"GCD", 0, -1, integers(0, gcd)},
		{"LCM", 0, -1, integers(1, lcm)},
		{"LOGAND", 0, -1, integers(-1, (*big.Int).And)},
		{"LOGIOR", 0, -1, integers(0, (*big.Int).Or)},
		{"LOGXOR", 0, -1, integers(0, (*big.Int).Xor)},
		{"LOGNOT", 1, 1, ofInteger(func(n *big.Int) *big.Int { return n.Not(n) })},
		{"LOGCOUNT", 1, 1, ofInteger(logcount)},
		{"INTEGER-LENGTH", 1, 1, ofInteger(integerLength)},
		{"LOGTEST", 2, 2, logtest},
		{"LOGBITP", 2, 2, logbitp},
		{"ASH", 2, 2, ash},
		{"ISQRT", 1, 1, isqrt},
	}
}

// divided is what a division to an integer gives.
type divided struct{ quotient, remainder Value }

// quotient gives both values of a division; the divisor is 1 unless it is given.
func quotient(divide func(m *machine, x, y Value) divided) func(*machine, []Value) Value {
	return func(m *machine, args []Value) Value {
		y := Value(sexp.Int(1))
		if len(args) == 2 {
			y = args[1]
		}
		d := divide(m, args[0], y)
		return m.values(d.quotient, d.remainder)
	}
}

// floatQuotient gives both values of a division, the first as a float.
func floatQuotient(divide func(m *machine, x, y Value) divided) func(*machine, []Value) Value {
	return func(m *machine, args []Value) Value {
		y := append(args, sexp.Int(1))[1]
		d := divide(m, args[0], y)
		n, _ := number(d.quotient)
		_, double := d.remainder.(sexp.Double)
		return m.values(toFloat(m, n, !double), d.remainder)
	}
}

// ftruncate gives 0 with the sign that a quotient of floats has.
func ftruncate(m *machine, args []Value) Value {
	v := floatQuotient(truncate)(m, args)
	x, _ := number(args[0])
	y, _ := number(append(args, sexp.Int(1))[1])
	if x.exact == nil || y.exact == nil {
		switch v {
		case sexp.Single(0):
			v = sexp.Single(math.Copysign(0, float64(x.sign()*y.sign())))
		case sexp.Double(0):
			v = sexp.Double(math.Copysign(0, float64(x.sign()*y.sign())))
		}
	}
	return v
}

// remainder gives the second value of a division.
func remainder(divide func(m *machine, x, y Value) divided) func(*machine, []Value) Value {
	return func(m *machine, args []Value) Value { return divide(m, args[0], args[1]).remainder }
}

// truncate rounds a quotient towards zero.
func truncate(m *machine, a, b Value) divided {
	x, ok := a.(sexp.Int)
	y, too := b.(sexp.Int)
	if ok && too && y != 0 && y != -1 {
		return divided{x / y, x % y}
	}
	n := realOf(m, a)
	d := realOf(m, b)
	switch {
	case d.sign() == 0:
		panic(divisionByZero())
	case n.exact == nil || d.exact == nil && n.exact.IsInt():
		return truncateFloat(m, a, b, n, d)
	case d.exact == nil: // of a ratio by a float, as SBCL reckons it
		return truncateRatio(m, a, b, n)
	}
	q := new(big.Rat).Quo(n.exact, d.exact)
	return completed(m, a, fromBig(m, new(big.Int).Quo(q.Num(), q.Denom())), b)
}

// completed completes a division: the remainder is x - q*y.
func completed(m *machine, x, q, y Value) divided {
	return divided{q, arith(m, &subtraction, x, arith(m, &multiplication, q, y))}
}

// truncateFloat divides in the precision of the floats, as SBCL does: 1.0 by 0.1 is 10.
func truncateFloat(m *machine, a, b Value, n, d num) divided {
	single := bothSingle(n, d)
	y := toFloat(m, d, single)
	whole := unaryTruncate(m, arith(m, &division, a, y))
	q, _ := number(whole)
	return divided{whole, completed(m, a, toFloat(m, q, single), y).remainder}
}

func truncateRatio(m *machine, a, b Value, n num) divided {
	numerator := fromBig(m, n.exact.Num())
	scaled := arith(m, &multiplication, fromBig(m, n.exact.Denom()), b)
	return completed(m, a, truncate(m, numerator, scaled).quotient, b)
}

// unaryTruncate is the integer part of a float.
func unaryTruncate(m *machine, v Value) Value {
	n, _ := number(v)
	whole, _ := big.NewFloat(n.float).Int(nil)
	return fromBig(m, whole)
}

// floor rounds a quotient down, ceiling up.
func floor(m *machine, x, y Value) divided { return truncateTo(m, x, y, -1) }

func ceiling(m *machine, x, y Value) divided { return truncateTo(m, x, y, 1) }

func truncateTo(m *machine, x, y Value, direction int) divided {
	n, ok := x.(sexp.Int)
	d, too := y.(sexp.Int)
	if ok && too && d != 0 && d != -1 {
		q, r := n/d, n%d
		if r != 0 && (r < 0) == (d < 0) == (direction > 0) {
			q, r = q+sexp.Int(direction), r-sexp.Int(direction)*d
		}
		return divided{q, r}
	}
	return truncateSlowly(m, x, y, direction)
}

func truncateSlowly(m *machine, x, y Value, direction int) divided {
	d := truncate(m, x, y)
	n, _ := number(x)
	by, _ := number(y)
	left, _ := number(d.remainder)
	if left.sign() == 0 || n.sign()*by.sign() != direction {
		return d
	}
	return onwards(m, d, y, direction)
}

// onwards goes to the next quotient up or down.
func onwards(m *machine, d divided, y Value, direction int) (_ divided) {
	d.quotient = arith(m, &addition, d.quotient, sexp.Int(direction))
	op := &addition
	if direction > 0 {
		op = &subtraction
	}
	d.remainder = arith(m, op, d.remainder, y)
	return d
}

// round rounds a quotient to the nearest integer, to the even one in the middle.
func round(m *machine, x, y Value) divided {
	if n, ok := number(x); ok && n.exact == nil && y == Value(sexp.Int(1)) {
		whole, _ := big.NewFloat(math.RoundToEven(n.float)).Int(nil)
		return completed(m, x, fromBig(m, whole), y)
	}
	d := truncate(m, x, y)
	left, _ := number(d.remainder)
	if left.sign() == 0 {
		return d
	}
	by, _ := number(y)
	h, _ := number(arith(m, &division, y, sexp.Int(2)))
	q := integer(m, d.quotient)
	size := new(big.Rat).Abs(left.rat()).Cmp(new(big.Rat).Abs(h.rat()))
	if size < 0 || size == 0 && q.Bit(0) == 0 {
		return d
	}
	return onwards(m, d, y, left.sign()*by.sign())
}

func parity(bit uint) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		if n, ok := args[0].(sexp.Int); ok {
			return truth(uint(n)&1 == bit)
		}
		return truth(integer(m, args[0]).Bit(0) == bit)
	}
}

// integers applies a function of two integers from the left.
func integers(neutral int64, do func(z, x, y *big.Int) *big.Int) func(*machine, []Value) Value {
	return func(m *machine, args []Value) Value {
		acc := big.NewInt(neutral)
		for _, v := range args {
			n := integer(m, v)
			long := max(n.BitLen(), acc.BitLen())
			m.work(1 + long/64*max(1, long/4096))
			if acc = do(new(big.Int), acc, n); acc.BitLen() > mostBits {
				panic(tooBig())
			}
		}
		return fromBig(m, acc)
	}
}

func gcd(z, x, y *big.Int) *big.Int { return z.GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y)) }

func lcm(z, x, y *big.Int) *big.Int {
	if x.Sign() == 0 || y.Sign() == 0 {
		return z.SetInt64(0)
	}
	return z.Abs(z.Mul(z.Quo(x, gcd(new(big.Int), x, y)), y))
}

func isqrt(m *machine, args []Value) Value {
	n := integer(m, args[0])
	if n.Sign() < 0 {
		panic(wrongType(args[0], "UNSIGNED-BYTE"))
	}
	m.work(n.BitLen() / 64 * (1 + n.BitLen()/1024))
	return fromBig(m, new(big.Int).Sqrt(n))
}

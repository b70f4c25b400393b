package lisp

import (
	"math"
	"math/big"

	"pp/sexp"
)

// divided is what a division to an integer gives.
type divided struct{ quotient, remainder Value }

// quotient returns both values of a division; the divisor is 1 unless it is given.
func quotient(divide func(m *machine, x, y Value) divided) func(*machine, []Value) Value {
	return func(m *machine, args []Value) Value {
		d := divide(m, args[0], append(args, sexp.Int(1))[1])
		return m.values(d.quotient, d.remainder)
	}
}

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
	case d.exact == nil: // of a ratio by a float, as SBCL reckons it
		scaled := arith(m, &multiplication, fromBig(m, n.exact.Denom()), b)
		return completed(m, a, truncate(m, fromBig(m, n.exact.Num()), scaled).quotient, b)
	}
	q := new(big.Rat).Quo(n.exact, d.exact)
	return completed(m, a, fromBig(m, new(big.Int).Quo(q.Num(), q.Denom())), b)
}

// completed completes a division: the remainder is x - q*y.
func completed(m *machine, x, q, y Value) divided {
	return divided{q, arith(m, &subtraction, x, arith(m, &multiplication, q, y))}
}

// floor rounds a quotient down, ceiling up.
func floor(m *machine, x, y Value) divided { return truncateTo(m, x, y, -1) }

func ceiling(m *machine, x, y Value) divided { return truncateTo(m, x, y, 1) }

func truncateTo(m *machine, x, y Value, direction int) divided {
	d := truncate(m, x, y)
	n, _ := number(x)
	by, _ := number(y)
	if left, _ := number(d.remainder); left.sign() == 0 || n.sign()*by.sign() != direction {
		return d
	}
	return onwards(m, d, y, direction)
}

// onwards goes to the next quotient up or down.
func onwards(m *machine, d divided, y Value, direction int) divided {
	op := &addition
	if direction > 0 {
		op = &subtraction
	}
	return divided{arith(m, &addition, d.quotient, sexp.Int(direction)), arith(m, op, d.remainder, y)}
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
	half, _ := number(arith(m, &division, y, sexp.Int(2)))
	size := new(big.Rat).Abs(left.rat()).Cmp(new(big.Rat).Abs(half.rat()))
	if size < 0 || size == 0 && integer(m, d.quotient).Bit(0) == 0 {
		return d
	}
	return onwards(m, d, y, left.sign()*by.sign())
}

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
		{"MOD", 2, 2, remainder(floor)},
		{"REM", 2, 2, remainder(truncate)},
		{"EVENP", 1, 1, parity(0)},
		{"ODDP", 1, 1, parity(1)},
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

package lisp

import (
	"math"
	"math/big"
	"math/bits"

	"pp/sexp"
)

func numberBuiltins() []builtin {
	return []builtin{
		{"+", 0, -1, folded(&addition, sexp.Int(0))},
		{"*", 0, -1, folded(&multiplication, sexp.Int(1))},
		{"-", 1, -1, foldedFrom(&subtraction, sexp.Int(0))},
		{"/", 1, -1, foldedFrom(&division, sexp.Int(1))},
		{"1+", 1, 1, func(m *machine, a []Value) Value { return arith(m, &addition, a[0], sexp.Int(1)) }},
		{"1-", 1, 1, func(m *machine, a []Value) Value { return arith(m, &subtraction, a[0], sexp.Int(1)) }},
		{"=", 1, -1, compared(func(c int) bool { return c == 0 })},
		{"<", 1, -1, compared(func(c int) bool { return c < 0 })},
		{">", 1, -1, compared(func(c int) bool { return c > 0 })},
		{"<=", 1, -1, compared(func(c int) bool { return c <= 0 })},
		{">=", 1, -1, compared(func(c int) bool { return c >= 0 })},
		{"/=", 1, -1, allDiffer},
		{"MAX", 1, -1, extreme(1)},
		{"MIN", 1, -1, extreme(-1)},
		{"ZEROP", 1, 1, ofSign(func(s int) bool { return s == 0 })},
		{"PLUSP", 1, 1, ofSign(func(s int) bool { return s > 0 })},
		{"MINUSP", 1, 1, ofSign(func(s int) bool { return s < 0 })},
		{"ABS", 1, 1, abs},
		{"EXPT", 2, 2, expt},
		{"FLOAT", 1, 2, float},
	}
}

// operation is an operation on small integers, where the result is one, on exact numbers
// and on floats.
type operation struct {
	small   func(x, y int64) (int64, bool)
	exact   func(z, x, y *big.Rat) *big.Rat
	float   func(x, y float64) float64
	divides bool
}

var (
	addition = operation{exact: (*big.Rat).Add, float: func(x, y float64) float64 { return x + y },
		small: func(x, y int64) (int64, bool) { z := x + y; return z, (x^z)&(y^z) >= 0 }}
	subtraction = operation{exact: (*big.Rat).Sub, float: func(x, y float64) float64 { return x - y },
		small: func(x, y int64) (int64, bool) { z := x - y; return z, (x^y)&(x^z) >= 0 }}
	multiplication = operation{exact: (*big.Rat).Mul, float: func(x, y float64) float64 { return x * y },
		small: smallProduct}
	division = operation{exact: (*big.Rat).Quo, float: func(x, y float64) float64 { return x / y }, divides: true,
		small: func(x, y int64) (int64, bool) {
			if y == 0 || y == -1 || x%y != 0 {
				return 0, false
			}
			return x / y, true
		}}
)

func smallProduct(x, y int64) (int64, bool) {
	if max(x, -x)|max(y, -y) < 1<<31 && x != math.MinInt64 && y != math.MinInt64 {
		return x * y, true
	}
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		hi -= uint64(y)
	}
	if y < 0 {
		hi -= uint64(x)
	}
	return int64(lo), hi == uint64(int64(lo)>>63)
}

// arith applies an operation to two values.
func arith(m *machine, op *operation, a, b Value) Value {
	if x, ok := a.(sexp.Int); ok {
		if y, ok := b.(sexp.Int); ok {
			if z, ok := op.small(int64(x), int64(y)); ok {
				return sexp.Int(z)
			}
		}
	}
	return operate(m, op, numOf(m, a), numOf(m, b))
}

// operate applies an operation. An exact number beside a float becomes one, a single beside a
// double a double (CLHS 12.1.4). Rounding a double's result to single precision once more
// changes nothing for these operations.
func operate(m *machine, op *operation, x, y num) Value {
	if op.divides && y.sign() == 0 {
		panic(divisionByZero())
	}
	if x.exact != nil && y.exact != nil {
		n := x.bits() + y.bits()
		if n > 2*mostBits {
			panic(tooBig())
		}
		// Bringing a fraction to lowest terms takes the square of its length.
		m.work(n / 64 * max(1, n/4096))
		return valueOf(m, num{exact: op.exact(new(big.Rat), x.exact, y.exact)})
	}
	single := bothSingle(x, y)
	fx, fy := x.toFloat(single), y.toFloat(single)
	if math.IsInf(fx, 0) || math.IsInf(fy, 0) {
		return floatValue(math.Inf(1), single)
	}
	return floatValue(op.float(fx, fy), single)
}

// folded applies an operation from the left, beginning with its neutral element.
func folded(op *operation, neutral Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		switch len(args) {
		case 0:
			return neutral
		case 1:
			if !isNumber(args[0]) {
				panic(wrongType(args[0], "NUMBER"))
			}
		case 2:
			return arith(m, op, args[0], args[1])
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
			return floatValue(-x.float, x.single) // (- 0.0) is -0.0
		}
		return arith(m, op, neutral, args[0])
	}
}

func foldNumbers(m *machine, op *operation, args []Value) (acc Value) {
	acc = args[0]
	for _, v := range args[1:] {
		m.work(1)
		acc = arith(m, op, acc, v)
	}
	return acc
}

// compareNumbers gives how two numbers stand to each other.
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
	return realOf(m, a).cmp(realOf(m, b))
}

func realOf(m *machine, v Value) num {
	n, ok := number(v)
	if !ok {
		panic(wrongType(v, "REAL"))
	}
	n.counted(m)
	return n
}

// compared tells whether each number stands so to the next.
func compared(holds func(c int) bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		if len(args) == 1 && !isNumber(args[0]) {
			panic(wrongType(args[0], "REAL"))
		}
		all := true
		for i := 1; i < len(args); i++ {
			c := compareNumbers(m, args[i-1], args[i])
			all = all && holds(c)
		}
		return truth(all)
	}
}

func allDiffer(m *machine, args []Value) Value {
	for i, v := range args {
		if !isNumber(v) {
			panic(wrongType(v, "NUMBER"))
		}
		m.work(i)
		for _, w := range args[:i] {
			if c := compareNumbers(m, v, w); c == 0 {
				return nil
			}
		}
	}
	return symT
}

// extreme gives the first of the arguments, as it is, that no other exceeds.
func extreme(sign int) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		best := args[0]
		if !isNumber(best) {
			panic(wrongType(best, "REAL"))
		}
		for _, v := range args[1:] {
			if compareNumbers(m, v, best) == sign {
				best = v
			}
		}
		return best
	}
}

func ofSign(holds func(sign int) bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value { return truth(holds(numOf(m, args[0]).sign())) }
}

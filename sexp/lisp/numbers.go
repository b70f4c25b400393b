package lisp

import (
	"math"
	"math/big"

	"pp/sexp"
)

// arithmetic is a function of numbers only.
func arithmetic(least, most int, do func(m *machine, x []num) (sexp.Value, error)) (function, bool) {
	return pure(least, most, func(m *machine, args []sexp.Value) (sexp.Value, error) {
		x := make([]num, len(args))
		for i, v := range args {
			var err error
			if x[i], err = m.num(v); err != nil {
				return nil, err
			}
		}
		return do(m, x)
	})
}

func numberFunction(name string) (function, bool) {
	switch name {
	case "+":
		return fold(0, operationOf(name))
	case "*":
		return fold(1, operationOf(name))
	case "-":
		return foldFrom(num{exact: new(big.Rat)}, operationOf(name))
	case "/":
		return foldFrom(num{exact: big.NewRat(1, 1)}, operationOf(name))
	case "ABS":
		return arithmetic(1, 1, abs)
	case "EXPT":
		return arithmetic(2, 2, expt)
	}
	if f, ok := comparison(name); ok {
		return f, true
	}
	return integerFunction(name)
}

// comparison finds a function that compares numbers.
func comparison(name string) (function, bool) {
	switch name {
	case "=":
		return compare(func(c int) bool { return c == 0 })
	case "<":
		return compare(func(c int) bool { return c < 0 })
	case ">":
		return compare(func(c int) bool { return c > 0 })
	case "<=":
		return compare(func(c int) bool { return c <= 0 })
	case ">=":
		return compare(func(c int) bool { return c >= 0 })
	case "/=":
		return arithmetic(1, -1, allDiffer)
	case "MAX":
		return extreme(1)
	case "MIN":
		return extreme(-1)
	case "ZEROP":
		return arithmetic(1, 1, func(_ *machine, x []num) (sexp.Value, error) { return sexp.Bool(x[0].sign() == 0), nil })
	}
	return function{}, false
}

// integerFunction finds a function that rounds, or is of integers.
func integerFunction(name string) (function, bool) {
	switch name {
	case "FLOOR":
		return arithmetic(1, 2, quotient(floor))
	case "TRUNCATE":
		return arithmetic(1, 2, quotient(truncate))
	case "ROUND":
		return arithmetic(1, 2, quotient(round))
	case "MOD":
		return arithmetic(2, 2, remainder(floor))
	case "REM":
		return arithmetic(2, 2, remainder(truncate))
	case "EVENP", "ODDP":
		odd := name == "ODDP"
		return pure(1, 1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
			n, err := m.integer(args[0])
			return sexp.Bool(err == nil && (n.Bit(0) == 1) == odd), err
		})
	}
	return function{}, false
}

// operation is an operation on exact numbers and the same one on floats.
type operation struct {
	exact   func(z, x, y *big.Rat) *big.Rat
	float   func(x, y float64) float64
	divides bool
}

func operationOf(name string) operation {
	switch name {
	case "+":
		return operation{exact: (*big.Rat).Add, float: func(x, y float64) float64 { return x + y }}
	case "-":
		return operation{exact: (*big.Rat).Sub, float: func(x, y float64) float64 { return x - y }}
	case "*":
		return operation{exact: (*big.Rat).Mul, float: func(x, y float64) float64 { return x * y }}
	}
	return operation{exact: (*big.Rat).Quo, float: func(x, y float64) float64 { return x / y }, divides: true}
}

// do applies an operation. An exact number beside a float becomes one, a single
// beside a double a double (CLHS 12.1.4). Rounding a double's result to single
// precision once more changes nothing for these operations.
func (m *machine) do(op operation, x, y num) (num, error) {
	if op.divides && y.sign() == 0 {
		return num{}, wrong("division by zero")
	}
	if x.exact != nil && y.exact != nil {
		if x.bits()+y.bits() > 2*mostBits {
			return num{}, m.tooBig()
		}
		if err := m.work((x.bits() + y.bits()) / 64); err != nil {
			return num{}, err
		}
		z := num{exact: op.exact(new(big.Rat), x.exact, y.exact)}
		if z.bits() > mostBits {
			return num{}, m.tooBig()
		}
		return z, nil
	}
	single := bothSingle(x, y)
	z := num{float: op.float(x.toFloat(single), y.toFloat(single)), single: single}
	v, err := m.value(z)
	if err != nil {
		return num{}, err
	}
	z, _ = number(v)
	return z, nil
}

// fold applies an operation from the left, beginning with its neutral element.
func fold(neutral int64, op operation) (function, bool) {
	return arithmetic(0, -1, func(m *machine, x []num) (sexp.Value, error) {
		if len(x) == 0 {
			return sexp.Int(neutral), nil
		}
		return m.fold(op, x)
	})
}

// foldFrom is fold for subtraction and division: one argument is negated or
// inverted.
func foldFrom(neutral num, op operation) (function, bool) {
	return arithmetic(1, -1, func(m *machine, x []num) (sexp.Value, error) {
		switch {
		case len(x) > 1:
			return m.fold(op, x)
		case x[0].exact == nil && !op.divides:
			return m.value(num{float: -x[0].float, single: x[0].single}) // (- 0.0) is -0.0
		}
		return m.fold(op, []num{neutral, x[0]})
	})
}

func (m *machine) fold(op operation, x []num) (sexp.Value, error) {
	acc := x[0]
	for _, y := range x[1:] {
		var err error
		if acc, err = m.do(op, acc, y); err != nil {
			return nil, err
		}
	}
	return m.value(acc)
}

// compare tells whether each number stands so to the next; exactly, also between
// a float and an exact number (CLHS 12.1.4.1).
func compare(holds func(c int) bool) (function, bool) {
	return arithmetic(1, -1, func(_ *machine, x []num) (sexp.Value, error) {
		all := true
		for i := 1; i < len(x); i++ {
			all = all && holds(x[i-1].rat().Cmp(x[i].rat()))
		}
		return sexp.Bool(all), nil
	})
}

func allDiffer(m *machine, x []num) (sexp.Value, error) {
	for i := range x {
		if err := m.work(i); err != nil {
			return nil, err
		}
		for _, other := range x[:i] {
			if other.rat().Cmp(x[i].rat()) == 0 {
				return sexp.NIL, nil
			}
		}
	}
	return sexp.T, nil
}

// extreme gives the first of the arguments, as it is, that no other exceeds.
func extreme(sign int) (function, bool) {
	return arithmetic(1, -1, func(m *machine, x []num) (sexp.Value, error) {
		best := x[0]
		for _, y := range x[1:] {
			if y.rat().Cmp(best.rat()) == sign {
				best = y
			}
		}
		return m.value(best)
	})
}

func abs(m *machine, x []num) (sexp.Value, error) {
	if x[0].exact != nil {
		return m.value(num{exact: new(big.Rat).Abs(x[0].exact)})
	}
	return m.value(num{float: math.Abs(x[0].float), single: x[0].single})
}

// expt raises to a power. A power that is no integer gives a float.
func expt(m *machine, x []num) (sexp.Value, error) {
	base, power := x[0], x[1]
	if base.exact != nil && power.exact != nil && power.exact.IsInt() {
		return m.exptExact(base.exact, power.exact.Num())
	}
	if base.sign() < 0 && (power.exact == nil || !power.exact.IsInt()) {
		return nil, wrong("a negative number to a power that is no integer would be complex")
	}
	if base.sign() == 0 && power.sign() <= 0 {
		return nil, wrong("zero to a power that is not over zero")
	}
	single := bothSingle(base, power)
	return m.value(num{float: math.Pow(base.toFloat(single), power.toFloat(false)), single: single})
}

func (m *machine) exptExact(base *big.Rat, power *big.Int) (sexp.Value, error) {
	if base.Sign() == 0 && power.Sign() < 0 {
		return nil, wrong("division by zero")
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
		return nil, m.tooBig()
	}
	n := new(big.Int).Abs(power)
	if (bits-1)*n.Int64() > mostBits {
		return nil, m.tooBig()
	}
	if err := m.work(int(bits * n.Int64() / 64)); err != nil {
		return nil, err
	}
	r := new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), n, nil), new(big.Int).Exp(base.Denom(), n, nil))
	if power.Sign() < 0 {
		r.Inv(r)
	}
	return m.value(num{exact: r})
}

// floor, truncate and round give an integer near a fraction: below, towards zero,
// nearest and even in the middle.
func floor(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean; the denominator is over zero
}

func truncate(r *big.Rat) *big.Int { return new(big.Int).Quo(r.Num(), r.Denom()) }

func round(r *big.Rat) *big.Int {
	half := big.NewRat(1, 2)
	n := floor(new(big.Rat).Add(r, half))
	down := new(big.Rat).Sub(new(big.Rat).SetInt(n), r)
	if down.Cmp(half) == 0 && n.Bit(0) == 1 {
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// divide gives the divisor, 1 unless it is given, and the rounded quotient.
func divide(x []num, to func(*big.Rat) *big.Int) (y num, q *big.Int, err error) {
	y = num{exact: big.NewRat(1, 1)}
	if len(x) == 2 {
		y = x[1]
	}
	if y.sign() == 0 {
		return y, nil, wrong("division by zero")
	}
	return y, to(new(big.Rat).Quo(x[0].rat(), y.rat())), nil
}

// quotient gives the first of the two values that Lisp's function gives.
func quotient(to func(*big.Rat) *big.Int) func(m *machine, x []num) (sexp.Value, error) {
	return func(m *machine, x []num) (sexp.Value, error) {
		_, q, err := divide(x, to)
		if err != nil {
			return nil, err
		}
		return m.value(num{exact: new(big.Rat).SetInt(q)})
	}
}

// remainder gives the second value of a division.
func remainder(to func(*big.Rat) *big.Int) func(m *machine, x []num) (sexp.Value, error) {
	return func(m *machine, args []num) (sexp.Value, error) {
		y, q, err := divide(args, to)
		if err != nil {
			return nil, err
		}
		x := args[0]
		r := new(big.Rat).Mul(y.rat(), new(big.Rat).SetInt(q))
		r.Sub(x.rat(), r)
		if x.exact != nil && y.exact != nil {
			return m.value(num{exact: r})
		}
		single := bothSingle(x, y)
		return m.value(num{float: num{exact: r}.toFloat(single), single: single})
	}
}

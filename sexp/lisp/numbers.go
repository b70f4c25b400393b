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
		return pure(1, -1, allDiffer)
	case "MAX":
		return extreme(1)
	case "MIN":
		return extreme(-1)
	case "ABS":
		return pure(1, 1, abs)
	case "EXPT":
		return pure(2, 2, expt)
	case "FLOOR":
		return pure(1, 2, quotient(floor))
	case "TRUNCATE":
		return pure(1, 2, quotient(truncate))
	case "ROUND":
		return pure(1, 2, quotient(round))
	case "MOD":
		return pure(2, 2, remainder(floor))
	case "REM":
		return pure(2, 2, remainder(truncate))
	case "ZEROP":
		return pure(1, 1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
			n, err := m.num(args[0])
			return sexp.Bool(err == nil && n.sign() == 0), err
		})
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
	single := (x.exact != nil || x.single) && (y.exact != nil || y.single)
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
	return pure(0, -1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
		if len(args) == 0 {
			return sexp.Int(neutral), nil
		}
		return m.fold(op, args)
	})
}

// foldFrom is fold for subtraction and division: one argument is negated or
// inverted.
func foldFrom(neutral num, op operation) (function, bool) {
	return pure(1, -1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
		if len(args) > 1 {
			return m.fold(op, args)
		}
		x, err := m.num(args[0])
		if err != nil {
			return nil, err
		}
		if x.exact == nil && !op.divides {
			return m.value(num{float: -x.float, single: x.single}) // (- 0.0) is -0.0
		}
		z, err := m.do(op, neutral, x)
		if err != nil {
			return nil, err
		}
		return m.value(z)
	})
}

func (m *machine) fold(op operation, args []sexp.Value) (sexp.Value, error) {
	acc, err := m.num(args[0])
	if err != nil {
		return nil, err
	}
	for _, v := range args[1:] {
		x, err := m.num(v)
		if err != nil {
			return nil, err
		}
		if acc, err = m.do(op, acc, x); err != nil {
			return nil, err
		}
	}
	return m.value(acc)
}

// compare tells whether each number stands so to the next; exactly, also between
// a float and an exact number (CLHS 12.1.4.1).
func compare(holds func(c int) bool) (function, bool) {
	return pure(1, -1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
		all := true
		var before num
		for i, v := range args {
			x, err := m.num(v)
			if err != nil {
				return nil, err
			}
			if i > 0 && !holds(before.rat().Cmp(x.rat())) {
				all = false
			}
			before = x
		}
		return sexp.Bool(all), nil
	})
}

func allDiffer(m *machine, args []sexp.Value) (sexp.Value, error) {
	all := make([]num, len(args))
	differ := true
	for i, v := range args {
		x, err := m.num(v)
		if err != nil {
			return nil, err
		}
		if err := m.work(i); err != nil {
			return nil, err
		}
		for _, other := range all[:i] {
			differ = differ && other.rat().Cmp(x.rat()) != 0
		}
		all[i] = x
	}
	return sexp.Bool(differ), nil
}

func extreme(sign int) (function, bool) {
	return pure(1, -1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
		best, err := m.num(args[0])
		if err != nil {
			return nil, err
		}
		at := 0
		for i, v := range args {
			x, err := m.num(v)
			if err != nil {
				return nil, err
			}
			if x.rat().Cmp(best.rat()) == sign {
				best, at = x, i
			}
		}
		return args[at], nil
	})
}

func abs(m *machine, args []sexp.Value) (sexp.Value, error) {
	n, err := m.num(args[0])
	if err != nil {
		return nil, err
	}
	if n.exact != nil {
		return m.value(num{exact: new(big.Rat).Abs(n.exact)})
	}
	return m.value(num{float: math.Abs(n.float), single: n.single})
}

// expt raises to a power. A power that is no integer gives a float.
func expt(m *machine, args []sexp.Value) (sexp.Value, error) {
	base, err := m.num(args[0])
	if err != nil {
		return nil, err
	}
	power, err := m.num(args[1])
	if err != nil {
		return nil, err
	}
	if base.exact != nil && power.exact != nil && power.exact.IsInt() {
		return m.exptExact(base.exact, power.exact.Num())
	}
	if base.sign() < 0 && (power.exact == nil || !power.exact.IsInt()) {
		return nil, wrong("a negative number to a power that is no integer would be complex")
	}
	if base.sign() == 0 && power.sign() <= 0 {
		return nil, wrong("zero to a power that is not over zero")
	}
	single := (base.exact != nil || base.single) && (power.exact != nil || power.single)
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

// divide gives both operands, exact, and the rounded quotient.
func (m *machine) divide(args []sexp.Value, to func(*big.Rat) *big.Int) (x, y num, q *big.Int, err error) {
	y = num{exact: big.NewRat(1, 1)}
	if x, err = m.num(args[0]); err != nil {
		return x, y, nil, err
	}
	if len(args) == 2 {
		if y, err = m.num(args[1]); err != nil {
			return x, y, nil, err
		}
	}
	if y.sign() == 0 {
		return x, y, nil, wrong("division by zero")
	}
	return x, y, to(new(big.Rat).Quo(x.rat(), y.rat())), nil
}

// quotient gives the first of the two values that Lisp's function gives.
func quotient(to func(*big.Rat) *big.Int) func(m *machine, args []sexp.Value) (sexp.Value, error) {
	return func(m *machine, args []sexp.Value) (sexp.Value, error) {
		_, _, q, err := m.divide(args, to)
		if err != nil {
			return nil, err
		}
		return m.value(num{exact: new(big.Rat).SetInt(q)})
	}
}

// remainder gives the second value of a division.
func remainder(to func(*big.Rat) *big.Int) func(m *machine, args []sexp.Value) (sexp.Value, error) {
	return func(m *machine, args []sexp.Value) (sexp.Value, error) {
		x, y, q, err := m.divide(args, to)
		if err != nil {
			return nil, err
		}
		r := new(big.Rat).Mul(y.rat(), new(big.Rat).SetInt(q))
		r.Sub(x.rat(), r)
		if x.exact != nil && y.exact != nil {
			return m.value(num{exact: r})
		}
		single := (x.exact != nil || x.single) && (y.exact != nil || y.single)
		return m.value(num{float: num{exact: r}.toFloat(single), single: single})
	}
}

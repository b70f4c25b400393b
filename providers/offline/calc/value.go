package calc

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// value is a number on the way to a result.
type value struct {
	*big.Rat
	rounded bool // it is not exact
	percent bool // it was written as a percentage
}

func number(n int64) value { return value{Rat: big.NewRat(n, 1)} }

// literal reads digits that are known to be a number.
func literal(digits string, rounded bool) value {
	r, _ := new(big.Rat).SetString(digits)
	return value{Rat: r, rounded: rounded}
}

// constant is 60 digits of a named number, "" for any other name.
func constant(name string) string {
	return map[string]string{"pi": "3.14159265358979323846264338327950288419716939937510582097494459",
		"e": "2.71828182845904523536028747135266249775724709369995957496696763"}[name]
}

// String writes the value as Expression.Value describes.
func (v value) String() string {
	if !v.rounded {
		if v.IsInt() {
			return v.Num().String()
		}
		if digits, exact := v.FloatPrec(); exact && digits <= mostDigits {
			return v.FloatString(digits)
		}
	}
	const significant = 12
	f := new(big.Float).SetPrec(256).SetRat(v.Rat)
	mantissa, exponent, _ := strings.Cut(f.Text('e', significant-1), "e")
	power, _ := strconv.Atoi(exponent)
	if power >= significant && power < 15 {
		return "≈ " + strings.Replace(mantissa, ".", "", 1) + strings.Repeat("0", power-significant+1)
	}
	end := "e" + strconv.Itoa(power)
	if power >= -6 && power < significant {
		mantissa, end = f.Text('f', significant-1-power), ""
	}
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return "≈ " + mantissa + end
}

// operation is what is done with one or more values.
type operation int

const (
	add operation = iota
	subtract
	multiply
	divide
	modulo
	power
	negate
	percent
	sqrt
	abs
	floor
	ceil
	round
	least
	greatest
	tooLarge // of a number that is not even read
)

// function is the operation of a function's name.
func function(name string) (operation, bool) {
	op, ok := map[string]operation{"sqrt": sqrt, "abs": abs, "floor": floor, "ceil": ceil, "round": round,
		"min": least, "max": greatest}[name]
	return op, ok
}

// level is 0 for the operators of a sum and 1 for those of a product.
func (op operation) level() int {
	if op == add || op == subtract {
		return 0
	}
	return 1
}

func (op operation) mostArguments() int {
	return cmp.Or(map[operation]int{least: math.MaxInt, greatest: math.MaxInt, round: 2}[op], 1)
}

// apply computes the operation, or gives the reason why it has no result.
func (op operation) apply(args []value) (result value, reason string) {
	result.Rat = new(big.Rat)
	for _, v := range args {
		result.rounded = result.rounded || v.rounded
	}
	a := args[0]
	switch op {
	case add, subtract, multiply, divide, modulo:
		reason = op.arithmetic(&result, a, args[1])
	case power:
		reason = raise(&result, a.Rat, args[1].Rat)
	case negate:
		result.Neg(a.Rat)
	case percent:
		result.Quo(a.Rat, big.NewRat(100, 1))
	case sqrt:
		reason = root(&result, a.Rat)
	case abs:
		result.Abs(a.Rat)
	case floor:
		result.SetInt(floorOf(a.Rat))
	case ceil:
		result.SetInt(floorOf(new(big.Rat).Neg(a.Rat)))
		result.Neg(result.Rat)
	case round:
		reason = roundTo(&result, args)
	case least, greatest:
		result.Set(a.Rat)
		for _, v := range args[1:] {
			if c := v.Cmp(result.Rat); op == least && c < 0 || op == greatest && c > 0 {
				result.Set(v.Rat)
			}
		}
	case tooLarge:
		reason = "the number has more than 10,000 digits"
	}
	return result, reason
}

// arithmetic takes a percentage in a sum of what stands before it.
func (op operation) arithmetic(result *value, a, b value) string {
	if b.percent && op.level() == 0 {
		b.Rat = new(big.Rat).Mul(a.Rat, b.Rat)
	}
	switch op {
	case add:
		result.Add(a.Rat, b.Rat)
	case subtract:
		result.Sub(a.Rat, b.Rat)
	case multiply:
		result.Mul(a.Rat, b.Rat)
	default:
		if b.Sign() == 0 {
			return "division by zero"
		}
		if result.Quo(a.Rat, b.Rat); op == modulo {
			whole := new(big.Rat).SetInt(floorOf(result.Rat))
			result.Sub(a.Rat, whole.Mul(whole, b.Rat))
		}
	}
	return ""
}

// raise computes a to a whole power, or to a half of one.
func raise(result *value, a, b *big.Rat) string {
	if b.Denom().Cmp(big.NewInt(2)) == 0 {
		if reason := root(result, a); reason != "" {
			return reason
		}
		a, b = new(big.Rat).Set(result.Rat), new(big.Rat).SetInt(b.Num())
	}
	exponent := b.Num()
	size := max(a.Num().BitLen(), a.Denom().BitLen()) - 1
	switch {
	case !b.IsInt():
		return "the exponent must be a whole number or a half"
	case a.Sign() == 0 && exponent.Sign() < 0:
		return "division by zero"
	case size == 0: // 0, 1 and -1 stay small whatever the exponent
		exponent = big.NewInt(2*int64(b.Sign()) - int64(exponent.Bit(0)))
	case exponent.BitLen() > 32 || int64(size)*new(big.Int).Abs(exponent).Int64() > mostBits:
		return "the result has more than 10,000 digits"
	}
	magnitude := new(big.Int).Abs(exponent)
	num, den := new(big.Int).Exp(a.Num(), magnitude, nil), new(big.Int).Exp(a.Denom(), magnitude, nil)
	if exponent.Sign() < 0 {
		num, den = den, num
	}
	result.SetFrac(num, den)
	return ""
}

// root is exact for squares of fractions, and to at least 60 digits otherwise.
func root(result *value, a *big.Rat) string {
	if a.Sign() < 0 {
		return "the square root of a negative number"
	}
	exact := new(big.Rat).SetFrac(new(big.Int).Sqrt(a.Num()), new(big.Int).Sqrt(a.Denom()))
	if new(big.Rat).Mul(exact, exact).Cmp(a) == 0 {
		result.Set(exact)
		return ""
	}
	// sqrt(p/q) = sqrt(p·q)/q; scaling by 4^k gives k more bits.
	const bits = 256
	scaled := new(big.Int).Mul(a.Num(), a.Denom())
	scaled.Lsh(scaled, 2*bits)
	result.SetFrac(scaled.Sqrt(scaled), new(big.Int).Lsh(a.Denom(), bits))
	result.rounded = true
	return ""
}

// roundTo rounds half away from zero, as people do, to as many digits as the
// second argument says.
func roundTo(result *value, args []value) string {
	places := int64(0)
	if len(args) == 2 {
		n := args[1].Num()
		if !args[1].IsInt() || !n.IsInt64() || n.Int64() < -1000 || n.Int64() > 1000 {
			return "round takes a whole number of digits up to 1,000"
		}
		places = n.Int64()
	}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(max(places, -places)), nil))
	if places < 0 {
		unit.Inv(unit)
	}
	scaled := new(big.Rat).Mul(new(big.Rat).Abs(args[0].Rat), unit)
	whole := floorOf(scaled.Add(scaled, big.NewRat(1, 2)))
	if result.Quo(new(big.Rat).SetInt(whole), unit); args[0].Sign() < 0 {
		result.Neg(result.Rat)
	}
	result.rounded = false // what was asked for is exactly this many digits
	return ""
}

func floorOf(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the divisor is positive
}

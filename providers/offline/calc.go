package offline

import (
	"fmt"
	"math/big"
	"strings"
)

// Limits of the calculator. They bound its time: no expression within them
// takes more than a moment.
const (
	calcInput  = 4096   // bytes of an expression
	calcDepth  = 100    // brackets, functions, signs and powers in each other
	calcDigits = 10_000 // decimal digits of a number, before or after the point
	calcBits   = calcDigits * 3322 / 1000
	calcRound  = 12 // significant digits of a result that has no end
)

// CalcError says what is wrong with an expression, and where.
type CalcError struct {
	Offset int // byte in the expression, from 0
	Reason string
}

// Error gives the column from 1, counted in bytes.
func (e *CalcError) Error() string {
	return fmt.Sprintf("column %d: %s", e.Offset+1, e.Reason)
}

// Calculate evaluates an expression in exact rational arithmetic and returns the
// result in decimal. A result with a finite decimal form is exact; any other is
// rounded to 12 significant digits and marked with "≈".
//
// It knows + - * / ^ (also × ÷ · − **, and plus, minus, times, "divided by",
// mod), brackets, % after a number for percent and between numbers for the
// remainder (with the sign of the divisor), "12% of 80", numbers such as
// 1,234.5, 1_000 and 1.5e3, sqrt, abs, round(x) and round(x, digits), floor,
// ceil, min, max, pi and e. A sum with a percentage takes it of what stands
// before, as pocket calculators do: 200 + 10% is 220. A power binds tighter than
// a sign: -2^2 is -4. Within a function's brackets a comma parts arguments.
//
// Every error is a *CalcError. Numbers of more than 10,000 digits are refused.
func Calculate(expr string) (string, error) {
	node, err := parseCalc(expr)
	if err != nil {
		return "", err
	}
	value, err := node.eval()
	if err != nil {
		return "", err
	}
	return value.String(), nil
}

// number is a value, and whether it was rounded on the way.
type number struct {
	*big.Rat
	rounded bool
}

// String writes the number as Calculate describes.
func (n number) String() string {
	if !n.rounded {
		if n.IsInt() {
			return n.Num().String()
		}
		if digits, exact := n.FloatPrec(); exact && digits <= calcDigits {
			return n.FloatString(digits)
		}
	}
	return "≈ " + n.significant()
}

// significant rounds to calcRound digits; very large and very small numbers are
// written with an exponent.
func (n number) significant() string {
	f := new(big.Float).SetPrec(256).SetRat(n.Rat)
	text := f.Text('e', calcRound-1)
	mantissa, exponent, _ := strings.Cut(text, "e")
	power := 0
	fmt.Sscanf(exponent, "%d", &power)
	switch {
	case power >= calcRound && power < 15:
		return strings.Replace(mantissa, ".", "", 1) + strings.Repeat("0", power-calcRound+1)
	case power >= -6 && power < calcRound:
		text = f.Text('f', calcRound-1-power)
		if strings.Contains(text, ".") {
			text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		}
		return text
	}
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return fmt.Sprintf("%se%d", mantissa, power)
}

// calcNode is one node of a parsed expression.
type calcNode struct {
	op      string // "number", an operator, or a function's name
	at      int    // its offset
	literal string // of a number: its digits without separators
	args    []*calcNode
}

func (n *calcNode) fail(reason string, args ...any) error {
	return &CalcError{Offset: n.at, Reason: fmt.Sprintf(reason, args...)}
}

// eval computes the node. Its depth was bounded when it was parsed.
func (n *calcNode) eval() (number, error) {
	if n.op == "number" {
		return n.readNumber()
	}
	values := make([]number, len(n.args))
	result := number{Rat: new(big.Rat)}
	for i, arg := range n.args {
		v, err := arg.eval()
		if err != nil {
			return number{}, err
		}
		values[i] = v
		result.rounded = result.rounded || v.rounded
	}
	if err := n.apply(&result, values); err != nil {
		return number{}, err
	}
	if result.Num().BitLen() > calcBits || result.Denom().BitLen() > calcBits {
		return number{}, n.fail("the result has more than %s digits", group(calcDigits))
	}
	return result, nil
}

// apply stores in result what the node's operation gives on values.
func (n *calcNode) apply(result *number, values []number) error {
	if len(values) == 0 {
		result.rounded = true
		result.SetString(constantDigits(n.op))
		return nil
	}
	a := values[0]
	switch n.op {
	case "neg":
		result.Neg(a.Rat)
	case "percent":
		result.Quo(a.Rat, big.NewRat(100, 1))
	case "+", "-", "*", "/", "mod", "^":
		return n.applyBinary(result, a, values[1])
	case "sqrt":
		return n.applySqrt(result, a)
	case "abs":
		result.Abs(a.Rat)
	case "floor":
		result.SetInt(floorRat(a.Rat))
	case "ceil":
		result.SetInt(floorRat(new(big.Rat).Neg(a.Rat)))
		result.Neg(result.Rat)
	case "round":
		return n.applyRound(result, values)
	case "min", "max":
		result.Set(a.Rat)
		for _, v := range values[1:] {
			if c := v.Cmp(result.Rat); n.op == "min" && c < 0 || n.op == "max" && c > 0 {
				result.Set(v.Rat)
			}
		}
	default:
		panic("offline: unknown operation " + n.op)
	}
	return nil
}

func (n *calcNode) applyBinary(result *number, a, b number) error {
	// a + p% and a - p% take the percentage of a.
	if p := n.args[1]; (n.op == "+" || n.op == "-") && p.op == "percent" {
		b.Rat = new(big.Rat).Mul(a.Rat, b.Rat)
	}
	switch n.op {
	case "+":
		result.Add(a.Rat, b.Rat)
	case "-":
		result.Sub(a.Rat, b.Rat)
	case "*":
		result.Mul(a.Rat, b.Rat)
	case "/", "mod":
		if b.Sign() == 0 {
			return n.fail("division by zero")
		}
		result.Quo(a.Rat, b.Rat)
		if n.op == "mod" {
			whole := new(big.Rat).SetInt(floorRat(result.Rat))
			result.Sub(a.Rat, whole.Mul(whole, b.Rat))
		}
	case "^":
		return n.applyPower(result, a, b)
	}
	return nil
}

// applyPower raises a to a whole power, or to a half of one.
func (n *calcNode) applyPower(result *number, a, b number) error {
	if !b.IsInt() {
		if b.Denom().Cmp(big.NewInt(2)) != 0 {
			return n.fail("the exponent must be a whole number or a half")
		}
		if err := n.applySqrt(result, a); err != nil {
			return err
		}
		root := number{Rat: new(big.Rat).Set(result.Rat), rounded: result.rounded}
		return n.applyPower(result, root, number{Rat: new(big.Rat).SetInt(b.Num())})
	}
	exponent := b.Num()
	if a.Sign() == 0 && exponent.Sign() < 0 {
		return n.fail("division by zero")
	}
	size := max(a.Num().BitLen(), a.Denom().BitLen()) - 1
	switch {
	case size == 0: // 0, 1 and -1 stay small whatever the exponent
		exponent = new(big.Int).SetUint64(uint64(exponent.Bit(0)))
		if b.Sign() != 0 && exponent.Sign() == 0 {
			exponent.SetInt64(2)
		}
	case !exponent.IsInt64() || exponent.Int64() > calcBits || exponent.Int64() < -calcBits,
		int64(size)*abs64(exponent.Int64()) > calcBits:
		return n.fail("the result has more than %s digits", group(calcDigits))
	}
	power := new(big.Int).Abs(exponent)
	num := new(big.Int).Exp(a.Num(), power, nil)
	den := new(big.Int).Exp(a.Denom(), power, nil)
	if exponent.Sign() < 0 {
		num, den = den, num
	}
	result.SetFrac(num, den)
	return nil
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// applySqrt is exact for squares of fractions, and to at least 60 digits
// otherwise.
func (n *calcNode) applySqrt(result *number, a number) error {
	if a.Sign() < 0 {
		return n.fail("the square root of a negative number")
	}
	num, den := new(big.Int).Sqrt(a.Num()), new(big.Int).Sqrt(a.Denom())
	root := new(big.Rat)
	if den.Sign() > 0 {
		root.SetFrac(num, den)
		if new(big.Rat).Mul(root, root).Cmp(a.Rat) == 0 {
			result.Set(root)
			return nil
		}
	}
	// sqrt(p/q) = sqrt(p·q)/q; scaling by 4^k gives k more bits.
	const bits = 256
	scaled := new(big.Int).Mul(a.Num(), a.Denom())
	scaled.Lsh(scaled, 2*bits)
	result.SetFrac(scaled.Sqrt(scaled), new(big.Int).Lsh(a.Denom(), bits))
	result.rounded = true
	return nil
}

// applyRound rounds half away from zero, as people do.
func (n *calcNode) applyRound(result *number, values []number) error {
	places := int64(0)
	if len(values) == 2 {
		if p := values[1]; !p.IsInt() || !p.Num().IsInt64() || abs64(p.Num().Int64()) > 1000 {
			return n.fail("round takes a whole number of digits up to 1,000")
		}
		places = values[1].Num().Int64()
	}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(abs64(places)), nil))
	if places < 0 {
		unit.Inv(unit)
	}
	scaled := new(big.Rat).Mul(new(big.Rat).Abs(values[0].Rat), unit)
	whole := floorRat(scaled.Add(scaled, big.NewRat(1, 2)))
	result.Quo(new(big.Rat).SetInt(whole), unit)
	if values[0].Sign() < 0 {
		result.Neg(result.Rat)
	}
	result.rounded = false // what was asked for is exactly this many digits
	return nil
}

func floorRat(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the divisor is positive
}

// readNumber reads a literal such as 12, .5 or 1.5e-3.
func (n *calcNode) readNumber() (number, error) {
	r := new(big.Rat)
	mantissa, exponent, has := strings.Cut(strings.ToLower(n.literal), "e")
	if has {
		power := 0
		if len(exponent) > 6 {
			power = calcDigits + 1
		} else if _, err := fmt.Sscanf(exponent, "%d", &power); err != nil {
			return number{}, n.fail("not a number")
		}
		if power > calcDigits-len(mantissa) || -power > calcDigits-len(mantissa) {
			return number{}, n.fail("the number has more than %s digits", group(calcDigits))
		}
	}
	if _, ok := r.SetString(mantissa); !ok {
		return number{}, n.fail("not a number")
	}
	if has {
		r.SetString(n.literal)
	}
	return number{Rat: r}, nil
}

// constantDigits are 60 digits of pi or e.
func constantDigits(name string) string {
	if name == "pi" {
		return "3.14159265358979323846264338327950288419716939937510582097494459"
	}
	return "2.71828182845904523536028747135266249775724709369995957496696763"
}

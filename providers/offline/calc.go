package offline

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of an expression.
const (
	longestInput = 4096   // bytes
	deepest      = 100    // brackets, functions, signs and powers in each other
	mostDigits   = 10_000 // decimal digits of a number, before or after the point
	mostBits     = mostDigits * 3322 / 1000
)

// calcError says what is wrong with an expression, and where.
type calcError struct {
	offset    int // byte in the expression, from 0
	reason    string
	undefined bool // the expression can be read and has no value
}

// Error gives the column from 1, counted in bytes.
func (e *calcError) Error() string { return fmt.Sprintf("column %d: %s", e.offset+1, e.reason) }

// isUndefined reports whether an error is that of an expression that can be read and has no value, such as 1/0.
func isUndefined(err error) bool {
	e, ok := errors.AsType[*calcError](err)
	return ok && e.undefined
}

// number is an intermediate result.
type number struct {
	*big.Rat
	rounded bool // it is not exact
	percent bool // it was written as a percentage
}

// evaluate calculates a whole expression; a final "=" or "?" is allowed. The result is exact if it has a finite decimal
// form; any other is rounded to 12 significant digits and marked with "≈".
//
// It knows + - * / ^ (also × ÷ · − **), brackets, % after a number for percent and between numbers
// for the remainder (with the sign of the divisor), "mod", "12% of 80", numbers such as 1,234.5,
// 1_000 and 1.5e3, sqrt, abs, round(x), round(x, digits), floor, ceil, min, max, pi and e. A sum
// with a percentage takes it of what stands before, as pocket calculators do: 200 + 10% is 220. A
// power binds tighter than a sign: -2^2 is -4.
func evaluate(text string) (result string, err error) {
	c := &calculator{text: strings.TrimRight(text, " \t\n=?")}
	defer func() {
		if r := recover(); r != nil {
			e, isOurs := r.(*calcError)
			if !isOurs {
				panic(r)
			}
			err = e
		}
	}()
	if len(text) > longestInput {
		c.pos = longestInput
		c.fail("the expression is longer than 4,096 bytes")
	}
	if strings.TrimSpace(c.text) == "" {
		c.fail("nothing to calculate")
	}
	v := c.sum()
	if c.space(); c.pos < len(c.text) {
		c.fail("unexpected %s", c.here())
	}
	if c.fault != nil {
		return "", c.fault
	}
	return v.print(), nil
}

// calculator reads the grammar
//
//	sum     = product { ("+" | "-") product }
//	product = unary { ("*" | "/" | "mod" | "of") unary }
//	unary   = ("-" | "+") unary | postfix [ "^" unary ]
//	postfix = primary { "%" }
//	primary = number | "(" sum ")" | function "(" sum { "," sum } ")" | constant
type calculator struct {
	text     string
	pos      int
	depth    int
	argument bool       // inside a function's brackets, where a comma parts arguments
	fault    *calcError // the first operation that has no result; reading goes on
}

// fail ends the evaluation with an error at the position.
func (c *calculator) fail(reason string, args ...any) {
	panic(&calcError{offset: c.pos, reason: fmt.Sprintf(reason, args...)})
}

// checked is a result, or 1 if there is none for a reason.
func (c *calculator) checked(at int, v number, reason string) number {
	if reason == "" && (v.Num().BitLen() > mostBits || v.Denom().BitLen() > mostBits) {
		reason = "the result has more than 10,000 digits"
	}
	if reason == "" {
		return v
	}
	if c.fault == nil {
		c.fault = &calcError{offset: at, reason: reason, undefined: true}
	}
	return number{Rat: big.NewRat(1, 1)}
}

// here names what stands at the position.
func (c *calculator) here() string {
	if c.pos >= len(c.text) {
		return "end"
	}
	if word := c.word(); word != "" {
		return fmt.Sprintf("%.30q", word)
	}
	r, _ := utf8.DecodeRuneInString(c.text[c.pos:])
	return fmt.Sprintf("%q", string(r))
}

func (c *calculator) space() {
	c.pos = len(c.text) - len(strings.TrimLeftFunc(c.text[c.pos:], unicode.IsSpace))
}

// word is the word at the position, in lower case.
func (c *calculator) word() string {
	rest := c.text[c.pos:]
	end := strings.IndexFunc(rest, func(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' })
	if end < 0 {
		end = len(rest)
	}
	return strings.ToLower(rest[:end])
}

// take moves past the first of the signs or words that stands here, after spaces.
func (c *calculator) take(signs ...string) string {
	c.space()
	for _, sign := range signs {
		if c.word() == sign || c.word() == "" && strings.HasPrefix(c.text[c.pos:], sign) {
			c.pos += len(sign)
			return sign
		}
	}
	return ""
}

func (c *calculator) sum() number {
	left := c.product()
	for {
		c.space()
		at := c.pos
		sign := c.take("+", "-", "−", "–")
		if sign == "" {
			return left
		}
		right := c.product()
		if right.percent {
			right.Rat = new(big.Rat).Mul(left.Rat, right.Rat)
		}
		if sign != "+" {
			right.Rat = new(big.Rat).Neg(right.Rat)
		}
		left = c.checked(at, number{Rat: new(big.Rat).Add(left.Rat, right.Rat), rounded: left.rounded || right.rounded}, "")
	}
}

func (c *calculator) product() number {
	left := c.unary()
	for {
		c.space()
		at, signs := c.pos, []string{"*", "×", "·", "x", "/", "÷", "%", "mod", "of"}
		if !left.percent {
			signs = signs[:len(signs)-1]
		}
		sign := c.take(signs...)
		if sign == "" {
			return left
		}
		right := c.unary()
		v := number{Rat: new(big.Rat), rounded: left.rounded || right.rounded}
		switch isQuotient := strings.Contains("/÷%mod", sign); {
		case !isQuotient:
			v.Mul(left.Rat, right.Rat)
		case right.Sign() == 0:
			left = c.checked(at, left, "division by zero")
			continue
		default:
			v.Quo(left.Rat, right.Rat)
			if sign == "%" || sign == "mod" {
				whole := new(big.Rat).SetInt(floorOf(v.Rat))
				v.Sub(left.Rat, whole.Mul(whole, right.Rat))
			}
		}
		left = c.checked(at, v, "")
	}
}

func (c *calculator) unary() number {
	if c.depth++; c.depth > deepest {
		c.fail("nested more than %d deep", deepest)
	}
	defer func() { c.depth-- }()
	if sign := c.take("-", "−", "–", "+"); sign != "" {
		arg := c.unary()
		if sign != "+" {
			arg = number{Rat: new(big.Rat).Neg(arg.Rat), rounded: arg.rounded}
		}
		return arg
	}
	base := c.postfix()
	c.space()
	at := c.pos
	if c.take("^", "**") == "" {
		return base
	}
	exponent := c.unary()
	v := number{Rat: new(big.Rat), rounded: base.rounded || exponent.rounded}
	reason := raise(&v, base.Rat, exponent.Rat)
	return c.checked(at, v, reason)
}

// postfix reads "%" as percent, unless an operand follows: then it is the remainder. A sign after it
// is taken for a sum, so 10% - 3 is a difference.
func (c *calculator) postfix() number {
	v := c.primary()
	c.space()
	start := c.pos
	if c.take("%", "percent") == "" {
		return v
	}
	c.space()
	word := c.word()
	if c.pos < len(c.text) && (strings.IndexByte("0123456789.(", c.text[c.pos]) >= 0 ||
		word != "" && word != "of" && word != "mod" && word != "x") {
		c.pos = start
		return v
	}
	return number{Rat: new(big.Rat).Quo(v.Rat, big.NewRat(100, 1)), rounded: v.rounded, percent: true}
}

// constants are 60 digits of named numbers.
var constants = map[string]string{"pi": "3.14159265358979323846264338327950288419716939937510582097494459",
	"e": "2.71828182845904523536028747135266249775724709369995957496696763"}

func (c *calculator) primary() number {
	c.space()
	at := c.pos
	if c.pos < len(c.text) && strings.IndexByte("0123456789.", c.text[c.pos]) >= 0 {
		return c.literal()
	}
	if c.take("(") != "" {
		outer := c.argument
		c.argument = false
		v := c.sum()
		c.argument = outer
		if c.take(")") == "" {
			c.fail("expected ) for the ( in column %d, found %s", at+1, c.here())
		}
		return v
	}
	word := c.word()
	if digits, ok := constants[word]; ok {
		c.pos += len(word)
		r, _ := new(big.Rat).SetString(digits)
		return number{Rat: r, rounded: true}
	}
	most, ok := functions[word]
	switch {
	case ok:
		c.pos += len(word)
		return c.call(word, most, at)
	case word == "":
		c.fail("expected a number, found %s", c.here())
	}
	c.fail("unknown name %s", c.here())
	return number{}
}

// functions are the functions by name, with the number of arguments that they take at most.
var functions = map[string]int{"sqrt": 1, "abs": 1, "floor": 1, "ceil": 1, "round": 2, "min": 100, "max": 100}

// call reads a function's arguments and computes it.
func (c *calculator) call(name string, most, at int) number {
	if c.take("(") == "" {
		c.fail("expected ( after %s, found %s", name, c.here())
	}
	outer := c.argument
	c.argument = true
	defer func() { c.argument = outer }()
	var args []number
	for sign := ","; sign != ")"; {
		args = append(args, c.sum())
		if sign = c.take(",", ";", ")"); sign == "" {
			c.fail("expected , or ) in %s, found %s", name, c.here())
		}
	}
	if len(args) > most {
		c.pos = at
		c.fail("%s takes at most %d arguments, not %d", name, most, len(args))
	}
	v := number{Rat: new(big.Rat).Set(args[0].Rat)}
	for _, a := range args {
		v.rounded = v.rounded || a.rounded
		if name == "min" && a.Cmp(v.Rat) < 0 || name == "max" && a.Cmp(v.Rat) > 0 {
			v.Set(a.Rat)
		}
	}
	reason := ""
	switch name {
	case "sqrt":
		reason = root(&v, args[0].Rat)
	case "abs":
		v.Abs(v.Rat)
	case "floor":
		v.SetInt(floorOf(v.Rat))
	case "ceil":
		v.SetInt(floorOf(v.Neg(v.Rat)))
		v.Neg(v.Rat)
	case "round":
		reason = roundTo(&v, args)
	}
	return c.checked(at, v, reason)
}

var numeral = lazy(`^([\d_,]*)(\.?\d*)([eE][+-]?\d+)?`)

// literal reads digits with separators, a point and an exponent. A comma must stand before three digits, an underscore
// before any.
func (c *calculator) literal() number {
	start := c.pos
	m := numeral().FindStringSubmatch(c.text[start:])
	whole, fraction, exponent := m[1], m[2], m[3]
	if at := strings.IndexByte(whole, ','); at >= 0 && c.argument {
		whole, fraction, exponent = whole[:at], "", ""
	}
	groups := strings.Split(whole, ",")
	for i, group := range groups {
		if i > 0 && len(group) != 3 || i == 1 && len(groups[0]) > 3 || strings.HasSuffix(group, "_") {
			c.pos += len(strings.Join(groups[:max(1, i)], ","))
			c.fail("a comma parts groups of three digits; write the decimal point as .")
		}
	}
	if whole == "" && fraction == "." {
		c.fail("expected a number, found %q", ".")
	}
	c.pos += len(whole) + len(fraction) + len(exponent)
	if fraction != "" && strings.HasPrefix(c.text[c.pos:], ".") {
		c.fail("a second decimal point")
	}
	power, err := strconv.Atoi(strings.TrimLeft(exponent, "eE+-"))
	if exponent != "" && (err != nil || power > mostDigits-len(whole)-len(fraction)) {
		return c.checked(start, number{Rat: new(big.Rat)}, "the number has more than 10,000 digits")
	}
	digits := strings.NewReplacer(",", "", "_", "").Replace(whole) + fraction + exponent
	r, _ := new(big.Rat).SetString(digits)
	return number{Rat: r}
}

// raise computes a to a whole power, or to a half of one.
func raise(result *number, a, b *big.Rat) (reason string) {
	if b.Denom().Cmp(big.NewInt(2)) == 0 {
		if reason := root(result, a); reason != "" {
			return reason
		}
		a = new(big.Rat).Set(result.Rat)
	} else if !b.IsInt() {
		return "the exponent must be a whole number or a half"
	}
	exponent := b.Num()
	size := max(a.Num().BitLen(), a.Denom().BitLen()) - 1
	switch {
	case a.Sign() == 0 && exponent.Sign() < 0:
		return "division by zero"
	case size <= 0: // 0, 1 and -1 stay small whatever the exponent
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
func root(result *number, a *big.Rat) (reason string) {
	if a.Sign() < 0 {
		return "the square root of a negative number"
	}
	exact := new(big.Rat).SetFrac(new(big.Int).Sqrt(a.Num()), new(big.Int).Sqrt(a.Denom()))
	if new(big.Rat).Mul(exact, exact).Cmp(a) == 0 {
		result.Set(exact)
		return ""
	}
	const bits = 256 // sqrt(p/q) = sqrt(p·q)/q; scaling by 4^k gives k more bits
	scaled := new(big.Int).Mul(a.Num(), a.Denom())
	scaled.Lsh(scaled, 2*bits)
	result.SetFrac(scaled.Sqrt(scaled), new(big.Int).Lsh(a.Denom(), bits))
	result.rounded = true
	return ""
}

// roundTo rounds half away from zero, to as many digits as the second argument says.
func roundTo(result *number, args []number) (reason string) {
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
	result.rounded = false // exactly this many digits were asked for
	return ""
}

func floorOf(r *big.Rat) *big.Int {
	return new(big.Int).Div(r.Num(), r.Denom()) // Euclidean, and the divisor is positive
}

// print writes the number as evaluate describes.
func (v number) print() string {
	if digits, exact := v.FloatPrec(); exact && !v.rounded && digits <= mostDigits {
		return v.FloatString(digits)
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
	return "≈ " + cmp.Or(mantissa, "0") + end
}

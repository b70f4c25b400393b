package sexp

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// numberKind is what number found.
type numberKind uint8

const (
	notNumber numberKind = iota
	isNumber
	badNumber // a number that cannot be had; the error is noted
)

// markers are the letters that start an exponent.
const markers = "deflrsDEFLRS"

// largestExact bounds the digits and the exponent of a decimal read as a rational; up to it SBCL is right.
const largestExact = 300

// ratioDigits is the longest ratio read, in characters: bringing one to lowest terms takes time in
// proportion to the square of its length.
const ratioDigits = 10_000

// number reads text, a token without escapes or colon that starts at start, as a number in the radix r.base.
func (r *Reader) number(start int, text string) (Value, numberKind) {
	if r.base == 10 {
		if v, ok := smallInt(text); ok {
			return v, isNumber
		}
	}
	if strings.Trim(text, ".") == "" {
		r.fail(start, ErrSyntax, "a dot where no list can be continued")
		return nil, badNumber
	}
	var s numberScan
	switch s.scan(text, r.base) {
	case formInteger:
		return parseInteger(asciiDigits(text), r.base), isNumber
	case formDecimal: // digits and a dot: decimal in every radix
		return parseInteger(asciiDigits(strings.TrimSuffix(text, ".")), 10), isNumber
	case formRatio:
		return r.ratio(start, asciiDigits(text))
	case formFloat:
		return r.float(start, asciiDigits(text))
	}
	return nil, notNumber
}

// smallInt reads up to 18 decimal digits, signed or not.
func smallInt(text string) (Value, bool) {
	digits := text
	if text != "" && (text[0] == '-' || text[0] == '+') {
		digits = text[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return nil, false
	}
	n := int64(0)
	for i := 0; i < len(digits); i++ {
		d := digits[i] - '0'
		if d > 9 {
			return nil, false
		}
		n = n*10 + int64(d)
	}
	if text[0] == '-' {
		n = -n
	}
	return Int(n), true
}

// form is the kind of number a token is.
type form uint8

const (
	formNone form = iota
	formInteger
	formDecimal
	formRatio
	formFloat
)

// numberScan decides what a token is, as SBCL's reader does in any radix. In a radix over 13 an exponent
// marker can be a digit too; it is taken for a marker when only decimal digits and no other such letter
// stand before it and a sign after it.
type numberScan struct {
	text string
	pos  int
}

func (s *numberScan) scan(text string, base int) form {
	*s = numberScan{text: text}
	if c := s.peek(); c == '+' || c == '-' {
		s.pos++
	}
	if s.peek() == '.' {
		s.pos++
		return s.fraction(true)
	}
	return s.leading(base)
}

// peek gives the next character, 0 at the end.
func (s *numberScan) peek() rune {
	if s.pos == len(s.text) {
		return 0
	}
	c, _ := utf8.DecodeRuneInString(s.text[s.pos:])
	return c
}

func (s *numberScan) next() { s.pos += max(1, utf8.RuneLen(s.peek())) }

func isMarker(c rune) bool { return strings.ContainsRune(markers, c) }

// leading reads the digits before a dot, slash or marker.
func (s *numberScan) leading(base int) form {
	inBase, decimal, letter := true, true, false // of the digits so far
	for first := true; ; first = false {
		c := s.peek()
		switch {
		case s.pos == len(s.text):
			if first || !inBase {
				return formNone
			}
			return formInteger
		case digit(c, base) >= 0:
			if !inBase {
				if c > 127 || digit(c, 10) < 0 {
					return formNone
				}
			} else if isMarker(c) {
				if !first && !letter && decimal && s.markerAhead() {
					return s.exponent()
				}
				letter = true
			}
			decimal = decimal && digit(c, 10) >= 0
		case digit(c, 10) >= 0: // a decimal digit over the radix: only an integer with a dot, or a float
			if !decimal || !inBase && c > 127 {
				return formNone
			}
			inBase = false
		case first:
			return formNone
		case c == '.' && decimal:
			s.pos++
			return s.fraction(false)
		case c == '/' && inBase:
			return s.denominator(base)
		case isMarker(c) && decimal:
			return s.exponent()
		default:
			return formNone
		}
		s.next()
	}
}

// markerAhead reports whether a letter that is a digit is a marker after all: a sign follows it.
func (s *numberScan) markerAhead() bool {
	rest := s.text[s.pos+1:]
	return rest != "" && (rest[0] == '+' || rest[0] == '-')
}

// asciiRun passes digits 0 to 9 and reports whether there were any.
func (s *numberScan) asciiRun() bool {
	from := s.pos
	for s.pos < len(s.text) && '0' <= s.text[s.pos] && s.text[s.pos] <= '9' {
		s.pos++
	}
	return s.pos > from
}

// fraction reads what follows the dot; needed says that a digit must.
func (s *numberScan) fraction(needed bool) form {
	switch some := s.asciiRun(); {
	case needed && !some:
		return formNone
	case s.pos == len(s.text) && some:
		return formFloat
	case s.pos == len(s.text):
		return formDecimal
	case isMarker(rune(s.text[s.pos])):
		return s.exponent()
	}
	return formNone
}

// exponent reads from the marker to the end.
func (s *numberScan) exponent() form {
	s.pos++
	if c := s.peek(); c == '+' || c == '-' {
		s.pos++
	}
	if s.asciiRun() && s.pos == len(s.text) {
		return formFloat
	}
	return formNone
}

// denominator reads from the slash to the end.
func (s *numberScan) denominator(base int) form {
	s.pos++
	if s.pos == len(s.text) {
		return formNone
	}
	for s.pos < len(s.text) {
		if digit(s.peek(), base) < 0 {
			return formNone
		}
		s.next()
	}
	return formRatio
}

// asciiDigits writes the digits of other scripts as 0 to 9.
func asciiDigits(text string) string {
	return strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf {
			return c
		}
		return rune('0' + digit(c, 10))
	}, text)
}

// parseInteger reads digits, signed or not, that are known to be right.
func parseInteger(text string, base int) Value {
	negative := strings.HasPrefix(text, "-")
	n := parseDigits(strings.TrimLeft(text, "+-"), base)
	if negative {
		n.Neg(n)
	}
	return Integer(n)
}

// parseDigits reads digits by halves: math/big's own reading takes time in proportion to the square of
// the length.
func parseDigits(text string, base int) *big.Int {
	const short = 2000
	if len(text) <= short || base&(base-1) == 0 {
		n, _ := new(big.Int).SetString(text, base)
		return n
	}
	low := len(text) / 2
	n := parseDigits(text[:len(text)-low], base)
	n.Mul(n, new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(low)), nil))
	return n.Add(n, parseDigits(text[len(text)-low:], base))
}

func (r *Reader) ratio(start int, text string) (Value, numberKind) {
	if len(text) > ratioDigits {
		r.fail(start, ErrLimit, "a ratio of more than %d characters", ratioDigits)
		return nil, badNumber
	}
	top, bottom, _ := strings.Cut(text, "/")
	denominator := parseDigits(bottom, r.base)
	if denominator.Sign() == 0 {
		r.fail(start, ErrSyntax, "a ratio with the denominator 0")
		return nil, badNumber
	}
	numerator := parseDigits(strings.TrimLeft(top, "+-"), r.base)
	if strings.HasPrefix(top, "-") {
		numerator.Neg(numerator)
	}
	return Rational(new(big.Rat).SetFrac(numerator, denominator)), isNumber
}

// float reads a decimal with a fraction or an exponent. E and no marker mean a single-float, as do F and S;
// D and L a double-float; R, which only SBCL knows, an exact rational.
func (r *Reader) float(start int, text string) (Value, numberKind) {
	marker, plain := byte('e'), text
	if at := strings.IndexAny(text, markers); at >= 0 {
		marker = text[at] | 0x20
		plain = text[:at] + "e" + text[at+1:]
	}
	format := singleFloat
	switch marker {
	case 'r':
		return r.exact(start, plain)
	case 'd', 'l':
		format = doubleFloat
	}
	f, ok := gradual(plain, format)
	if !ok {
		var err error
		if f, err = strconv.ParseFloat(plain, format.bits); err != nil {
			r.fail(start, ErrSyntax, "a float beyond the largest: %s", abbreviate(Print(Sym(text))))
			return nil, badNumber
		}
	}
	if format == doubleFloat {
		return Double(f), isNumber
	}
	return Single(f), isNumber
}

// gradual reads a decimal that is too small for a normal float, or nearly: SBCL rounds it to the full precision
// and then cuts off what gradual underflow leaves no room for. (It is also the quicker way: strconv takes
// its slowest for these.)
func gradual(text string, format floatFormat) (f float64, ok bool) {
	if len(text) < -singleFloat.least*3/10 && !strings.Contains(text, "e-") {
		return 0, false // too few zeros to be so small
	}
	digits, exponent := significant(text)
	// The number is under ten to the power of this:
	power := len(digits) + exponent
	unit := format.least - format.precision + 1 // two to the power of this is the smallest float
	switch {
	case digits == "" || power > format.least*3/10+1: // log10(2) is a little over 3/10
		return 0, false
	case power > unit*4/10:
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-exponent)), nil)
		x := new(big.Float).SetInt(parseDigits(digits, 10))
		full := new(big.Float).SetPrec(uint(format.precision)).Quo(x, new(big.Float).SetInt(ten))
		units, _ := full.SetMantExp(full, -unit).Int64()
		f = math.Ldexp(float64(units), unit)
	}
	if text[0] == '-' {
		f = math.Copysign(f, -1)
	}
	return f, true
}

// significant writes a decimal, without its sign, as an integer and an exponent of ten, shortened to the
// digits that can decide how a float is rounded and one that stands for those left out.
func significant(text string) (digits string, exponent int) {
	const (
		enough       = 800
		mostExponent = 1 << 40 // more than any number of digits makes up for
	)
	mantissa, power, _ := strings.Cut(text, "e")
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	exponent, _ = strconv.Atoi(power)
	exponent = max(-mostExponent, min(exponent, mostExponent)) - len(fraction)
	if len(digits) > enough {
		exponent += len(digits) - enough - 1
		digits = digits[:enough] + "1"
	}
	return digits, exponent
}

// exact reads a rational written as a decimal. SBCL takes an exponent too large for a double-float for a
// smaller one; such an exponent is refused here.
func (r *Reader) exact(start int, text string) (Value, numberKind) {
	mantissa, exponent, _ := strings.Cut(text, "e")
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	e, err := strconv.Atoi(exponent)
	if err != nil || e < -largestExact || e > largestExact || len(mantissa) > largestExact {
		r.fail(start, ErrLimit, "an exact number of more than %d digits", largestExact)
		return nil, badNumber
	}
	n := parseDigits("0"+whole+fraction, 10)
	if strings.HasPrefix(mantissa, "-") {
		n.Neg(n)
	}
	ten := big.NewInt(10)
	e -= len(fraction)
	power := new(big.Int).Exp(ten, big.NewInt(int64(max(e, -e))), nil)
	if e >= 0 {
		return Integer(n.Mul(n, power)), isNumber
	}
	return Rational(new(big.Rat).SetFrac(n, power)), isNumber
}

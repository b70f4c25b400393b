package sexp

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ratioDigits is the longest ratio read, in characters: bringing one to lowest terms takes time in proportion to the
// square of its length.
const ratioDigits = 10_000

// form is the kind of number a token is.
type form uint8

const (
	formNone form = iota
	formInteger
	formDecimal // digits and a dot: decimal in every radix
	formRatio
	formFloat
)

// number reads text, a token without escapes or colon that starts at start, as a number in the radix r.base. It reports
// false if it is not one; v is nil where the number cannot be had, and the error is noted.
func (r *Reader) number(start int, text string) (v Value, isNumber bool) {
	if strings.Trim(text, ".") == "" {
		r.fail(start, ErrSyntax, "a dot where no list can be continued")
		return nil, true
	}
	switch formOf(text, r.base) {
	case formInteger:
		return parseInteger(asciiDigits(text), r.base), true
	case formDecimal:
		return parseInteger(asciiDigits(strings.TrimSuffix(text, ".")), 10), true
	case formRatio:
		return r.ratio(start, asciiDigits(text)), true
	case formFloat:
		return r.float(start, asciiDigits(text)), true
	}
	return nil, false
}

// formOf decides what a token is. In a radix over 10 letters are digits before they are the marker of an exponent.
func formOf(text string, base int) form {
	digits := strings.TrimPrefix(text, "-")
	if digits == text {
		digits = strings.TrimPrefix(text, "+")
	}
	whole, rest := cutDigits(digits, base)
	switch {
	case rest == "" && whole != "":
		return formInteger
	case rest != "" && rest[0] == '/' && whole != "":
		if below, end := cutDigits(rest[1:], base); below != "" && end == "" {
			return formRatio
		}
		return formNone
	}
	whole, rest = cutDigits(digits, 10)
	fraction := ""
	if strings.HasPrefix(rest, ".") {
		if rest == "." && whole != "" {
			return formDecimal
		}
		if fraction, rest = cutASCII(rest[1:]); rest == "" && fraction != "" {
			return formFloat
		}
	}
	if rest == "" || whole+fraction == "" || !strings.Contains("deflsDEFLS", rest[:1]) {
		return formNone
	}
	rest = rest[1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	if exponent, end := cutASCII(rest); exponent == "" || end != "" {
		return formNone
	}
	return formFloat
}

// cutDigits cuts the digits in a radix off the start of a text.
func cutDigits(text string, base int) (digits, rest string) {
	for i, c := range text {
		if Digit(c, base) < 0 {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// cutASCII cuts the digits 0 to 9 off the start of a text.
func cutASCII(text string) (digits, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

// asciiDigits writes the digits of other scripts as 0 to 9.
func asciiDigits(text string) string {
	return strings.Map(func(c rune) rune {
		if c < utf8.RuneSelf {
			return c
		}
		return rune('0' + Digit(c, 10))
	}, text)
}

// parseInteger reads digits, signed or not, that are known to be right.
func parseInteger(text string, base int) Value {
	if n, err := strconv.ParseInt(text, base, 64); err == nil {
		return Int(n)
	}
	n := parseDigits(strings.TrimLeft(text, "+-"), base)
	if strings.HasPrefix(text, "-") {
		n.Neg(n)
	}
	return Integer(n)
}

// parseDigits reads digits by halves: math/big's own reading takes time in proportion to the square of the length.
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

func (r *Reader) ratio(start int, text string) Value {
	if len(text) > ratioDigits {
		r.fail(start, ErrLimit, "a ratio of more than %d characters", ratioDigits)
		return nil
	}
	top, bottom, _ := strings.Cut(text, "/")
	denominator := parseDigits(bottom, r.base)
	if denominator.Sign() == 0 {
		r.fail(start, ErrSyntax, "a ratio with the denominator 0")
		return nil
	}
	numerator := parseDigits(strings.TrimLeft(top, "+-"), r.base)
	if strings.HasPrefix(top, "-") {
		numerator.Neg(numerator)
	}
	return Rational(new(big.Rat).SetFrac(numerator, denominator))
}

// float reads a decimal with a fraction or an exponent. E and no marker mean a single-float, as do F and S; D and L a
// double-float.
func (r *Reader) float(start int, text string) Value {
	bits, plain := 32, text
	if at := strings.IndexAny(text, "deflsDEFLS"); at >= 0 {
		if strings.ContainsRune("dlDL", rune(text[at])) {
			bits = 64
		}
		plain = text[:at] + "e" + text[at+1:]
	}
	f, err := strconv.ParseFloat(plain, bits)
	switch {
	case err != nil:
		r.fail(start, ErrSyntax, "a float beyond the largest: %s", abbreviate(Print(Sym(text))))
		return nil
	case bits == 64:
		return Double(f)
	}
	return Single(f)
}

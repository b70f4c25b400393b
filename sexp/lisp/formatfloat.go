package lisp

import (
	"math"
	"math/big"
	"strings"

	"pp/sexp"
)

// float is ~F.
func (f *formatter) float(d *directive) {
	digits, scale, overflow := -1, 0, 0
	w := field{width: -1, step: 1, pad: ' '}
	f.params(d, 0, "nnicc", &w.width, &digits, &scale, &overflow, &w.pad)
	v := f.next()
	f.m.work(bitsOf(v) / 16)
	n, ok := number(v)
	if !ok {
		f.padded(printValue(f.m, v, false), w)
		return
	}
	single := n.exact != nil || n.single
	x := n.toFloat(single)
	switch {
	case math.IsInf(x, 0):
		panic(wrong("FORMAT: %s is out of the range of floats", show(v)))
	case scale != 0:
		panic(wrong("FORMAT: ~F does not scale a number here"))
	}
	sign := ""
	switch {
	case math.Signbit(x):
		sign = "-"
	case d.at:
		sign = "+"
	}
	left := -1
	if w.width >= 0 {
		left = max(0, w.width-len(sign))
	}
	f.fixed(f.fixedDigits(math.Abs(x), single, left, digits), sign, digits != 0, overflow, w)
}

// bitsOf is how many bits a rational has that is not small.
func bitsOf(v Value) int {
	switch v := v.(type) {
	case sexp.Big:
		return v.BitLen()
	case sexp.Ratio:
		return v.BitLen()
	}
	return 0
}

// fixed writes the digits of a float in fixed notation, with a zero before and, where that is wanted, behind its
// point, if there is room.
func (f *formatter) fixed(text, sign string, fraction bool, overflow int, w field) {
	spaces := w.width - len(sign) - len(text)
	leading, trailing := text[0] == '.', text[len(text)-1] == '.' && fraction
	if w.width >= 0 {
		if leading {
			if leading = spaces > 0 || trailing; leading {
				spaces--
			}
		}
		if trailing {
			if trailing = spaces > 0; trailing {
				spaces--
			}
		}
		if spaces < 0 && overflow != 0 {
			f.repeat(rune(overflow), w.width)
			return
		}
	}
	if leading {
		text = "0" + text
	}
	if trailing {
		text += "0"
	}
	f.repeat(rune(w.pad), spaces)
	f.write(sign + text)
}

// fixedDigits gives the digits of a float that is not negative, with a point among them and with digits
// after it, as many as there are where it is -1, and no zero that is not needed.
func (f *formatter) fixedDigits(x float64, single bool, width, digits int) string {
	_, exponent := math.Frexp(x)
	f.m.room(max(digits, 0) + max(width, 0) + 2000)
	f.m.work(16 + max(exponent, -exponent)/2 + max(digits, 0)/64)
	text, point := floatText(x, single, width, digits)
	whole := max(0, min(len(text), point))
	fraction := strings.Repeat("0", max(0, -point)) + text[whole:]
	if digits >= 0 {
		fraction = fraction[:min(len(fraction), digits)] + strings.Repeat("0", max(0, digits-len(fraction)))
	}
	return text[:whole] + strings.Repeat("0", max(0, point-whole)) + "." + fraction
}

// floatText gives the digits d1d2… of a float and where their point is: 0.d1d2… times ten to that power. They are
// the fewest that tell it from other floats or, where these are more than there is room for, those of the number cut
// there.
func floatText(x float64, single bool, width, digits int) (text string, point int) {
	if x == 0 {
		return "", 0
	}
	short, end := sexp.FloatDigits(x, single)
	at := func(position int) (string, int) {
		if len(short)-end <= -position {
			return short, end
		}
		return rounded(x, position)
	}
	switch {
	case digits >= 0:
		return at(-digits)
	case width > 1:
		position := max(0, end) - (width - 1)
		if _, carried := rounded(x, position); carried > max(0, end) {
			position--
		}
		text, point = at(position)
		if other, otherPoint := at(0); len(other) > len(text) {
			return other, otherPoint
		}
		return text, point
	}
	return short, end
}

// rounded gives the digits of a number as a multiple of a power of ten. From the middle it goes up, but not from one
// that ends in zero, as the digits of that one are fewer: so does SBCL.
func rounded(x float64, power int) (text string, point int) {
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(power, -power))), nil))
	n := new(big.Rat).SetFloat64(x)
	if power < 0 {
		n.Mul(n, unit)
	} else {
		n.Quo(n, unit)
	}
	whole, rest := new(big.Int).QuoRem(n.Num(), n.Denom(), new(big.Int))
	switch rest.Lsh(rest, 1).Cmp(n.Denom()) {
	case 1:
		whole.Add(whole, big.NewInt(1))
	case 0:
		if whole.Sign() == 0 || new(big.Int).Rem(whole, big.NewInt(10)).Sign() != 0 {
			whole.Add(whole, big.NewInt(1))
		}
	}
	if text = whole.String(); text == "0" {
		return text, 0
	}
	return strings.TrimRight(text, "0"), len(text) + power
}

package lisp

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// float is ~F.
func (f *formatter) float(d *directive) {
	digits, scale, overflow := -1, 0, 0
	w := field{width: -1, step: 1, pad: ' ', left: true}
	f.params(d, "nnicc", &w.width, &digits, &scale, &overflow, &w.pad)
	v := f.next()
	f.m.work(bitsOf(v) / 16)
	n, ok := number(v)
	if !ok {
		w.left = false
		f.padded(printValue(f.m, v, false), w)
		return
	}
	single := n.exact != nil || n.single
	x := n.toFloat(single)
	switch {
	case math.IsInf(x, 0):
		panic(f.m.wrong("FORMAT: %s is out of the range of floats", show(v)))
	case scale != 0:
		panic(f.m.wrong("FORMAT: ~F does not scale a number here"))
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
	_, exponent := math.Frexp(x)
	f.m.room(max(digits, 0) + max(left, 0) + 2000)
	f.m.work(16 + max(exponent, -exponent)/2 + max(digits, 0)/64)
	text := withZeros(fixedDigits(math.Abs(x), single, left, digits), left, digits != 0)
	if left >= 0 && len(text) > left && overflow != 0 {
		f.repeat(rune(overflow), w.width)
		return
	}
	f.padded(sign+text, w)
}

// withZeros writes a zero before a point and, if that is wanted, behind it, where there is room in a width; -1 is any.
func withZeros(text string, width int, behind bool) string {
	behind = behind && text[len(text)-1] == '.'
	if text[0] == '.' && (width < 0 || len(text) < width || behind) {
		text = "0" + text
	}
	if behind && (width < 0 || len(text) < width) {
		text += "0"
	}
	return text
}

// fixedDigits returns the digits of a float that is not negative, with a point among them and with digits after it, as
// many as there are where it is -1, and no zero that is not needed.
func fixedDigits(x float64, single bool, width, digits int) string {
	text, point := floatText(x, single, width, digits)
	before := max(0, min(len(text), point))
	fraction := strings.Repeat("0", max(0, -point)) + text[before:]
	if digits >= 0 {
		fraction = fraction[:min(len(fraction), digits)] + strings.Repeat("0", max(0, digits-len(fraction)))
	}
	return text[:before] + strings.Repeat("0", max(0, point-before)) + "." + fraction
}

// floatText returns the digits d1d2… of a float and where their point is: 0.d1d2… times ten to that power. They
// are the fewest that tell it from other floats or, where these are more than there is room for, those of the
// number rounded there.
func floatText(x float64, single bool, width, digits int) (text string, point int) {
	if x == 0 {
		return "", 0
	}
	bits := 64
	if single {
		bits = 32
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, bits), "e")
	end, _ := strconv.Atoi(exponent)
	short := strings.Replace(mantissa, ".", "", 1)
	end++
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

// rounded returns the digits of a number as a multiple of a power of ten. From the middle it goes up, but not from one
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
	half := rest.Lsh(rest, 1).Cmp(n.Denom())
	isRound := whole.Sign() != 0 && new(big.Int).Rem(whole, big.NewInt(10)).Sign() == 0
	if half > 0 || half == 0 && !isRound {
		whole.Add(whole, big.NewInt(1))
	}
	if text = whole.String(); text == "0" {
		return text, 0
	}
	return strings.TrimRight(text, "0"), len(text) + power
}

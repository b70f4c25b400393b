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
	left := math.MaxInt
	if w.width >= 0 {
		left = max(0, w.width-len(sign))
	}
	_, exponent := math.Frexp(x)
	f.m.room(max(digits, 0) + max(w.width, 0) + 2000)
	f.m.work(16 + max(exponent, -exponent)/2 + max(digits, 0)/64)
	text := fixedDigits(math.Abs(x), single, left, digits)
	if len(text) > left && overflow != 0 {
		f.repeat(rune(overflow), w.width)
		return
	}
	f.padded(sign+text, w)
}

// fixedDigits returns the digits of a non-negative float with a point and a number of digits after it. If that number
// is -1, it returns enough digits to tell the float from others, or as many as fit the width. A zero before the point,
// and a single one after it, appear only if they fit.
func fixedDigits(x float64, single bool, width, digits int) string {
	bits := 64
	if single {
		bits = 32
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, bits), ".")
	text, places := whole+"."+fraction, digits
	if digits < 0 {
		places = len(fraction)
		if room := width - len(strings.TrimPrefix(whole, "0")) - 1; width > 1 && places > room {
			places = max(0, room)
		}
	}
	if places < len(fraction) {
		text = rounded(x, places)
	} else {
		text += strings.Repeat("0", places-len(fraction))
	}
	if !strings.Contains(text, ".") {
		text += "."
	}
	if digits < 0 {
		text = strings.TrimRight(text, "0")
	}
	if text[0] == '0' && len(text) > width && len(text) > 2 {
		text = text[1:]
	}
	if digits != 0 && strings.HasSuffix(text, ".") && len(text) < width {
		text += "0"
	}
	return text
}

// rounded rounds a number to decimal places. Like SBCL it rounds a half up, except one whose digits end in zero, since
// these are dropped first.
func rounded(x float64, places int) string {
	exact := new(big.Rat).SetFloat64(x)
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	scaled := exact.Mul(exact, unit)
	whole, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	half := rest.Lsh(rest, 1).Cmp(scaled.Denom())
	isRound := whole.Sign() != 0 && new(big.Int).Rem(whole, big.NewInt(10)).Sign() == 0
	if half > 0 || half == 0 && !isRound {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).Quo(new(big.Rat).SetInt(whole), unit).FloatString(places)
}

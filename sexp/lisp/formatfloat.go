package lisp

import (
	"math"
	"math/big"
	"strings"

	"pp/sexp"
)

// float is ~F and ~$.
func (f *formatter) float(d *directive) {
	digits, least, scale, overflow := -1, 1, 0, 0
	w := field{width: -1, step: 1, pad: ' '}
	if d.char == '$' {
		digits, w.width, w.left = 2, 0, true
		f.params(d, 0, "nnnc", &digits, &least, &w.width, &w.pad)
	} else {
		f.params(d, 0, "nnicc", &w.width, &digits, &scale, &overflow, &w.pad)
	}
	v := f.next()
	f.m.work(bitsOf(v) / 16)
	x, single, ok := floatOf(v)
	switch {
	case math.IsInf(x, 0):
		panic(wrong("FORMAT: %s is out of the range of floats", show(v)))
	case !ok && d.char == '$': // which pads by nothing else
		w.pad = ' '
		fallthrough
	case !ok:
		f.padded(printValue(f.m, v, false), w)
		return
	}
	sign := ""
	switch {
	case math.Signbit(x):
		sign = "-"
	case d.at:
		sign = "+"
	}
	x = math.Abs(x)
	if d.char == '$' {
		f.dollars(d, f.fixedDigits(x, single, -1, digits, 0), sign, least, w)
		return
	}
	left := -1
	if w.width >= 0 {
		left = max(0, w.width-len(sign))
	}
	f.fixed(f.fixedDigits(x, single, left, digits, scale), sign, digits != 0, overflow, w)
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

// floatOf gives a real number as a float, a rational as a single one.
func floatOf(v Value) (x float64, single, ok bool) {
	switch v := v.(type) {
	case sexp.Single:
		return float64(v), true, true
	case sexp.Double:
		return float64(v), false, true
	case sexp.Int:
		return float64(float32(v)), true, true
	case sexp.Big:
		x, _ := new(big.Float).SetInt(v.Int()).Float32()
		return float64(x), true, true
	case sexp.Ratio:
		x, _ := v.Rat().Float32()
		return float64(x), true, true
	}
	return 0, false, false
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

// dollars writes the digits of a float with so many before the point at least, and the sign before or after the
// padding.
func (f *formatter) dollars(d *directive, text, sign string, least int, w field) {
	point := strings.IndexByte(text, '.')
	spaces := w.width - len(sign) - max(least-point, 0) - len(text)
	if d.colon {
		f.write(sign)
	}
	f.repeat(rune(w.pad), spaces)
	if !d.colon {
		f.write(sign)
	}
	f.repeat('0', least-point)
	f.write(text)
}

const (
	mostScale = 1000 // no float has so many digits before or behind its point
	mostTail  = 1100
)

// fixedDigits gives the digits of a float that is not negative, with a point among them and with digits
// after it, as many as there are where it is -1, and no zero that is not needed.
func (f *formatter) fixedDigits(x float64, single bool, width, digits, scale int) string {
	f.m.room(max(digits, 0) + max(scale, 0) + max(width, 0) + 2000)
	if scale < -mostScale || scale > mostScale {
		panic(wrong("FORMAT: the scale of a float is between -%d and %d", mostScale, mostScale))
	}
	_, exponent := math.Frexp(x)
	f.m.work(16 + max(exponent, -exponent)/2 + max(scale, -scale) + max(digits, 0)/64)
	if x == 0 {
		return "." + strings.Repeat("0", max(digits, 0))
	}
	text, point := floatText(x, single, width, digits, scale)
	point += scale
	var b strings.Builder
	if point > 0 {
		whole := min(len(text), point)
		b.WriteString(text[:whole] + strings.Repeat("0", point-whole) + "." + text[whole:])
		if digits >= 0 {
			b.WriteString(strings.Repeat("0", max(0, digits-(len(text)-whole))))
		}
		return b.String()
	}
	if digits >= 0 {
		text = text[:min(len(text), max(0, digits+point))]
	}
	b.WriteString("." + strings.Repeat("0", -point) + text)
	if digits >= 0 {
		b.WriteString(strings.Repeat("0", max(0, digits+point-len(text))))
	}
	return b.String()
}

// floatText gives the digits d1d2… of a float and where their point is: 0.d1d2… times ten to that power.
func floatText(x float64, single bool, width, digits, scale int) (text string, point int) {
	switch {
	case digits >= 0:
		position := -(min(digits, mostTail) + scale)
		return newDragon(x, single).digits(&position, false)
	case width > 1:
		relative := max(1, min(width, mostTail)-1+min(scale, 0))
		position := -scale
		text, point := newDragon(x, single).digits(&relative, true)
		if other, at := newDragon(x, single).digits(&position, false); len(other) > len(text) {
			return other, at
		}
		return text, point
	}
	return newDragon(x, single).digits(nil, false)
}

// dragon is free-format printing of floats by Burger and Dybvig (1996), as SBCL does it: r/s is what is left
// of the number, up/s and down/s half the distances to its neighbours, or more where it is cut off at a
// position. Rounding a number to a position is not exact by it: 0.35 in single precision is 0.3.
type dragon struct {
	r, s, up, down *big.Int
	ten, sum       *big.Int
	upOK, downOK   bool // what lies just there counts
}

func newDragon(x float64, single bool) *dragon {
	precision, least := 53, -1074
	if single {
		precision, least = 24, -149
	}
	fraction, e := math.Frexp(x)
	e -= precision
	if e < least {
		precision -= least - e
		e = least
	}
	n := big.NewInt(int64(math.Ldexp(fraction, precision)))
	d := &dragon{ten: big.NewInt(10), sum: new(big.Int), upOK: n.Bit(0) == 0, downOK: n.Bit(0) == 0}
	extra := uint(1)
	if e > least && n.TrailingZeroBits() == uint(precision-1) {
		extra = 2
	}
	d.r = new(big.Int).Lsh(n, extra+uint(max(e, 0)))
	d.s = new(big.Int).Lsh(big.NewInt(1), extra+uint(max(-e, 0)))
	d.down = new(big.Int).Lsh(big.NewInt(1), uint(max(e, 0)))
	d.up = new(big.Int).Lsh(d.down, extra-1)
	return d
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// cut widens the bounds to half a unit of a decimal position.
func (d *dragon) cut(position int, relative bool) {
	if relative {
		k, l := 0, big.NewInt(1)
		reach := new(big.Int).Add(d.r, d.up)
		for ; new(big.Int).Mul(d.s, l).Cmp(reach) < 0; k++ {
			l.Mul(l, d.ten)
		}
		// r plus s times half of ten to the power of k-position, against s times l, in halves.
		low := new(big.Rat).SetInt(d.r)
		low.Add(low, new(big.Rat).Mul(new(big.Rat).SetInt(d.s), halfTenTo(k-position)))
		if low.Cmp(new(big.Rat).SetInt(new(big.Int).Mul(d.s, l))) < 0 {
			position = k - position
		} else {
			position = k - position - 1
		}
	}
	// Everything times 2·10^n, so that half a unit of the position is an integer.
	n := max(0, -position)
	by := new(big.Int).Lsh(tenTo(n), 1)
	half := new(big.Int).Mul(d.s, tenTo(max(0, position)))
	for _, i := range []*big.Int{d.r, d.s, d.up, d.down} {
		i.Mul(i, by)
	}
	if d.down.Cmp(half) <= 0 {
		d.down, d.downOK = new(big.Int).Set(half), true
	}
	if d.up.Cmp(half) <= 0 {
		d.up, d.upOK = new(big.Int).Set(half), true
	}
}

// halfTenTo is half of ten to the power of n.
func halfTenTo(n int) *big.Rat {
	if n >= 0 {
		return new(big.Rat).SetFrac(tenTo(n), big.NewInt(2))
	}
	return new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(tenTo(-n), 1))
}

// reaches reports whether n is over s, or s itself where that counts.
func (d *dragon) reaches(n *big.Int) bool {
	c := n.Cmp(d.s)
	return c > 0 || c == 0 && d.upOK
}

func (d *dragon) times10() {
	d.r.Mul(d.r, d.ten)
	d.up.Mul(d.up, d.ten)
	d.down.Mul(d.down, d.ten)
}

// digits gives the digits, up to a position where one is given.
func (d *dragon) digits(position *int, relative bool) (text string, point int) {
	if position != nil {
		d.cut(*position, relative)
	}
	for d.reaches(d.sum.Add(d.r, d.up)) {
		d.s.Mul(d.s, d.ten)
		point++
	}
	for d.r.Cmp(d.down) > 0 {
		d.sum.Mul(d.sum.Add(d.r, d.up), d.ten)
		if c := d.sum.Cmp(d.s); c > 0 || c == 0 && d.upOK {
			break
		}
		d.times10()
		point--
	}
	var out []byte
	digit := new(big.Int)
	for {
		d.times10()
		digit.QuoRem(d.r, d.s, d.r)
		c := d.r.Cmp(d.down)
		low, high := c < 0 || c == 0 && d.downOK, d.reaches(d.sum.Add(d.r, d.up))
		if low || high {
			if high && (!low || d.sum.Lsh(d.r, 1).Cmp(d.s) >= 0) {
				digit.Add(digit, big.NewInt(1))
			}
			return string(append(out, byte('0'+digit.Int64()))), point
		}
		out = append(out, byte('0'+digit.Int64()))
	}
}

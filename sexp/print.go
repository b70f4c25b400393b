package sexp

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Print gives the text of v on one line (a string or an escaped symbol may hold line ends), as SBCL
// prints it with *print-pretty* nil. Reading it gives an Equal value, unless v was built by hand from what
// no text can say: an infinity or NaN, a comma outside a backquote, invalid UTF-8.
func Print(v Value) string { return string(Append(nil, v)) }

// Append appends the text of v to dst.
func Append(dst []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "NIL"...)
	case Symbol:
		return appendSymbol(dst, v)
	case String:
		return appendString(dst, string(v))
	case Int:
		return strconv.AppendInt(dst, int64(v), 10)
	case Big:
		return v.Int().Append(dst, 10)
	case Ratio:
		return append(dst, v.Rat().RatString()...)
	case Single:
		return appendFloat(dst, float64(v), singleFloat)
	case Double:
		return appendFloat(dst, float64(v), doubleFloat)
	case Char:
		return appendChar(dst, v)
	case List:
		return appendList(dst, v)
	case Vector:
		return appendItems(append(dst, "#("...), v.items, nil)
	case Backquote:
		return Append(append(dst, '`'), v.Form)
	case Comma:
		return appendComma(dst, v)
	}
	panic("sexp: a value of an unknown kind")
}

func appendList(dst []byte, l List) []byte {
	if len(l.items) == 0 {
		return append(dst, "NIL"...)
	}
	return appendItems(append(dst, '('), l.items, l.tail)
}

// appendItems appends the elements, the tail if there is one, and the closing parenthesis.
func appendItems(dst []byte, items []Value, tail Value) []byte {
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = Append(dst, item)
	}
	if tail != nil {
		dst = Append(append(dst, " . "...), tail)
	}
	return append(dst, ')')
}

// appendComma puts a space after a comma whose form would otherwise be taken for part of it.
func appendComma(dst []byte, c Comma) []byte {
	switch c.Kind {
	case Insert:
		dst = append(dst, ',')
	case Splice:
		dst = append(dst, ",@"...)
	case SpliceInPlace:
		dst = append(dst, ",."...)
	}
	mark := len(dst)
	dst = Append(dst, c.Form)
	if c.Kind == Insert && (dst[mark] == '@' || dst[mark] == '.') {
		dst = append(dst, 0)
		copy(dst[mark+1:], dst[mark:])
		dst[mark] = ' '
	}
	return dst
}

// appendString appends s in quotation marks, with backslashes before those and backslashes in it.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' {
			dst = append(append(dst, s[from:i]...), '\\')
			from = i
		}
	}
	return append(append(dst, s[from:]...), '"')
}

func appendChar(dst []byte, c Char) []byte {
	dst = append(dst, `#\`...)
	if ' ' <= c && c <= '~' {
		return append(dst, byte(c))
	}
	return appendCharName(dst, c)
}

func appendSymbol(dst []byte, s Symbol) []byte {
	switch {
	case s.Uninterned:
		dst = append(dst, "#:"...)
	case s.Package == keywordPackage:
		dst = append(dst, ':')
	case s.Package != "":
		dst = append(appendName(dst, s.Package), "::"...)
	}
	return appendName(dst, s.Name)
}

// appendName appends a name, between vertical bars if it needs them.
func appendName(dst []byte, name string) []byte {
	if !needsBars(name) {
		return append(dst, name...)
	}
	dst = append(dst, '|')
	from := 0
	for i := 0; i < len(name); i++ {
		if name[i] == '|' || name[i] == '\\' {
			dst = append(append(dst, name[from:i]...), '\\')
			from = i
		}
	}
	return append(append(dst, name[from:]...), '|')
}

// floatFormat describes a float format for printing.
type floatFormat struct {
	bits      int  // in all
	precision int  // of the significand
	least     int  // exponent of the least normal float
	marker    byte // before the exponent
	always    bool // a marker even before the exponent 0
}

var (
	singleFloat = floatFormat{32, 24, -126, 'e', false}
	doubleFloat = floatFormat{64, 53, -1022, 'd', true}
)

// appendFloat appends the shortest digits that read as f, in positional notation from 10^-3 up to 10^7 and
// in scientific notation beyond.
func appendFloat(dst []byte, f float64, format floatFormat) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return appendNonFinite(dst, f, format)
	}
	if math.Signbit(f) {
		dst, f = append(dst, '-'), -f
	}
	digits, point := "0", 1
	if f != 0 {
		digits, point = floatDigits(f, format)
	}
	exponent := 0
	switch {
	case point <= -3 || point >= 8:
		exponent = point - 1
		dst = append(append(dst, digits[0], '.'), digits[1:]...)
		if len(digits) == 1 {
			dst = append(dst, '0')
		}
	case point <= 0:
		dst = append(append(append(dst, "0."...), strings.Repeat("0", -point)...), digits...)
	case len(digits) > point:
		dst = append(append(append(dst, digits[:point]...), '.'), digits[point:]...)
	default:
		dst = append(append(append(dst, digits...), strings.Repeat("0", point-len(digits))...), ".0"...)
	}
	if exponent != 0 || format.always {
		dst = strconv.AppendInt(append(dst, format.marker), int64(exponent), 10)
	}
	return dst
}

// appendNonFinite appends what no text can say, as SBCL does.
func appendNonFinite(dst []byte, f float64, format floatFormat) []byte {
	name, sign := "SINGLE", "POSITIVE"
	if format.bits == 64 {
		name = "DOUBLE"
	}
	if math.IsNaN(f) {
		return append(dst, "#<"+name+"-FLOAT quiet NaN>"...)
	}
	if f < 0 {
		sign = "NEGATIVE"
	}
	return append(dst, "#<SB-EXT:"+name+"-FLOAT-"+sign+"-INFINITY>"...)
}

// FloatDigits gives the shortest digits d1d2… such that 0.d1d2… times ten to the power of point reads as f,
// which is over 0 and, where it is single, one in single precision.
func FloatDigits(f float64, single bool) (digits string, point int) {
	if single {
		return floatDigits(f, singleFloat)
	}
	return floatDigits(f, doubleFloat)
}

// floatDigits gives the shortest digits d1d2… such that 0.d1d2… times ten to the power of point reads as f,
// which is over 0.
func floatDigits(f float64, format floatFormat) (digits string, point int) {
	// SBCL takes floats below the normal ones for as precise as those, and so prints more digits of them;
	// of the two least powers of two it takes the neighbours to be elsewhere than they are.
	if f < math.Ldexp(1, format.least+2) {
		return exactDigits(f, format)
	}
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], f, 'e', -1, format.bits)
	mantissa, exponent, _ := strings.Cut(string(text), "e")
	e, _ := strconv.Atoi(exponent)
	digits, point = strings.Replace(mantissa, ".", "", 1), e+1
	if up, tie := tieUp(f, point-len(digits)); tie {
		digits = up
	}
	return digits, point
}

// tieUp reports whether f lies just between two multiples of ten to the power of unit, and gives the digits
// of the upper one: of two shortest numbers as near to f, SBCL prints that one and strconv either.
func tieUp(f float64, unit int) (digits string, tie bool) {
	fraction, e := math.Frexp(f)
	m := uint64(math.Ldexp(fraction, 53))
	zeros := bits.TrailingZeros64(m)
	m, e = m>>zeros, e-53+zeros // f is m times two to the power of e, and m is odd
	if e != unit-1 {            // twice f over the unit is even or no integer
		return "", false
	}
	for ; unit < 0; unit++ {
		m *= 5
	}
	for ; unit > 0; unit-- {
		if m%5 != 0 {
			return "", false
		}
		m /= 5
	}
	return strconv.FormatUint((m+1)/2, 10), true
}

// exactDigits is the algorithm SBCL prints every float with, free-format printing by Burger and Dybvig
// (1996), in exact arithmetic: r/s is what is left of f, down/s and up/s half the distances to its
// neighbours, and digits are taken until what they say lies nearer to f than those do.
func exactDigits(f float64, format floatFormat) (digits string, point int) {
	fraction, e := math.Frexp(f)
	significand := new(big.Int).SetUint64(uint64(math.Ldexp(fraction, format.precision)))
	e -= format.precision
	even := significand.Bit(0) == 0
	least := format.least - format.precision + 2 // one more than the exponent there is: SBCL's own reckoning
	lowest := significand.TrailingZeroBits() == uint(format.precision-1)
	extra := uint(1)
	if lowest && e != least {
		extra = 2 // the neighbour below is half as far as the one above
	}
	r := new(big.Int).Lsh(significand, extra)
	s := new(big.Int).Lsh(big.NewInt(1), uint(-e)+extra)
	up, down := big.NewInt(int64(extra)), big.NewInt(1)
	ten := big.NewInt(10)
	reaches := func(n *big.Int) bool { // whether n is over s, or s itself when f's own bounds read as f
		c := n.Cmp(s)
		return c > 0 || c == 0 && even
	}
	for !reaches(new(big.Int).Mul(new(big.Int).Add(r, up), ten)) {
		point--
		r.Mul(r, ten)
		up.Mul(up, ten)
		down.Mul(down, ten)
	}
	var out []byte
	for {
		r.Mul(r, ten)
		up.Mul(up, ten)
		down.Mul(down, ten)
		d, _ := new(big.Int).QuoRem(r, s, r)
		c := r.Cmp(down)
		low, high := c < 0 || c == 0 && even, reaches(new(big.Int).Add(r, up))
		if low || high {
			if high && (!low || new(big.Int).Lsh(r, 1).Cmp(s) >= 0) {
				d.Add(d, big.NewInt(1))
			}
			return string(append(out, byte('0'+d.Int64()))), point
		}
		out = append(out, byte('0'+d.Int64()))
	}
}

// Equal reports whether a and b print the same, as Lisp's EQUAL does with these differences: vectors are
// compared by their elements and uninterned symbols by name. Numbers of different kinds differ, as 1 and
// 1.0 do, and so do 0.0 and -0.0.
func Equal(a, b Value) bool {
	if IsNil(a) || IsNil(b) {
		return IsNil(a) && IsNil(b)
	}
	switch a := a.(type) {
	case Big:
		b, ok := b.(Big)
		return ok && a.Int().Cmp(b.Int()) == 0
	case Ratio:
		b, ok := b.(Ratio)
		return ok && a.Rat().Cmp(b.Rat()) == 0
	case Single:
		b, ok := b.(Single)
		return ok && math.Float32bits(float32(a)) == math.Float32bits(float32(b))
	case Double:
		b, ok := b.(Double)
		return ok && math.Float64bits(float64(a)) == math.Float64bits(float64(b))
	case List:
		b, ok := b.(List)
		return ok && equalItems(a.items, b.items) && Equal(a.tail, b.tail)
	case Vector:
		b, ok := b.(Vector)
		return ok && equalItems(a.items, b.items)
	case Backquote:
		b, ok := b.(Backquote)
		return ok && Equal(a.Form, b.Form)
	case Comma:
		b, ok := b.(Comma)
		return ok && a.Kind == b.Kind && Equal(a.Form, b.Form)
	}
	return a == b
}

func equalItems(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

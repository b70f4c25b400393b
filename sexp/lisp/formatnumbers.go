package lisp

import (
	"bytes"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// numeral is how an integer is written.
type numeral struct{ width, pad, comma, interval, radix int }

// integerDirective is ~D, ~B, ~O, ~X and ~R.
func (f *formatter) integerDirective(d *directive) {
	n := numeral{pad: ' ', comma: ',', interval: 3, radix: 10}
	from := 0
	switch d.char {
	case 'B':
		n.radix = 2
	case 'O':
		n.radix = 8
	case 'X':
		n.radix = 16
	case 'R':
		p := f.value(d, 0)
		if p.kind == noParam {
			f.words(d)
			return
		}
		if p.kind != aNumber || p.n < 2 || p.n > 36 {
			panic(wrong("FORMAT: ~R needs a radix of 2 to 36"))
		}
		n.radix, from = p.n, 1
	}
	f.params(d, from, "iccp", &n.width, &n.pad, &n.comma, &n.interval)
	f.inRadix(d, f.next(), n)
}

// inRadix writes a value in a radix.
func (f *formatter) inRadix(d *directive, v Value, n numeral) {
	if i, ok := v.(sexp.Int); ok && len(d.params) == 0 && !d.colon && !d.at {
		var digits [65]byte
		f.writeBytes(strconv.AppendInt(digits[:0], int64(i), n.radix), n.radix)
		return
	}
	i, ok := bigOf(v)
	switch {
	case !ok:
		f.otherInRadix(v, n)
		return
	case n.width < 0:
		panic(wrong("FORMAT: ~%c cannot be %d columns wide", d.char, n.width))
	}
	f.m.work(i.BitLen() * i.BitLen() / 4096)
	text := strings.ToUpper(new(big.Int).Abs(i).Text(n.radix))
	if d.colon {
		f.m.room(len(text) * utf8.UTFMax)
		text = grouped(text, rune(n.comma), n.interval)
	}
	switch {
	case i.Sign() < 0:
		text = "-" + text
	case d.at:
		text = "+" + text
	}
	f.padded(text, field{width: n.width, step: 1, pad: n.pad, left: true})
}

// writeBytes writes digits, in upper case.
func (f *formatter) writeBytes(digits []byte, radix int) {
	if radix > 10 {
		digits = bytes.ToUpper(digits)
	}
	f.m.room(len(digits))
	f.out = append(f.out, digits...)
}

// otherInRadix writes what is not an integer: as PRINC does, but with the rationals in it in the radix.
func (f *formatter) otherInRadix(v Value, n numeral) {
	if n.radix != 10 {
		v = f.radixed(v, n.radix)
	}
	f.printed(v, false)
}

// radixed is a value with symbols for the rationals in it, which PRINC writes as those are in a radix.
func (f *formatter) radixed(v Value, radix int) Value {
	switch v := v.(type) {
	case sexp.Int, sexp.Big:
		i, _ := bigOf(v)
		f.m.room(i.BitLen())
		return sym(strings.ToUpper(i.Text(radix)))
	case sexp.Ratio:
		r := v.Rat()
		text := strings.ToUpper(r.Num().Text(radix) + "/" + r.Denom().Text(radix))
		f.m.room(2 * len(text))
		return sym(text)
	case *Vector:
		items := slices.Clone(v.active())
		f.m.room(slotBytes * len(items))
		f.eachRadixed(items, radix)
		return &Vector{items: items, fill: -1}
	case *Cons:
		pair := []Value{v.Car, v.Cdr}
		f.m.room(consBytes)
		f.eachRadixed(pair, radix)
		return &Cons{Car: pair[0], Cdr: pair[1]}
	}
	return v
}

func (f *formatter) eachRadixed(items []Value, radix int) {
	defer f.m.down().up()
	for i, v := range items {
		f.m.work(1)
		items[i] = f.radixed(v, radix)
	}
}

func bigOf(v Value) (*big.Int, bool) {
	switch v := v.(type) {
	case sexp.Int:
		return big.NewInt(int64(v)), true
	case sexp.Big:
		return v.Int(), true
	}
	return nil, false
}

// grouped puts a character between groups of digits.
func grouped(digits string, comma rune, interval int) string {
	var b strings.Builder
	for i, c := range digits {
		if i > 0 && (len(digits)-i)%interval == 0 {
			b.WriteRune(comma)
		}
		b.WriteRune(c)
	}
	return b.String()
}

// words is ~R without a radix.
func (f *formatter) words(d *directive) {
	v := f.next()
	bits := bitsOf(v)
	if bits > mostWordBits {
		panic(wrong("FORMAT: a number of %d bits is too large for words", bits))
	}
	f.m.work(16 + 4*bits)
	n, ok := bigOf(v)
	if !ok {
		panic(wrongType(v, "INTEGER"))
	}
	var text string
	switch {
	case d.at:
		text, ok = roman(n, d.colon)
	case d.colon:
		text, ok = ordinal(n)
	default:
		text, ok = cardinal(n)
	}
	if !ok {
		panic(wrong("FORMAT: %s cannot be said in numerals or words here", show(v)))
	}
	f.write(text)
}

// roman gives a Roman numeral; the old ones have no IV.
func roman(n *big.Int, old bool) (string, bool) {
	most := int64(3999)
	if old {
		most = 4999
	}
	if !n.IsInt64() || n.Int64() < 1 || n.Int64() > most {
		return "", false
	}
	letters := []struct {
		text  string
		value int64
		old   bool
	}{
		{"M", 1000, true}, {"CM", 900, false}, {"D", 500, true}, {"CD", 400, false}, {"C", 100, true}, {"XC", 90, false},
		{"L", 50, true}, {"XL", 40, false}, {"X", 10, true}, {"IX", 9, false}, {"V", 5, true}, {"IV", 4, false},
		{"I", 1, true},
	}
	var b strings.Builder
	left := n.Int64()
	for _, l := range letters {
		for ; left >= l.value && (l.old || !old); left -= l.value {
			b.WriteString(l.text)
		}
	}
	return b.String(), true
}

const (
	mostWordBits = 256 // of a number that can be said in words
	smallNumbers = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
		sixteen seventeen eighteen nineteen`
	tens      = "zero ten twenty thirty forty fifty sixty seventy eighty ninety"
	thousands = `- thousand million billion trillion quadrillion quintillion sextillion septillion octillion
		nonillion decillion undecillion duodecillion tredecillion quattuordecillion quindecillion sexdecillion
		septendecillion octodecillion novemdecillion vigintillion`
)

// wordAt gives a word of several.
func wordAt(words string, i int) string { return strings.Fields(words)[i] }

// cardinal gives a number in English words.
func cardinal(n *big.Int) (string, bool) {
	if n.Sign() == 0 {
		return wordAt(smallNumbers, 0), true
	}
	digits := new(big.Int).Abs(n).String()
	if len(digits) > 3*len(strings.Fields(thousands)) {
		return "", false
	}
	var words []string
	if n.Sign() < 0 {
		words = append(words, "negative")
	}
	for digits != "" {
		power := (len(digits) - 1) / 3
		group := digits[:len(digits)-3*power]
		digits = digits[len(group):]
		three := int(group[len(group)-1] - '0')
		if len(group) > 1 {
			three += 10 * int(group[len(group)-2]-'0')
		}
		if len(group) > 2 {
			three += 100 * int(group[0]-'0')
		}
		if three > 0 {
			words = append(words, under1000(three)...)
			if power > 0 {
				words = append(words, wordAt(thousands, power))
			}
		}
	}
	return strings.Join(words, " "), true
}

func under1000(n int) []string {
	var words []string
	if n >= 100 {
		words = append(words, wordAt(smallNumbers, n/100), "hundred")
		n %= 100
	}
	switch {
	case n == 0:
	case n < 20:
		words = append(words, wordAt(smallNumbers, n))
	case n%10 == 0:
		words = append(words, wordAt(tens, n/10))
	default:
		words = append(words, wordAt(tens, n/10)+"-"+wordAt(smallNumbers, n%10))
	}
	return words
}

// ordinal gives the place of a number in English words.
func ordinal(n *big.Int) (string, bool) {
	text, ok := cardinal(n)
	start := strings.LastIndexAny(text, " -") + 1
	last := text[start:]
	switch last {
	case "one":
		last = "first"
	case "two":
		last = "second"
	case "three":
		last = "third"
	case "five", "twelve":
		last = last[:len(last)-2] + "fth"
	case "eight":
		last = "eighth"
	case "nine":
		last = "ninth"
	default:
		if cut, ok := strings.CutSuffix(last, "y"); ok {
			last = cut + "ie"
		}
		last += "th"
	}
	return text[:start] + last, ok
}

package lisp

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// numeral is how an integer is written.
type numeral struct{ width, pad, comma, interval, radix int }

// integerDirective is ~D, ~B, ~O and ~X.
func (f *formatter) integerDirective(d *directive) {
	n := numeral{pad: ' ', comma: ',', interval: 3, radix: 10}
	switch d.char {
	case 'B':
		n.radix = 2
	case 'O':
		n.radix = 8
	case 'X':
		n.radix = 16
	}
	f.params(d, 0, "iccp", &n.width, &n.pad, &n.comma, &n.interval)
	switch v := f.next(); {
	case isInteger(v):
		f.inRadix(d, v, n)
	case n.radix == 10 || isSymbol(v) || isA[*Str](v):
		f.printed(v, false)
	default: // Lisp prints it with the numbers in it in that radix
		panic(wrong("FORMAT: ~%c takes an integer here, not %s", d.char, show(v)))
	}
}

// inRadix writes an integer in a radix.
func (f *formatter) inRadix(d *directive, v Value, n numeral) {
	if i, ok := v.(sexp.Int); ok && len(d.params) == 0 && !d.colon && !d.at {
		f.write(strings.ToUpper(strconv.FormatInt(int64(i), n.radix)))
		return
	}
	if n.width < 0 {
		panic(wrong("FORMAT: ~%c cannot be %d columns wide", d.char, n.width))
	}
	i := integer(f.m, v)
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

package lisp

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// formatter runs directives.
type formatter struct {
	m           *machine
	out         []byte
	isLineStart bool // out begins at the start of a line
	args        []Value
	pos         int // of the next argument
}

// run runs directives; false when a ~^ ended them.
func (f *formatter) run(all directives) bool {
	defer f.m.down(1).up()
	for i := range all {
		f.m.work(1)
		if !f.do(&all[i]) {
			return false
		}
	}
	return true
}

// do runs one directive; false is for ~^ where there are no more arguments.
func (f *formatter) do(d *directive) bool {
	switch d.char {
	case 0:
		f.write(d.text)
	case '[':
		return f.pick(d)
	case '(':
		return f.convert(d)
	case '^':
		return f.pos < len(f.args)
	case '{':
		f.iterate(d)
	case 'A', 'S':
		f.any(d)
	case 'D', 'X':
		f.integer(d)
	case 'F':
		f.float(d)
	case 'P':
		f.plural(d)
	case '~':
		f.repeat('~', f.count(d, 1))
	case '%':
		f.repeat('\n', f.count(d, 1))
	case '&':
		n := f.count(d, 1)
		if n > 0 && (len(f.out) == 0 && f.isLineStart || len(f.out) > 0 && f.out[len(f.out)-1] == '\n') {
			n--
		}
		f.repeat('\n', n)
	}
	return true
}

// write adds text, counted.
func (f *formatter) write(text string) {
	f.m.room(len(text))
	f.out = append(f.out, text...)
	f.m.work(len(text) / 64)
}

// repeat adds a character n times, counted.
func (f *formatter) repeat(c rune, n int) {
	if n <= 0 {
		return
	}
	size := max(1, utf8.RuneLen(c))
	f.m.room(size * n)
	for range n {
		f.out = utf8.AppendRune(f.out, c)
	}
	f.m.work(size * n / 64)
}

// next takes an argument.
func (f *formatter) next() Value {
	if f.pos >= len(f.args) {
		panic(f.m.wrong("FORMAT: there are no more arguments"))
	}
	f.pos++
	return f.args[f.pos-1]
}

// params stores the parameters of a directive that are given: n is a number that is not under 0, p one over 0, i any
// integer, c a character.
func (f *formatter) params(d *directive, kinds string, into ...*int) {
	for i, p := range d.params {
		if !p.given {
			continue
		}
		if kind := kinds[i]; p.isChar != (kind == 'c') || kind == 'n' && p.n < 0 || kind == 'p' && p.n <= 0 {
			panic(f.m.wrong("FORMAT: parameter %d of ~%c is of the wrong kind", i+1, d.char))
		}
		*into[i] = p.n
	}
}

// count returns the one parameter of a directive, not under 0.
func (f *formatter) count(d *directive, otherwise int) int {
	f.params(d, "n", &otherwise)
	return otherwise
}

// field is how text is padded.
type field struct {
	width, step, least, pad int
	left                    bool // the padding stands before the text
}

// padded writes text in a field.
func (f *formatter) padded(text string, w field) {
	extra := w.least
	if short := w.width - utf8.RuneCountInString(text) - w.least; short > 0 {
		extra += (short + w.step - 1) / w.step * w.step
	}
	if w.left {
		f.repeat(rune(w.pad), extra)
		f.write(text)
		return
	}
	f.write(text)
	f.repeat(rune(w.pad), extra)
}

// any is ~A and ~S.
func (f *formatter) any(d *directive) {
	w := field{step: 1, pad: ' ', left: d.at}
	f.params(d, "npnc", &w.width, &w.step, &w.least, &w.pad)
	text, v := "()", f.next()
	if v != nil || !d.colon {
		text = printValue(f.m, v, d.char == 'S')
	}
	f.padded(text, w)
}

// plural is ~P.
func (f *formatter) plural(d *directive) {
	if d.colon {
		if f.pos == 0 {
			panic(f.m.wrong("FORMAT: there is no argument before ~:P"))
		}
		f.pos--
	}
	one := f.next() == Value(sexp.Int(1))
	switch {
	case d.at && one:
		f.write("y")
	case d.at:
		f.write("ies")
	case !one:
		f.write("s")
	}
}

// pick is ~[.
func (f *formatter) pick(d *directive) bool {
	switch {
	case d.at:
		if f.next() == nil {
			return true
		}
		f.pos--
		return f.run(d.clauses[0])
	case d.colon && f.next() == nil:
		return f.run(d.clauses[0])
	case d.colon:
		return f.run(d.clauses[1])
	}
	n := -1
	if f.params(d, "i", &n); len(d.params) == 0 || !d.params[0].given {
		v := f.next()
		if !isInteger(v) {
			panic(f.m.wrong("FORMAT: %s is not an integer, which ~[ needs", show(v)))
		}
		if i, ok := v.(sexp.Int); ok {
			n = int(max(-1, min(i, mostParam)))
		}
	}
	switch last := len(d.clauses) - 1; {
	case n >= 0 && n <= last:
		return f.run(d.clauses[n])
	case d.last:
		return f.run(d.clauses[last])
	}
	return true
}

// convert is ~(.
func (f *formatter) convert(d *directive) bool {
	start := len(f.out)
	goesOn := f.run(d.clauses[0])
	text := string(f.out[start:])
	f.out = f.out[:start]
	f.write(changeCase(text, d.colon, d.at))
	return goesOn
}

// changeCase is what ~( does to text: lower case, with : the words capitalized, with @ the first, with both
// upper case.
func changeCase(text string, colon, at bool) string {
	within, first := false, true
	return strings.Map(func(c rune) rune {
		alphanumeric := isAlphanumeric(c)
		capital := !within && alphanumeric && (colon || at && first)
		within, first = alphanumeric, first && !alphanumeric
		if colon && at || capital {
			return sexp.Upcase(c)
		}
		return sexp.Downcase(c)
	}, text)
}

// iterate is ~{.
func (f *formatter) iterate(d *directive) {
	most, body := f.count(d, mostParam), d.clauses[0]
	if len(body) == 0 {
		body = parseControl(f.m, strArg(f.m, f.next()).text)
	}
	in := f
	if !d.at {
		in = &formatter{m: f.m, out: f.out, isLineStart: f.isLineStart, args: itemsOf(f.m, f.next())}
	}
	for first := true; most > 0 && (in.pos < len(in.args) || first && d.least); first = false {
		most--
		f.m.work(1)
		if !in.run(body) {
			break
		}
	}
	f.out = in.out
}

// integer is ~D and ~X.
func (f *formatter) integer(d *directive) {
	w, comma, interval := field{step: 1, pad: ' ', left: true}, int(','), 3
	f.params(d, "nccp", &w.width, &w.pad, &comma, &interval)
	v, radix := f.next(), 10
	if d.char == 'X' {
		radix = 16
	}
	if !isInteger(v) {
		if d.char == 'X' && !isSymbol(v) && !isA[*Str](v) { // Lisp prints the numbers in it in that radix
			panic(f.m.wrong("FORMAT: ~%c takes an integer here, not %s", d.char, show(v)))
		}
		f.write(printValue(f.m, v, false))
		return
	}
	i := integer(f.m, v)
	f.m.work(i.BitLen() * i.BitLen() / 4096)
	text := strings.ToUpper(new(big.Int).Abs(i).Text(radix))
	if d.colon {
		f.m.room(len(text) * utf8.UTFMax)
		text = grouped(text, rune(comma), interval)
	}
	switch {
	case i.Sign() < 0:
		text = "-" + text
	case d.at:
		text = "+" + text
	}
	f.padded(text, w)
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

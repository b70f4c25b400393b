package lisp

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pp/sexp"
)

// do runs one directive.
func (f *formatter) do(d *directive) stop {
	switch d.char {
	case '[':
		return f.pick(d)
	case '(':
		return f.convert(d)
	case '^':
		return f.escape()
	case '{':
		f.iterate(d)
	case 'A', 'S':
		f.any(d)
	case 'W':
		f.printed(f.next(), true)
	case 'D', 'B', 'O', 'X':
		f.integerDirective(d)
	case 'F':
		f.float(d)
	case 'C':
		f.char(d)
	case 'P':
		f.plural(d)
	case '%', '&', '|', '~':
		f.repeated(d)
	case '*':
		f.move(d)
	case 'T':
		f.tab(d)
	}
	return goOn
}

// Parameters

// value gives parameter i of a directive, counted among those of it: what V takes is an argument.
func (f *formatter) value(d *directive, i int) param {
	if i >= len(d.params) {
		return param{}
	}
	p := d.params[i]
	switch p.kind {
	case howMany:
		return param{aNumber, len(f.args) - f.pos}
	case anArgument:
		switch v := f.next().(type) {
		case nil:
			return param{}
		case sexp.Int:
			return param{aNumber, int(max(-mostParam, min(v, mostParam)))}
		case sexp.Char:
			return param{aChar, int(v)}
		default:
			panic(f.m.wrong("FORMAT: %s cannot be a parameter of ~%c", show(v), d.char))
		}
	}
	return p
}

// params gives parameters of a directive from one on, in place of what is there: n is a number that is not under 0, p
// one over 0, i any integer, c a character.
func (f *formatter) params(d *directive, from int, kinds string, into ...*int) {
	for i, n := range into {
		p := f.value(d, from+i)
		if p.kind == noParam {
			continue
		}
		kind := kinds[i]
		if (p.kind == aChar) != (kind == 'c') || kind == 'n' && p.n < 0 || kind == 'p' && p.n <= 0 {
			panic(f.m.wrong("FORMAT: parameter %d of ~%c is of the wrong kind", from+i+1, d.char))
		}
		*n = p.n
	}
}

// counted gives the one parameter of a directive, not under 0.
func (f *formatter) counted(d *directive, otherwise int) int {
	f.params(d, 0, "n", &otherwise)
	return otherwise
}

// field is how text is padded.
type field struct {
	width, step, least, pad int
	left                    bool // the padding stands before the text
}

// padded writes text in a field.
func (f *formatter) padded(text string, w field) {
	size := utf8.RuneCountInString(text) + w.least
	extra := w.least
	if short := w.width - size; short > 0 {
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

// printed writes a value as PRIN1 or PRINC does.
func (f *formatter) printed(v Value, escape bool) {
	if s, ok := v.(*Str); ok && !escape {
		f.write(s.text)
		return
	}
	p := printer{m: f.m, out: f.out, escape: escape}
	p.value(v)
	f.out = p.out
}

// any is ~A and ~S.
func (f *formatter) any(d *directive) {
	w := field{step: 1, pad: ' ', left: d.at}
	f.params(d, 0, "npnc", &w.width, &w.step, &w.least, &w.pad)
	v := f.next()
	if len(d.params) == 0 && !(d.colon && v == nil) {
		f.printed(v, d.char == 'S')
		return
	}
	text := "()"
	if v != nil || !d.colon {
		text = printValue(f.m, v, d.char == 'S')
	}
	f.padded(text, w)
}

// char is ~C.
func (f *formatter) char(d *directive) {
	c := charOf(f.m, f.next())
	switch {
	case d.at && !d.colon:
		f.printed(sexp.Char(c), true)
	case d.colon && (c <= ' ' || 0x7f <= c && c < 0xa0):
		f.write(sexp.CharName(c))
	default:
		f.repeat(c, 1)
	}
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

// repeated is ~%, ~&, ~| and ~~.
func (f *formatter) repeated(d *directive) {
	n := f.counted(d, 1)
	c := '\n'
	switch d.char {
	case '|':
		c = '\f'
	case '~':
		c = '~'
	case '&':
		if n > 0 && f.here() == 0 {
			n--
		}
	}
	f.repeat(c, n)
}

// move is ~*.
func (f *formatter) move(d *directive) {
	to := 0
	switch {
	case d.at && d.colon:
		panic(f.m.wrong("FORMAT: ~* takes either : or @"))
	case d.at:
		to = f.counted(d, 0)
	case d.colon:
		to = f.pos - f.counted(d, 1)
	default:
		to = f.pos + f.counted(d, 1)
	}
	if to < 0 || to > len(f.args) {
		panic(f.m.wrong("FORMAT: there is no argument %d to go to", to+1))
	}
	f.pos = to
}

// tab is ~T.
func (f *formatter) tab(d *directive) {
	to, step := 1, 1
	f.params(d, 0, "nn", &to, &step)
	here := f.here()
	f.m.work(here / 64)
	spaces := to - here
	switch {
	case d.at && step > 0:
		spaces = (here+to+step-1)/step*step - here
	case d.at:
		spaces = to
	case spaces <= 0 && step > 0:
		spaces = step - (here-to)%step
	}
	f.repeat(' ', spaces)
}

// pick is ~[.
func (f *formatter) pick(d *directive) stop {
	switch {
	case d.at:
		if f.pos < len(f.args) && f.args[f.pos] != nil {
			return f.run(d.clauses[0])
		}
		f.next()
		return goOn
	case d.colon:
		if f.next() == nil {
			return f.run(d.clauses[0])
		}
		return f.run(d.clauses[1])
	}
	p := f.value(d, 0)
	if p.kind == noParam {
		v := f.next()
		switch n := v.(type) {
		case sexp.Int:
			p = param{aNumber, int(max(-1, min(n, mostParam)))}
		case sexp.Big:
			p = param{aNumber, -1}
		default:
			panic(f.m.wrong("FORMAT: %s is not an integer, which ~[ needs", show(v)))
		}
	}
	switch {
	case p.kind == aChar:
		panic(f.m.wrong("FORMAT: the parameter of ~[ is a number"))
	case p.n >= 0 && p.n < len(d.clauses):
		return f.run(d.clauses[p.n])
	case d.last:
		return f.run(d.clauses[len(d.clauses)-1])
	}
	return goOn
}

// convert is ~(.
func (f *formatter) convert(d *directive) stop {
	start := len(f.out)
	s := f.run(d.clauses[0])
	text := string(f.out[start:])
	f.out = f.out[:start]
	f.write(changeCase(text, d.colon, d.at))
	return s
}

// changeCase is what ~( does to text: lower case, with : the words capitalized, with @ the first, with both
// upper case.
func changeCase(text string, colon, at bool) string {
	out := make([]rune, 0, len(text))
	within, first := false, true
	for _, c := range text {
		alphanumeric := unicode.IsLetter(c) || unicode.IsDigit(c)
		switch {
		case colon && at, !within && alphanumeric && (colon || at && first):
			c = sexp.Upcase(c)
		default:
			c = sexp.Downcase(c)
		}
		if within = alphanumeric; alphanumeric {
			first = false
		}
		out = append(out, c)
	}
	return string(out)
}

// escape is ~^.
func (f *formatter) escape() stop {
	if f.pos >= len(f.args) {
		return ended
	}
	return goOn
}

// iterate is ~{.
func (f *formatter) iterate(d *directive) {
	most := f.counted(d, mostParam)
	body := d.clauses[0]
	if len(body) == 0 {
		body = controlOf(f.m, f.next())
	}
	if d.at {
		f.rounds(d, body, most)
		return
	}
	items := itemsOf(f.m, f.next())
	savedArgs, savedPos := f.args, f.pos
	f.args, f.pos = items, 0
	f.rounds(d, body, most)
	f.args, f.pos = savedArgs, savedPos
}

// rounds runs the body of ~{ over the arguments.
func (f *formatter) rounds(d *directive, body directives, most int) {
	for first := true; most > 0 && (f.pos < len(f.args) || first && d.least); first = false {
		most--
		f.m.work(1)
		if f.run(body) == ended {
			return
		}
	}
}

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
		panic(f.m.wrong("FORMAT: ~%c takes an integer here, not %s", d.char, show(v)))
	}
}

// inRadix writes an integer in a radix.
func (f *formatter) inRadix(d *directive, v Value, n numeral) {
	if i, ok := v.(sexp.Int); ok && len(d.params) == 0 && !d.colon && !d.at {
		f.write(strings.ToUpper(strconv.FormatInt(int64(i), n.radix)))
		return
	}
	if n.width < 0 {
		panic(f.m.wrong("FORMAT: ~%c cannot be %d columns wide", d.char, n.width))
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

package lisp

import (
	"unicode/utf8"

	"pp/sexp"
)

// do runs one directive.
func (f *formatter) do(d *directive) stop {
	switch d.char {
	case '{':
		f.iterate(d)
		return goOn
	case '[':
		return f.pick(d)
	case '(':
		return f.convert(d)
	case '^':
		return f.escape(d)
	case '?':
		f.recurse(d)
		return goOn
	case 'I', '_':
		return goOn
	}
	f.print(d)
	return goOn
}

// print runs a directive that only writes, or moves among the arguments.
func (f *formatter) print(d *directive) {
	switch d.char {
	case 'A', 'S':
		f.any(d)
		return
	case 'W':
		v := f.next()
		f.printed(v, true)
		return
	case 'D', 'B', 'O', 'X', 'R':
		f.integerDirective(d)
		return
	case 'F', '$':
		f.float(d)
		return
	case 'C':
		f.char(d)
		return
	case 'P':
		f.plural(d)
		return
	case '%', '&', '|', '~':
		f.repeated(d)
		return
	case '*':
		f.move(d)
		return
	}
	f.tab(d)
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
		v := f.next()
		switch v := v.(type) {
		case nil:
			return param{}
		case sexp.Int:
			return param{aNumber, int(max(-mostParam, min(v, mostParam)))}
		case sexp.Char:
			return param{aChar, int(v)}
		}
		panic(wrong("FORMAT: %s cannot be a parameter of ~%c", show(v), d.char))
	}
	return p
}

// numbers gives the parameters of a directive, which are numbers, in place of those that are there.
func (f *formatter) numbers(d *directive, into ...*int) {
	for i, n := range into {
		p := f.value(d, i)
		if p.kind == aChar {
			panic(wrong("FORMAT: parameter %d of ~%c is a number, not a character", i+1, d.char))
		}
		if p.kind != noParam {
			*n = p.n
		}
	}
}

// counted gives the one parameter of a directive, not under 0.
func (f *formatter) counted(d *directive, otherwise int) int {
	n := otherwise
	f.numbers(d, &n)
	if n < 0 {
		panic(wrong("FORMAT: the parameter of ~%c is under 0", d.char))
	}
	return n
}

// field is how text is padded.
type field struct {
	width, step, least int
	pad                rune
	left               bool // the padding stands before the text
}

// field reads the parameters that pad ~A and ~S.
func (f *formatter) field(d *directive) field {
	w := field{step: 1, pad: ' ', left: d.at}
	for i, n := range []*int{&w.width, &w.step, &w.least} {
		p := f.value(d, i)
		if p.kind == aChar || p.kind == aNumber && (p.n < 0 || p.n == 0 && i == 1) {
			panic(wrong("FORMAT: a parameter of ~%c is no number of columns", d.char))
		}
		if p.kind == aNumber {
			*n = p.n
		}
	}
	p := f.value(d, 3)
	if p.kind == aNumber {
		panic(wrong("FORMAT: the padding of ~%c is a character", d.char))
	}
	if p.kind == aChar {
		w.pad = rune(p.n)
	}
	return w
}

// padded writes text in a field.
func (f *formatter) padded(text string, w field) {
	size := utf8.RuneCountInString(text) + w.least
	extra := w.least
	if short := w.width - size; short > 0 {
		extra += (short + w.step - 1) / w.step * w.step
	}
	if w.left {
		f.repeat(w.pad, extra)
		f.write(text)
		return
	}
	f.write(text)
	f.repeat(w.pad, extra)
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
	w := f.field(d)
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
	v := f.next()
	c, ok := v.(sexp.Char)
	if !ok {
		panic(wrongType(v, "CHARACTER"))
	}
	switch {
	case d.at && !d.colon:
		f.printed(v, true)
		return
	case d.colon && (c <= ' ' || 0x7f <= c && c < 0xa0):
		f.write(sexp.CharName(rune(c)))
		return
	}
	f.repeat(rune(c), 1)
}

// plural is ~P.
func (f *formatter) plural(d *directive) {
	if d.colon {
		if f.pos == 0 {
			panic(wrong("FORMAT: there is no argument before ~:P"))
		}
		f.pos--
	}
	v := f.next()
	one := v == Value(sexp.Int(1))
	switch {
	case d.at && one:
		f.write("y")
		return
	case d.at:
		f.write("ies")
		return
	case one:
		return
	}
	f.write("s")
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
	n := 1
	if d.at {
		n = 0
	}
	n = f.counted(d, n)
	to := f.pos + n
	switch {
	case d.at && d.colon:
		panic(wrong("FORMAT: ~* takes either : or @"))
	case d.at:
		to = n
	case d.colon:
		to = f.pos - n
	}
	if to < 0 || to > len(f.args) {
		panic(wrong("FORMAT: there is no argument %d to go to", to+1))
	}
	f.pos = to
}

// tab is ~T.
func (f *formatter) tab(d *directive) {
	to, step := 1, 1
	f.numbers(d, &to, &step)
	if to < 0 || step < 0 {
		panic(wrong("FORMAT: a parameter of ~T is under 0"))
	}
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

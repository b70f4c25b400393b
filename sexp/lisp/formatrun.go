package lisp

import (
	"unicode/utf8"

	"pp/sexp"
)

// do runs one directive.
func (f *formatter) do(d *directive) (stop, error) {
	switch d.char {
	case '{':
		return goOn, f.iterate(d)
	case '[':
		return f.choose(d)
	case '(':
		return f.convert(d)
	case '^':
		return f.escape(d)
	case '?':
		return goOn, f.recurse(d)
	case 'I', '_':
		return goOn, nil
	}
	return goOn, f.print(d)
}

// print runs a directive that only writes, or moves among the arguments.
func (f *formatter) print(d *directive) error {
	switch d.char {
	case 'A', 'S':
		return f.any(d)
	case 'W':
		v, err := f.next()
		if err != nil {
			return err
		}
		return f.printed(v, true)
	case 'D', 'B', 'O', 'X', 'R':
		return f.integerDirective(d)
	case 'F', '$':
		return f.float(d)
	case 'C':
		return f.char(d)
	case 'P':
		return f.plural(d)
	case '%', '&', '|', '~':
		return f.repeated(d)
	case '*':
		return f.move(d)
	}
	return f.tab(d)
}

// Parameters

// value gives parameter i of a directive, counted among those of it: what V takes is an argument.
func (f *formatter) value(d *directive, i int) (param, error) {
	if i >= len(d.params) {
		return param{}, nil
	}
	p := d.params[i]
	switch p.kind {
	case howMany:
		return param{aNumber, len(f.args) - f.pos}, nil
	case anArgument:
		v, err := f.next()
		if err != nil {
			return p, err
		}
		switch v := v.(type) {
		case nil:
			return param{}, nil
		case sexp.Int:
			return param{aNumber, int(max(-mostParam, min(v, mostParam)))}, nil
		case sexp.Char:
			return param{aChar, int(v)}, nil
		}
		return p, wrong("FORMAT: %s cannot be a parameter of ~%c", show(v), d.char)
	}
	return p, nil
}

// numbers gives the parameters of a directive, which are numbers, in place of those that are there.
func (f *formatter) numbers(d *directive, into ...*int) error {
	for i, n := range into {
		p, err := f.value(d, i)
		if err != nil {
			return err
		}
		if p.kind == aChar {
			return wrong("FORMAT: parameter %d of ~%c is a number, not a character", i+1, d.char)
		}
		if p.kind != noParam {
			*n = p.n
		}
	}
	return nil
}

// counted gives the one parameter of a directive, not under 0.
func (f *formatter) counted(d *directive, otherwise int) (int, error) {
	n := otherwise
	if err := f.numbers(d, &n); err != nil {
		return 0, err
	}
	if n < 0 {
		return 0, wrong("FORMAT: the parameter of ~%c is under 0", d.char)
	}
	return n, nil
}

// field is how text is padded.
type field struct {
	width, step, least int
	pad                rune
	left               bool // the padding stands before the text
}

// field reads the parameters that pad ~A and ~S.
func (f *formatter) field(d *directive) (field, error) {
	w := field{step: 1, pad: ' ', left: d.at}
	for i, n := range []*int{&w.width, &w.step, &w.least} {
		p, err := f.value(d, i)
		if err != nil {
			return w, err
		}
		if p.kind == aChar || p.kind == aNumber && (p.n < 0 || p.n == 0 && i == 1) {
			return w, wrong("FORMAT: a parameter of ~%c is no number of columns", d.char)
		}
		if p.kind == aNumber {
			*n = p.n
		}
	}
	p, err := f.value(d, 3)
	if p.kind == aNumber {
		return w, wrong("FORMAT: the padding of ~%c is a character", d.char)
	}
	if p.kind == aChar {
		w.pad = rune(p.n)
	}
	return w, err
}

// padded writes text in a field.
func (f *formatter) padded(text string, w field) error {
	size := utf8.RuneCountInString(text) + w.least
	extra := w.least
	if short := w.width - size; short > 0 {
		extra += (short + w.step - 1) / w.step * w.step
	}
	if w.left {
		if err := f.repeat(w.pad, extra); err != nil {
			return err
		}
		return f.write(text)
	}
	if err := f.write(text); err != nil {
		return err
	}
	return f.repeat(w.pad, extra)
}

// printed writes a value as PRIN1 or PRINC does.
func (f *formatter) printed(v Value, escape bool) error {
	if s, ok := v.(*Str); ok && !escape {
		return f.write(s.text)
	}
	out, err := appendPrinted(f.m, f.out, v, escape)
	if err == nil {
		f.out = out
	}
	return err
}

// any is ~A and ~S.
func (f *formatter) any(d *directive) error {
	w, err := f.field(d)
	if err != nil {
		return err
	}
	v, err := f.next()
	if err != nil {
		return err
	}
	if len(d.params) == 0 && !(d.colon && v == nil) {
		return f.printed(v, d.char == 'S')
	}
	text := "()"
	if v != nil || !d.colon {
		if text, err = printValue(f.m, v, d.char == 'S'); err != nil {
			return err
		}
	}
	return f.padded(text, w)
}

// char is ~C.
func (f *formatter) char(d *directive) error {
	v, err := f.next()
	if err != nil {
		return err
	}
	c, ok := v.(sexp.Char)
	if !ok {
		return wrongType(v, "CHARACTER")
	}
	switch {
	case d.at && !d.colon:
		return f.printed(v, true)
	case d.colon && (c <= ' ' || 0x7f <= c && c < 0xa0):
		return f.write(sexp.CharName(rune(c)))
	}
	return f.repeat(rune(c), 1)
}

// plural is ~P.
func (f *formatter) plural(d *directive) error {
	if d.colon {
		if f.pos == 0 {
			return wrong("FORMAT: there is no argument before ~:P")
		}
		f.pos--
	}
	v, err := f.next()
	if err != nil {
		return err
	}
	one := v == Value(sexp.Int(1))
	switch {
	case d.at && one:
		return f.write("y")
	case d.at:
		return f.write("ies")
	case one:
		return nil
	}
	return f.write("s")
}

// repeated is ~%, ~&, ~| and ~~.
func (f *formatter) repeated(d *directive) error {
	n, err := f.counted(d, 1)
	if err != nil {
		return err
	}
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
	return f.repeat(c, n)
}

// move is ~*.
func (f *formatter) move(d *directive) error {
	n := 1
	if d.at {
		n = 0
	}
	n, err := f.counted(d, n)
	if err != nil {
		return err
	}
	to := f.pos + n
	switch {
	case d.at && d.colon:
		return wrong("FORMAT: ~* takes either : or @")
	case d.at:
		to = n
	case d.colon:
		to = f.pos - n
	}
	if to < 0 || to > len(f.args) {
		return wrong("FORMAT: there is no argument %d to go to", to+1)
	}
	f.pos = to
	return nil
}

// tab is ~T.
func (f *formatter) tab(d *directive) error {
	to, step := 1, 1
	if err := f.numbers(d, &to, &step); err != nil {
		return err
	}
	if to < 0 || step < 0 {
		return wrong("FORMAT: a parameter of ~T is under 0")
	}
	here := f.here()
	if err := f.m.work(here / 64); err != nil {
		return err
	}
	spaces := to - here
	switch {
	case d.at && step > 0:
		spaces = (here+to+step-1)/step*step - here
	case d.at:
		spaces = to
	case spaces <= 0 && step > 0:
		spaces = step - (here-to)%step
	}
	return f.repeat(' ', spaces)
}

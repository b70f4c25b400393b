package lisp

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FORMAT: a control string is made a tree of directives, which is then run.

// directive is a piece of a control string: text that stands for itself, or what a ~ begins.
type directive struct {
	char      rune   // upper case; 0 for text
	text      string // of it
	params    []param
	colon, at bool
	clauses   []directives // of what it encloses
	last      bool         // the last clause is the one for everything else: ~:;
	least     bool         // the bracket that closes it has a colon: ~:}
}

// directives are what stands between two brackets, or between one and a ~;.
type directives []directive

// param is a parameter of a directive.
type param struct {
	kind paramKind
	n    int // of a number or a character
}

type paramKind uint8

const (
	noParam    paramKind = iota
	aNumber              // a number
	aChar                // '*
	anArgument           // V
	howMany              // #
)

const (
	mostNested = 50      // brackets within brackets of a control string
	mostParam  = 1 << 30 // there is no room for so much anyway
)

// mostParams gives how many parameters a directive takes at most, and whether it is known.
func mostParams(c rune) (int, bool) {
	switch c {
	case 'F':
		return 5, true
	case 'A', 'S', 'D', 'B', 'O', 'X':
		return 4, true
	case 'T', ';':
		return 2, true
	case '%', '&', '|', '~', '*', '{', '[':
		return 1, true
	case 'W', 'C', 'P', '\n', '}', ']', '(', ')', '^':
		return 0, true
	}
	return 0, false
}

// closing is the bracket that closes another.
func closing(c rune) rune {
	switch c {
	case '{':
		return '}'
	case '[':
		return ']'
	}
	return ')'
}

// controlParser reads a control string.
type controlParser struct {
	m     *machine
	rest  string
	depth int
}

// parseControl gives the directives of a control string.
func parseControl(m *machine, text string) directives {
	m.work(1 + len(text)/8)
	m.room(64 * len(text))
	p := &controlParser{m: m, rest: text}
	clauses, end := p.clauses(0)
	if end.char != 0 {
		panic(m.wrong("FORMAT: ~%c closes nothing", end.char))
	}
	return clauses.clauses[0]
}

// clauses reads up to the bracket that closes another, 0 for the end of the string.
func (p *controlParser) clauses(until rune) (all, end directive) {
	if p.depth++; p.depth > mostNested {
		panic(p.m.wrong("FORMAT: brackets are nested deeper than %d levels", mostNested))
	}
	defer func() { p.depth-- }()
	all.clauses = []directives{nil}
	add := func(d directive) {
		last := &all.clauses[len(all.clauses)-1]
		*last = append(*last, d)
	}
	for p.rest != "" {
		text, rest, tilde := strings.Cut(p.rest, "~")
		if text != "" {
			add(directive{text: text})
		}
		if p.rest = rest; !tilde {
			break
		}
		d := p.directive()
		switch d.char {
		case '}', ']', ')':
			if d.char != until {
				panic(p.m.wrong("FORMAT: ~%c closes nothing", d.char))
			}
			return all, d
		case ';':
			if until != ']' {
				panic(p.m.wrong("FORMAT: ~; stands outside ~[ and ~]"))
			}
			all.clauses = append(all.clauses, nil)
			all.last = all.last || d.colon
		default:
			add(d)
		}
	}
	if until != 0 {
		panic(p.m.wrong("FORMAT: ~%c is missing", until))
	}
	return all, end
}

// directive reads what follows a ~.
func (p *controlParser) directive() directive {
	var d directive
	p.params(&d)
	for ; p.rest != "" && (p.rest[0] == ':' || p.rest[0] == '@'); p.rest = p.rest[1:] {
		if p.rest[0] == ':' && d.colon || p.rest[0] == '@' && d.at {
			panic(p.m.wrong("FORMAT: a modifier is given twice"))
		}
		d.colon, d.at = d.colon || p.rest[0] == ':', d.at || p.rest[0] == '@'
	}
	c, size := utf8.DecodeRuneInString(p.rest)
	if size == 0 {
		panic(p.m.wrong("FORMAT: the control string ends within a directive"))
	}
	p.rest = p.rest[size:]
	d.char = unicode.ToUpper(c)
	most, known := mostParams(d.char)
	switch {
	case strings.ContainsRune("R$EG?/<>I_", d.char):
		panic(p.m.errProgram("FORMAT: the directive ~%c is not known here", c))
	case !known:
		panic(p.m.wrong("FORMAT: there is no directive ~%c here", c))
	case d.colon && (d.char == '{' || d.char == '^'):
		panic(p.m.errProgram("FORMAT: the directive ~:%c is not known here", c))
	case d.char == '^' && len(d.params) > 0:
		panic(p.m.errProgram("FORMAT: parameters of ~^ are not known here"))
	case len(d.params) > most:
		panic(p.m.wrong("FORMAT: ~%c takes at most %d parameters", c, most))
	}
	p.complete(&d)
	return d
}

// complete reads what a directive encloses.
func (p *controlParser) complete(d *directive) {
	switch d.char {
	case '\n':
		space := len(p.rest) - len(strings.TrimLeft(p.rest, " \t\n\r\f\v"))
		if d.colon {
			space = 0
		}
		p.rest = p.rest[space:]
		if d.char, d.text = 0, ""; d.at {
			d.text = "\n"
		}
	case '{', '[', '(':
		inner, end := p.clauses(closing(d.char))
		d.clauses, d.last, d.least = inner.clauses, inner.last, end.colon
		if d.char == '[' && d.colon && len(d.clauses) != 2 {
			panic(p.m.wrong("FORMAT: ~:[ needs two clauses"))
		}
		if d.char == '[' && d.at && !d.colon && len(d.clauses) != 1 {
			panic(p.m.wrong("FORMAT: ~@[ needs one clause"))
		}
		if d.char == '[' && d.at && d.colon {
			panic(p.m.wrong("FORMAT: ~[ takes either : or @"))
		}
	}
}

// params reads the parameters of a directive.
func (p *controlParser) params(d *directive) {
	for {
		v, any := p.param()
		if any {
			d.params = append(d.params, v)
		}
		if p.rest == "" || p.rest[0] != ',' {
			return
		}
		if !any {
			d.params = append(d.params, param{})
		}
		if p.rest = p.rest[1:]; p.rest != "" && strings.ContainsRune(":@", rune(p.rest[0])) {
			return
		}
		if len(d.params) > 8 {
			panic(p.m.wrong("FORMAT: a directive has too many parameters"))
		}
	}
}

// param reads one parameter, if there is one.
func (p *controlParser) param() (v param, any bool) {
	if p.rest == "" {
		return v, false
	}
	switch c := p.rest[0]; {
	case c == '\'' && len(p.rest) > 1:
		r, size := utf8.DecodeRuneInString(p.rest[1:])
		p.rest = p.rest[1+size:]
		return param{aChar, int(r)}, true
	case c == 'v' || c == 'V':
		p.rest = p.rest[1:]
		return param{kind: anArgument}, true
	case c == '#':
		p.rest = p.rest[1:]
		return param{kind: howMany}, true
	}
	digits := strings.TrimLeft(p.rest, "+-")
	sign := p.rest[:len(p.rest)-len(digits)]
	end := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
	if len(sign) > 1 || end == 0 {
		return v, false
	}
	n := 0
	for _, c := range digits[:end] {
		n = min(10*n+int(c-'0'), mostParam)
	}
	if sign == "-" {
		n = -n
	}
	p.rest = digits[end:]
	return param{aNumber, n}, true
}

// controlString is a control string that stands in the code, read once.
type controlString struct{ all directives }

// prepareControl reads a control string that stands in the code. One that is wrong is an error when it is used; one
// that SBCL would know what to do with is one already.
func prepareControl(m *machine, form, first *Cons) *Cons {
	second, ok := first.Cdr.(*Cons)
	if !ok || !isA[*Str](second.Car) {
		return form
	}
	var all directives
	err := try(func() { all = parseControl(m, second.Car.(*Str).text) })
	if f, ok := err.(*failure); ok && f.class != "PROGRAM-ERROR" {
		return form
	}
	check(err)
	return listTail(second.Cdr, form.Car, first.Car, formOf("QUOTE", &controlString{all})).(*Cons)
}

// controlOf gives the directives that an argument says.
func controlOf(m *machine, v Value) directives {
	switch v := v.(type) {
	case *controlString:
		return v.all
	case *Str:
		return parseControl(m, v.text)
	}
	panic(m.wrongType(v, "STRING"))
}

// notWritable says what FORMAT writes to.
func (m *machine) notWritable(v Value) error {
	return m.wrong("FORMAT writes to NIL, which gives a string, or to a stream of WITH-OUTPUT-TO-STRING here, not to %s",
		show(v))
}

// formatTo is FORMAT.
func formatTo(m *machine, args []Value) Value {
	all := controlOf(m, args[1])
	stream, ok := args[0].(*Stream)
	if !ok && args[0] != nil {
		panic(m.notWritable(args[0]))
	}
	f := &formatter{m: m}
	if stream != nil {
		f.column = stream.at
	}
	f.args = args[2:]
	f.run(all)
	if stream == nil {
		return strOf(m, string(f.out))
	}
	writeStream(m, stream, string(f.out))
	return nil
}

// formatter runs directives.
type formatter struct {
	m      *machine
	out    []byte
	column int // that out begins in
	args   []Value
	pos    int // of the next argument
}

// stop says how a ~^ ended a clause.
type stop uint8

const (
	goOn  stop = iota
	ended      // by ~^
)

// run runs directives until one ends them.
func (f *formatter) run(all directives) stop {
	defer f.m.down(1).up()
	for i := range all {
		f.m.work(1)
		d := &all[i]
		if d.char == 0 {
			f.write(d.text)
			continue
		}
		if s := f.do(d); s != goOn {
			return s
		}
	}
	return goOn
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

// here is the column of the next character.
func (f *formatter) here() int {
	for i := len(f.out) - 1; i >= 0; i-- {
		if f.out[i] == '\n' {
			return utf8.RuneCount(f.out[i+1:])
		}
	}
	return f.column + utf8.RuneCount(f.out)
}

// next takes an argument.
func (f *formatter) next() Value {
	if f.pos >= len(f.args) {
		panic(f.m.wrong("FORMAT: there are no more arguments"))
	}
	f.pos++
	return f.args[f.pos-1]
}

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

// param is a parameter of a directive: a number or, after ', a character.
type param struct {
	n             int
	given, isChar bool
}

const (
	mostNested = 50      // brackets within brackets of a control string
	mostParam  = 1 << 30 // there is no room for so much anyway
)

// mostParams are the directives and how many parameters each takes at most.
var mostParams = map[rune]int{
	'F': 5, 'A': 4, 'S': 4, 'D': 4, 'X': 4, '%': 1, '&': 1, '~': 1, '{': 1, '[': 1,
	'P': 0, '^': 0, '\n': 0, '(': 0, ')': 0, ']': 0, '}': 0, ';': 0,
}

// closing are the brackets that close others.
var closing = map[rune]rune{'{': '}', '[': ']', '(': ')'}

// controlParser reads a control string.
type controlParser struct {
	m     *machine
	rest  string
	depth int
}

// parseControl returns the directives of a control string.
func parseControl(m *machine, text string) directives {
	m.work(1 + len(text)/8)
	m.room(64 * len(text))
	p := &controlParser{m: m, rest: text}
	all := directive{}
	p.enclosed(&all, 0)
	return all.clauses[0]
}

// enclosed reads the clauses of a directive up to the bracket that closes it, 0 for the end of the string.
func (p *controlParser) enclosed(in *directive, until rune) {
	if p.depth++; p.depth > mostNested {
		panic(p.m.wrong("FORMAT: brackets are nested deeper than %d levels", mostNested))
	}
	defer func() { p.depth-- }()
	in.clauses = []directives{nil}
	for p.rest != "" {
		last := &in.clauses[len(in.clauses)-1]
		text, rest, tilde := strings.Cut(p.rest, "~")
		if text != "" {
			*last = append(*last, directive{text: text})
		}
		if p.rest = rest; !tilde {
			break
		}
		d := p.directive()
		switch {
		case until != 0 && d.char == until:
			in.least = d.colon
			return
		case d.char == ';' && until == ']':
			in.clauses, in.last = append(in.clauses, nil), in.last || d.colon
		case strings.ContainsRune("}]);", d.char):
			panic(p.m.wrong("FORMAT: ~%c closes nothing", d.char))
		default:
			*last = append(*last, d)
		}
	}
	if until != 0 {
		panic(p.m.wrong("FORMAT: ~%c is missing", until))
	}
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
	most, known := mostParams[d.char]
	switch {
	case !known, d.colon && (d.char == '{' || d.char == '^'), d.char == '^' && len(d.params) > 0:
		panic(p.m.errProgram("FORMAT: there is no directive ~%s here: it has ~a ~s ~d ~x ~f ~p ~%% ~& ~~ ~{ ~^ "+
			"~[ and ~( alone", string(c)))
	case len(d.params) > most:
		panic(p.m.wrong("FORMAT: ~%c takes at most %d parameters", c, most))
	}
	switch {
	case d.char == '\n':
		p.newline(&d)
	case closing[d.char] != 0:
		p.enclosed(&d, closing[d.char])
	}
	if n := len(d.clauses); d.char == '[' && (d.colon && d.at || d.colon && n != 2 || d.at && n != 1) {
		panic(p.m.wrong("FORMAT: ~:[ has two clauses, and ~@[ one"))
	}
	return d
}

// newline reads a ~ at the end of a line: the space that the next line begins with is left out.
func (p *controlParser) newline(d *directive) {
	if !d.colon {
		p.rest = strings.TrimLeft(p.rest, " \t\n\r\f\v")
	}
	if d.char = 0; d.at {
		d.text = "\n"
	}
}

// params reads the parameters of a directive, which commas separate.
func (p *controlParser) params(d *directive) {
	for {
		v := p.param()
		comma := strings.HasPrefix(p.rest, ",")
		if v.given || comma {
			d.params = append(d.params, v)
		}
		if !comma {
			return
		}
		if len(d.params) > 8 {
			panic(p.m.wrong("FORMAT: a directive has too many parameters"))
		}
		p.rest = p.rest[1:]
	}
}

// param reads one parameter, if there is one.
func (p *controlParser) param() param {
	switch {
	case len(p.rest) > 1 && p.rest[0] == '\'':
		r, size := utf8.DecodeRuneInString(p.rest[1:])
		p.rest = p.rest[1+size:]
		return param{int(r), true, true}
	case strings.HasPrefix(p.rest, "#"), strings.HasPrefix(p.rest, "v"), strings.HasPrefix(p.rest, "V"):
		panic(p.m.errProgram("FORMAT: the parameter %c is not known here: write a number", p.rest[0]))
	}
	digits := strings.TrimLeft(p.rest, "+-")
	sign := p.rest[:len(p.rest)-len(digits)]
	end := len(digits) - len(strings.TrimLeft(digits, "0123456789"))
	if len(sign) > 1 || end == 0 {
		return param{}
	}
	n := 0
	for _, c := range digits[:end] {
		n = min(10*n+int(c-'0'), mostParam)
	}
	if sign == "-" {
		n = -n
	}
	p.rest = digits[end:]
	return param{n, true, false}
}

// checkControl checks a literal control string: a directive that only SBCL knows is an error when the code is loaded.
// Any other mistake is an error when FORMAT runs.
func checkControl(m *machine, form *Cons) {
	args, _ := properItems(m, form.Cdr)
	control, ok := append(args, nil, nil)[1].(*Str)
	if !ok {
		return
	}
	err := try(func() { parseControl(m, control.text) })
	if f, ok := err.(*failure); !ok || f.class == "PROGRAM-ERROR" {
		check(err)
	}
}

// notWritable says what FORMAT writes to.
func (m *machine) notWritable(v Value) error {
	return m.wrong("FORMAT writes to NIL, which gives a string, or to a stream of WITH-OUTPUT-TO-STRING here, not to %s",
		show(v))
}

// formatTo is FORMAT.
func formatTo(m *machine, args []Value) Value {
	all := parseControl(m, strArg(m, args[1]).text)
	stream, ok := args[0].(*Stream)
	if !ok && args[0] != nil {
		panic(m.notWritable(args[0]))
	}
	f := &formatter{m: m, args: args[2:], isLineStart: true}
	if stream == nil {
		f.run(all)
		return strOf(m, string(f.out))
	}
	f.isLineStart = !stream.midLine
	f.run(all)
	writeStream(m, stream, string(f.out))
	return nil
}

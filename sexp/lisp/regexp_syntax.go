package lisp

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// pattern is a regular expression of CL-PPCRE, which is Perl's, in the notation of package
// regexp.
type pattern struct {
	text   string
	groups int // registers
	size   int // roughly how many instructions it becomes
}

// flags are the modes of a part of a regular expression: i, m, s and x.
type flags struct{ fold, lines, all, extended bool }

const (
	mostPattern = 1 << 12 // instructions
	mostRepeat  = 1000
	mostNesting = 200
)

// piece is a part of a regular expression.
type piece struct {
	text  string
	size  int
	empty bool // it may match nothing
}

// atEnd stands for $ and \Z, which package regexp does not have: the end, or before a newline
// that ends the text. They are two characters, as one could become part of a class.
const (
	atEnd      = '\U0010FFFF'
	afterAtEnd = '\U0010FFFE'
)

// translator reads a regular expression.
type translator struct {
	text  string
	pos   int
	p     pattern
	depth int
}

// translate gives a regular expression in the notation of package regexp; what that one
// lacks, or would take for something else, is an error.
func translate(text string) pattern {
	t := translator{text: text}
	if strings.ContainsAny(text, string(atEnd)+string(afterAtEnd)) {
		panic(t.bad("one of the last characters of Unicode"))
	}
	all := t.alternatives(flags{})
	if t.pos < len(text) {
		panic(t.bad("a closing parenthesis without an opening one"))
	}
	t.p.text, t.p.size = all.text, all.size
	return t.p
}

func (t *translator) bad(format string, args ...any) error {
	return wrongAs("SIMPLE-ERROR", "the regular expression %s has %s, which is not understood here",
		strconv.Quote(t.text), fmt.Sprintf(format, args...))
}

// next gives the next character and passes it, false at the end.
func (t *translator) next() (rune, bool) {
	if t.pos >= len(t.text) {
		return 0, false
	}
	c, size := utf8.DecodeRuneInString(t.text[t.pos:])
	t.pos += size
	return c, true
}

// at reports whether what follows begins so.
func (t *translator) at(s string) bool { return strings.HasPrefix(t.text[t.pos:], s) }

// skip passes comments and, in extended mode, white space.
func (t *translator) skip(f flags) {
	for {
		switch {
		case t.at("(?#"):
			end := strings.IndexByte(t.text[t.pos:], ')')
			if end < 0 {
				panic(t.bad("a comment without an end"))
			}
			t.pos += end + 1
		case f.extended && t.pos < len(t.text) && strings.IndexByte(" \t\n\r\f", t.text[t.pos]) >= 0:
			t.pos++
		case f.extended && t.at("#"):
			end := strings.IndexByte(t.text[t.pos:], '\n')
			if end < 0 {
				end = len(t.text) - t.pos - 1
			}
			t.pos += end + 1
		default:
			return
		}
	}
}

// alternatives reads up to the parenthesis that closes a group, or the end.
func (t *translator) alternatives(f flags) (all piece) {
	if t.depth++; t.depth > mostNesting {
		panic(t.bad("groups nested more than %d deep", mostNesting))
	}
	defer func() { t.depth-- }()
	var b strings.Builder
	empty := true // the alternative so far
	for {
		t.skip(f)
		if t.pos == len(t.text) || t.at(")") {
			return piece{b.String(), all.size, all.empty || empty}
		}
		if t.at("|") {
			t.pos++
			all.size++
			all.empty, empty = all.empty || empty, true
			b.WriteByte('|')
			continue
		}
		part := t.quantified(&f)
		if all.size += part.size; all.size > mostPattern {
			panic(t.bad("more than %d parts", mostPattern))
		}
		empty = empty && part.empty
		b.WriteString(part.text)
	}
}

// quantified reads an atom with what says how often it stands.
func (t *translator) quantified(f *flags) piece {
	atom := t.atom(f)
	t.skip(*f)
	q, least, most := t.quantifier()
	if q == "" {
		return atom
	}
	if atom.empty && most < 0 {
		panic(t.bad("a repetition of what may match nothing"))
	}
	t.skip(*f)
	if t.at("?") {
		t.pos++
		q += "?"
	}
	return piece{"(?:" + atom.text + ")" + q, atom.size*max(1, most) + 2, atom.empty || least == 0}
}

// quantifier reads *, +, ?, {n}, {n,} or {n,m}; a brace that begins none of these is a
// character. most is -1 where there is no limit.
func (t *translator) quantifier() (q string, least, most int) {
	if t.pos == len(t.text) {
		return "", 0, 0
	}
	switch t.text[t.pos] {
	case '*':
		q, most = "*", -1
	case '+':
		q, least, most = "+", 1, -1
	case '?':
		q, most = "?", 1
	case '{':
		return t.braces()
	}
	t.pos += len(q)
	return q, least, most
}

func (t *translator) braces() (q string, least, most int) {
	end := strings.IndexByte(t.text[t.pos:], '}')
	if end < 0 {
		return "", 0, 0
	}
	low, high, ranged := strings.Cut(t.text[t.pos+1:t.pos+end], ",")
	if !isDigits(low) || high != "" && !isDigits(high) {
		return "", 0, 0
	}
	least, _ = strconv.Atoi(low)
	switch most = least; {
	case high != "":
		most, _ = strconv.Atoi(high)
	case ranged:
		most = -1
	}
	if max(least, most) > mostRepeat || most >= 0 && most < least || len(low)+len(high) > 8 {
		panic(t.bad("a repetition of more than %d, or of less than nothing", mostRepeat))
	}
	t.pos += end + 1
	return "{" + t.text[t.pos-end:t.pos], least, most
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// atom reads a character, a class, an anchor or a group.
func (t *translator) atom(f *flags) piece {
	if q, _, _ := t.quantifier(); q != "" {
		panic(t.bad("%s after nothing that could be repeated", q))
	}
	c, _ := t.next()
	switch c {
	case '.':
		if f.all {
			return piece{`(?s:.)`, 1, false}
		}
		return piece{`[^\n]`, 1, false}
	case '^':
		if f.lines {
			return piece{`(?m:^)`, 1, true}
		}
		return piece{`\A`, 1, true}
	case '$':
		if f.lines {
			return piece{`(?m:$)`, 1, true}
		}
		return endAnchor
	case '[':
		return t.class(f)
	case '(':
		return t.group(f)
	case '\\':
		return t.escape(f)
	}
	return t.literal(c, f)
}

var endAnchor = piece{`\x{10FFFF}\x{10FFFE}`, 2, true}

// literal is a character that stands for itself.
func (t *translator) literal(c rune, f *flags) piece {
	s := fmt.Sprintf(`\x{%X}`, c)
	if other := otherCase(c); f.fold && other != c {
		s = fmt.Sprintf(`[\x{%X}\x{%X}]`, c, other)
	}
	return piece{s, 1, false}
}

// otherCase is the other character of a pair, c itself when it is in none.
func otherCase(c rune) rune {
	if up := sexp.Upcase(c); up != c {
		return up
	}
	return sexp.Downcase(c)
}

// group reads a group after its opening parenthesis.
func (t *translator) group(f *flags) piece {
	open, inside := "(", *f
	if t.at("?") {
		t.pos++
		t.modes(&inside)
		switch {
		case t.at(")"):
			t.pos++
			*f = inside
			return piece{empty: true}
		case !t.at(":"):
			panic(t.bad("the group (?%.3s", t.text[t.pos:]))
		}
		t.pos++
		open = "(?:"
	} else {
		t.p.groups++
	}
	body := t.alternatives(inside)
	if !t.at(")") {
		panic(t.bad("a group without an end"))
	}
	t.pos++
	return piece{open + body.text + ")", body.size + 2, body.empty}
}

// modes reads the letters that turn modes on and, after a minus, off.
func (t *translator) modes(f *flags) {
	on := true
	for ; t.pos < len(t.text); t.pos++ {
		switch t.text[t.pos] {
		case '-':
			on = false
		case 'i':
			f.fold = on
		case 'm':
			f.lines = on
		case 's':
			f.all = on
		case 'x':
			f.extended = on
		default:
			return
		}
	}
}

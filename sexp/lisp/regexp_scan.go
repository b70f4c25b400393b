package lisp

import (
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// Scanner is a compiled regular expression. It is safe for concurrent use.
type Scanner struct {
	source string
	groups int
	prog   *syntax.Prog
	// first are the bytes that a match can begin with; nil where it may be empty.
	first *[256]bool
}

// String is how a scanner is printed.
func (s *Scanner) String() string { return "SCANNER " + s.source }

// compileScanner compiles a regular expression, counted.
func compileScanner(m *machine, source string) *Scanner {
	m.work(len(source))
	p := translate(source)
	m.work(8 * p.size)
	m.room(64 * p.size)
	re, err := syntax.Parse(p.text, syntax.Perl)
	if err != nil {
		panic(wrong("the regular expression %s is not understood here: %v", source, err))
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		panic(wrong("the regular expression %s is not understood here: %v", source, err))
	}
	s := &Scanner{source: source, groups: p.groups, prog: prog}
	var first [256]bool
	if s.begins(uint32(prog.Start), &first, make([]bool, len(prog.Inst))) {
		s.first = &first
	}
	return s
}

// begins notes the bytes that what is matched from an instruction on can begin with; false
// when it may be empty.
func (s *Scanner) begins(pc uint32, first *[256]bool, seen []bool) bool {
	if seen[pc] {
		return true
	}
	seen[pc] = true
	switch i := &s.prog.Inst[pc]; i.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return s.begins(i.Out, first, seen) && s.begins(i.Arg, first, seen)
	case syntax.InstCapture, syntax.InstNop, syntax.InstEmptyWidth:
		return s.begins(i.Out, first, seen)
	case syntax.InstFail:
		return true
	case syntax.InstMatch:
		return false
	case syntax.InstRune, syntax.InstRune1:
		if i.Rune[0] == atEnd || i.Rune[0] == afterAtEnd {
			return s.begins(i.Out, first, seen)
		}
		for c := range 256 {
			// A byte of a longer character stands for all that begin with it.
			first[c] = first[c] || c >= utf8.RuneSelf || i.MatchRune(rune(c))
		}
		return true
	}
	for c := range first { // any character
		first[c] = true
	}
	return true
}

// scanner is the regular expression that an argument is.
func scanner(m *machine, v Value) *Scanner {
	switch v := v.(type) {
	case *Scanner:
		return v
	case *Str:
		return compileScanner(m, v.text)
	case nil, *Cons:
		panic(wrong("regular expressions are text here, not lists"))
	}
	panic(wrongType(v, "STRING"))
}

// scanned is a text in which an expression is to be found. It begins at the character start of the string that it is
// of.
type scanned struct {
	m     *machine
	s     *Scanner
	g     options
	text  string
	runes []rune // of the whole string, for cutting by characters; nil where they are its bytes
	start int
	end   int
	at    int // where the next match may begin, in characters
	byte  int // the same in bytes, one more than there are at the end
}

// match is where an expression matched, in characters of the whole string: start and end, and
// those of each register, which are -1 where it did not match.
type match []int

// newScanned reads an expression, a text and keywords, of which more are taken than those for
// the span.
func newScanned(m *machine, args []Value, more keyword) *scanned {
	z := &scanned{m: m, s: scanner(m, args[0])}
	str := strArg(args[1])
	z.g = readOptions(m, args[2:], argsSpan|more)
	text, at := stringSpan(m, str, z.g, argStart, argEnd)
	m.work(1 + len(text)/64)
	z.text, z.start, z.end = text, at.start, len(text)
	if !isASCII(text) || len(text) != len(str.text) {
		m.room(4 * len(str.text))
		z.runes = []rune(str.text)
		z.end = len(z.runes)
	}
	if at.end >= 0 {
		z.end = at.end
	}
	return z
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c >= utf8.RuneSelf })
}

// next gives the next match, nil after the last. One that is empty is followed by one that
// begins a character later.
func (z *scanned) next() match {
	if z.byte > len(z.text) {
		return nil
	}
	e := executor{z: z, prog: z.s.prog}
	found := e.run()
	if found == nil {
		z.byte = len(z.text) + 1
		return nil
	}
	z.advance(found[1] - z.at)
	if found[0] == found[1] {
		z.advance(1)
	}
	for i := range found {
		if found[i] >= 0 {
			found[i] += z.start
		}
	}
	z.m.room(8*len(found) + headerBytes)
	return found
}

// advance goes on by n characters, beyond the end at most by one.
func (z *scanned) advance(n int) {
	for range n {
		z.at++
		if z.byte >= len(z.text) {
			z.byte = len(z.text) + 1
			return
		}
		_, size := utf8.DecodeRuneInString(z.text[z.byte:])
		z.byte += size
	}
}

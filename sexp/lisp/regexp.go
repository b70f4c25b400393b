package lisp

import (
	"io"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// regexpPackage is what the names of these functions begin with.
const regexpPackage = "CL-PPCRE:"

const mostPattern = 1 << 12 // instructions of a regular expression

func regexpBuiltins() []builtin {
	table := []builtin{
		{"SCAN", 2, -1, scan}, {"SCAN-TO-STRINGS", 2, -1, scanToStrings},
		{"ALL-MATCHES", 2, -1, allMatches(false)}, {"ALL-MATCHES-AS-STRINGS", 2, -1, allMatches(true)},
		{"SPLIT", 2, -1, split},
		{"REGEX-REPLACE", 3, -1, regexReplace(false)}, {"REGEX-REPLACE-ALL", 3, -1, regexReplace(true)},
	}
	for i := range table {
		table[i].name = regexpPackage + table[i].name
	}
	return table
}

// Scanner is a compiled regular expression. It is safe for concurrent use.
type Scanner struct {
	source string
	size   int            // of its program
	first  *regexp.Regexp // matches from the start of a text
	later  *regexp.Regexp // matches behind a character that begins a text: the match is its first group
}

// String returns the scanner as it is printed.
func (s *Scanner) String() string { return "SCANNER " + s.source }

// compileScanner compiles a regular expression, counted.
func compileScanner(m *machine, source string) *Scanner {
	m.work(len(source))
	s := &Scanner{source: source}
	tree, err := syntax.Parse(source, syntax.Perl)
	if err == nil {
		s.size = sizeOf(tree)
		m.work(min(s.size, mostPattern))
		m.room(min(s.size, mostPattern) * (64 + 32*tree.MaxCap()))
		if s.size > mostPattern {
			panic(m.wrong("the regular expression %s has more than %d parts", strconv.Quote(brief(source, 60)), mostPattern))
		}
		s.first, err = regexp.Compile(source)
	}
	if err == nil {
		s.later, err = regexp.Compile(`\A(?s:.)(?s:.*?)(` + source + `)`)
	}
	if err != nil {
		panic(m.wrong("the regular expression %s is not understood here: %v", strconv.Quote(brief(source, 60)), err))
	}
	return s
}

// sizeOf is roughly how many instructions a regular expression becomes.
func sizeOf(tree *syntax.Regexp) int {
	n := 1
	for _, part := range tree.Sub {
		n = min(n+sizeOf(part), 2*mostPattern)
	}
	switch tree.Op {
	case syntax.OpLiteral:
		n += len(tree.Rune)
	case syntax.OpRepeat:
		n *= max(1, tree.Min, tree.Max)
	}
	return min(n, 2*mostPattern)
}

// scanner returns the regular expression that an argument is.
func scanner(m *machine, v Value) *Scanner {
	if s, ok := v.(*Scanner); ok {
		return s
	}
	return compileScanner(m, strArg(m, v).text)
}

// scanned is a text in which an expression is to be found.
type scanned struct {
	m      *machine
	s      *Scanner
	g      options
	text   string
	offset int // of the text in the string that it is of, in characters
	at     int // where the next match may begin, in bytes; over the length after the last
	counts [2]int
}

// match is where an expression matched, in bytes: start and end, and those of each register, which are -1 where it did
// not match.
type match []int

// newScanned reads an expression, a text and keywords, of which more may be taken than those for the span.
func newScanned(m *machine, args []Value, more string) *scanned {
	z := &scanned{m: m, s: scanner(m, args[0])}
	str := strArg(m, args[1])
	z.g = readOptions(m, args[2:], more+keysSpan)
	var at span
	z.text, at = stringSpan(m, str, z.g, "")
	z.offset = at.start
	return z
}

// counting reads a text rune by rune, and counts a step for some, so that a search takes no longer than the limits say.
type counting struct {
	z       *scanned
	at, n   int
	perStep int
}

// ReadRune implements io.RuneReader.
func (c *counting) ReadRune() (rune, int, error) {
	if c.at >= len(c.z.text) {
		return 0, 0, io.EOF
	}
	if c.n++; c.n%c.perStep == 0 {
		c.z.m.work(1)
	}
	r, size := utf8.DecodeRuneInString(c.z.text[c.at:])
	c.at += size
	return r, size, nil
}

// next returns the next match, nil after the last. One that is empty is followed by one that begins a character later.
func (z *scanned) next() match {
	if z.at > len(z.text) {
		return nil
	}
	z.m.work(1)
	in, re := &counting{z: z, perStep: max(1, 8/(1+z.s.size/8))}, z.s.first
	if z.at > 0 {
		_, size := utf8.DecodeLastRuneInString(z.text[:z.at])
		in.at, re = z.at-size, z.s.later
	}
	start := in.at
	found := re.FindReaderSubmatchIndex(in)
	if found == nil {
		z.at = len(z.text) + 1
		return nil
	}
	if z.at > 0 {
		found = found[2:]
	}
	for i := range found {
		if found[i] >= 0 {
			found[i] += start
		}
	}
	if z.at = found[1]; found[0] == found[1] {
		_, size := utf8.DecodeRuneInString(z.text[z.at:])
		z.at += max(size, 1)
	}
	z.m.room(8*len(found) + headerBytes)
	return found
}

// piece returns a part of the text as a value; NIL for a register that did not match.
func (z *scanned) piece(from, to int) Value {
	if from < 0 {
		return nil
	}
	return strOf(z.m, z.text[from:to])
}

// position returns a position in characters of the whole string; NIL for one of a register that did not match.
// Positions that follow each other are counted on.
func (z *scanned) position(at int) Value {
	if at < 0 {
		return nil
	}
	if at < z.counts[0] {
		z.counts = [2]int{}
	}
	z.m.work((at - z.counts[0]) / 64)
	z.counts[1] += utf8.RuneCountInString(z.text[z.counts[0]:at])
	z.counts[0] = at
	return sexp.Int(z.offset + z.counts[1])
}

// registers returns a vector of what is made of the start and the end of each register.
func (z *scanned) registers(found match, do func(from, to int) Value) Value {
	var items []Value
	for i := 2; i < len(found); i += 2 {
		items = append(items, do(found[i], found[i+1]))
	}
	return buildSequence(z.m, "VECTOR", items)
}

func scan(m *machine, args []Value) Value {
	z := newScanned(m, args, "")
	found := z.next()
	if found == nil {
		return nil
	}
	return m.values(z.position(found[0]), z.position(found[1]),
		z.registers(found, func(from, _ int) Value { return z.position(from) }),
		z.registers(found, func(_, to int) Value { return z.position(to) }))
}

func scanToStrings(m *machine, args []Value) Value {
	z := newScanned(m, args, "")
	found := z.next()
	if found == nil {
		return nil
	}
	return m.values(z.piece(found[0], found[1]), z.registers(found, z.piece))
}

func allMatches(texts bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		z := newScanned(m, args, "")
		l := listMaker{m: m}
		for found := z.next(); found != nil; found = z.next() {
			if texts {
				l.add(z.piece(found[0], found[1]))
				continue
			}
			l.add(z.position(found[0]))
			l.add(z.position(found[1]))
		}
		return l.done(nil)
	}
}

// split returns what is between matches. Without a limit what is empty at the end is left out.
func split(m *machine, args []Value) Value {
	z := newScanned(m, args, "LIMIT")
	limit := sexp.Int(0)
	if v := z.g.get("LIMIT"); v != nil {
		limit = asType[sexp.Int](m, v, "INTEGER")
	}
	cuts := []int{0}
	for found := z.next(); found != nil; found = z.next() {
		if found[0] == found[1] && found[0] == cuts[len(cuts)-1] {
			continue
		}
		if limit > 0 && len(cuts)/2+1 >= int(limit) {
			break
		}
		cuts = append(cuts, found[0], found[1])
	}
	cuts = append(cuts, len(z.text))
	n := len(cuts)
	for limit == 0 && n > 0 && cuts[n-1] <= cuts[n-2] {
		n -= 2
	}
	l := listMaker{m: m}
	for i := 0; i < n; i += 2 {
		l.add(z.piece(cuts[i], cuts[i+1]))
	}
	return l.done(nil)
}

// filling is what means something in the text that stands for a match: \1, \{1}, \&, \`, \' and \\.
var filling = regexp.MustCompile("\\\\(?:[&`'\\\\]|\\d+|\\{\\d+\\})")

// regexReplace replaces the first match, or all, and tells whether there was one.
func regexReplace(every bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		z := newScanned(m, append([]Value{args[0], args[1]}, args[3:]...), "")
		text := strArg(m, args[2]).text
		var b strings.Builder
		at, any := 0, false
		for found := z.next(); found != nil && (every || !any); found = z.next() {
			b.WriteString(z.text[at:found[0]])
			filled := filling.ReplaceAllStringFunc(text, func(mark string) string { return z.fill(mark[1:], found) })
			m.room(4 * len(filled))
			m.work(1 + len(filled)/64)
			b.WriteString(filled)
			at, any = found[1], true
		}
		b.WriteString(z.text[at:])
		return m.values(strOf(m, b.String()), truth(any))
	}
}

// fill returns what a mark stands for.
func (z *scanned) fill(mark string, found match) string {
	switch mark {
	case `\`:
		return `\`
	case "&":
		return z.text[found[0]:found[1]]
	case "`":
		return z.text[:found[0]]
	case "'":
		return z.text[found[1]:]
	}
	n, err := strconv.Atoi(strings.Trim(mark, "{}"))
	if err != nil || n < 1 || 2*n >= len(found) {
		panic(z.m.wrong("there is no register %s in %s", brief(mark, 20), strconv.Quote(brief(z.s.source, 60))))
	}
	if found[2*n] < 0 {
		return ""
	}
	return z.text[found[2*n]:found[2*n+1]]
}

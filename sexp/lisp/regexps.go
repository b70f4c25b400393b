package lisp

import (
	"strings"

	"pp/sexp"
)

// regexpPackage is what the names of these functions begin with.
const regexpPackage = "CL-PPCRE:"

func regexpBuiltins() []builtin {
	table := []builtin{
		{"SCAN", 2, -1, scan},
		{"SCAN-TO-STRINGS", 2, -1, scanToStrings},
		{"ALL-MATCHES", 2, -1, allMatches(false)},
		{"ALL-MATCHES-AS-STRINGS", 2, -1, allMatches(true)},
		{"COUNT-MATCHES", 2, -1, countMatches},
		{"SPLIT", 2, -1, split},
		{"REGEX-REPLACE", 3, -1, regexReplace(false)},
		{"REGEX-REPLACE-ALL", 3, -1, regexReplace(true)},
		{"CREATE-SCANNER", 1, -1, createScanner},
		{"QUOTE-META-CHARS", 1, 1, quoteMetaChars},
	}
	for i := range table {
		table[i].name = regexpPackage + table[i].name
	}
	return table
}

func createScanner(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args[1:], argCaseInsensitive|argMultiLine|argSingleLine|argExtended)
	if err != nil {
		return nil, err
	}
	if s, ok := args[0].(*Scanner); ok && len(args) == 1 {
		return s, nil
	}
	str, ok := args[0].(*Str)
	if !ok {
		return nil, wrongType(args[0], "STRING")
	}
	return compileScanner(m, str.text, flags{
		fold: g.get(argCaseInsensitive) != nil, lines: g.get(argMultiLine) != nil,
		all: g.get(argSingleLine) != nil, extended: g.get(argExtended) != nil,
	})
}

// scanned is an expression and the text that it is to be found in.
type scanned struct {
	*subject
	g     options
	runes []rune // of the whole string, for cutting by characters
	end   int
}

// newScanned reads an expression, a text and keywords, of which more are taken than those for
// the span.
func newScanned(m *machine, args []Value, more keyword) (*scanned, error) {
	s, err := scanner(m, args[0])
	if err != nil {
		return nil, err
	}
	str, ok := args[1].(*Str)
	if !ok {
		return nil, wrongType(args[1], "STRING")
	}
	g, err := readOptions(m, args[2:], argsSpan|more)
	if err != nil {
		return nil, err
	}
	text, at, err := stringSpan(m, str, g, argStart, argEnd)
	if err != nil {
		return nil, err
	}
	x, err := newSubject(m, s, text, at.start)
	if err != nil {
		return nil, err
	}
	z := &scanned{subject: x, g: g}
	if !x.ascii || len(text) != len(str.text) {
		if err := m.room(4 * len(str.text)); err != nil {
			return nil, err
		}
		z.runes = []rune(str.text)
		z.end = len(z.runes)
	} else {
		z.end = len(text)
	}
	if at.end >= 0 {
		z.end = at.end
	}
	return z, nil
}

// cut is the text between two positions.
func (z *scanned) cut(from, to int) string {
	if z.runes == nil {
		return z.text[from:to]
	}
	return string(z.runes[from:to])
}

// piece is a part of the text as a value; NIL for a register that did not match.
func (z *scanned) piece(from, to int) (Value, error) {
	if from < 0 {
		return nil, nil
	}
	return strOf(z.m, z.cut(from, to))
}

// positions are the starts, or the ends, of the registers.
func (z *scanned) positions(found match, end int) (Value, error) {
	items := make([]Value, 0, len(found)/2-1)
	for i := 2; i < len(found); i += 2 {
		var v Value
		if found[i] >= 0 {
			v = sexp.Int(found[i+end])
		}
		items = append(items, v)
	}
	return buildSequence(z.m, vectorKind, items)
}

// registers are the texts of the registers.
func (z *scanned) registers(found match) ([]Value, error) {
	var all []Value
	for i := 2; i < len(found); i += 2 {
		v, err := z.piece(found[i], found[i+1])
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

func scan(m *machine, args []Value) (Value, error) {
	z, err := newScanned(m, args, 0)
	if err != nil {
		return nil, err
	}
	found, err := z.next()
	if found == nil || err != nil {
		return nil, err
	}
	starts, err := z.positions(found, 0)
	if err != nil {
		return nil, err
	}
	ends, err := z.positions(found, 1)
	return m.valuesOr(err, sexp.Int(found[0]), sexp.Int(found[1]), starts, ends)
}

func scanToStrings(m *machine, args []Value) (Value, error) {
	z, err := newScanned(m, args, argShared)
	if err != nil {
		return nil, err
	}
	found, err := z.next()
	if found == nil || err != nil {
		return nil, err
	}
	all, err := z.piece(found[0], found[1])
	if err != nil {
		return nil, err
	}
	items, err := z.registers(found)
	if err != nil {
		return nil, err
	}
	registers, err := buildSequence(m, vectorKind, items)
	return m.valuesOr(err, all, registers)
}

// each calls a function on every match.
func (z *scanned) each(do func(found match) error) error {
	for {
		found, err := z.next()
		if found == nil || err != nil {
			return err
		}
		if err := do(found); err != nil {
			return err
		}
	}
}

func allMatches(texts bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		z, err := newScanned(m, args, argShared)
		if err != nil {
			return nil, err
		}
		l := listMaker{m: m}
		err = z.each(func(found match) error {
			if texts {
				v, err := z.piece(found[0], found[1])
				if err != nil {
					return err
				}
				return l.add(v)
			}
			if err := l.add(sexp.Int(found[0])); err != nil {
				return err
			}
			return l.add(sexp.Int(found[1]))
		})
		return l.done(nil), err
	}
}

func countMatches(m *machine, args []Value) (Value, error) {
	z, err := newScanned(m, args, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	err = z.each(func(match) error { n++; return nil })
	return sexp.Int(n), err
}

// split gives what is between matches, and the registers when asked for. Without a limit what
// is empty at the end is left out.
func split(m *machine, args []Value) (Value, error) {
	z, err := newScanned(m, args, argLimit|argWithRegisters|argOmitUnmatched|argShared)
	if err != nil {
		return nil, err
	}
	limit := 0
	if v := z.g.get(argLimit); v != nil {
		n, ok := v.(sexp.Int)
		if !ok {
			return nil, wrongType(v, "INTEGER")
		}
		limit = int(n)
	}
	cuts, err := z.cuts(limit)
	if err != nil {
		return nil, err
	}
	if limit == 0 {
		n := len(cuts)
		for n > 0 && cuts[n-1] <= cuts[n-2] {
			n -= 2
		}
		cuts = cuts[:n]
	}
	l := listMaker{m: m}
	for i := 0; i < len(cuts); i += 2 {
		v, err := z.piece(cuts[i], cuts[i+1])
		if err != nil {
			return nil, err
		}
		if err := l.add(v); err != nil {
			return nil, err
		}
	}
	return l.done(nil), nil
}

// cuts gives pairs of positions between which the parts stand, -1 twice for a register that
// did not match.
func (z *scanned) cuts(limit int) ([]int, error) {
	cuts := []int{z.start}
	parts := 0
	for {
		found, err := z.next()
		if err != nil {
			return nil, err
		}
		if found == nil {
			break
		}
		if found[0] == found[1] && found[0] == cuts[len(cuts)-1] {
			continue
		}
		if parts++; limit > 0 && parts >= limit {
			break
		}
		cuts = append(cuts, found[0])
		if z.g.get(argWithRegisters) != nil {
			for i := 2; i < len(found); i += 2 {
				if found[i] >= 0 || z.g.get(argOmitUnmatched) == nil {
					cuts = append(cuts, found[i], found[i+1])
				}
			}
		}
		cuts = append(cuts, found[1])
	}
	return append(cuts, z.end), z.m.room(8 * len(cuts))
}

func quoteMetaChars(m *machine, args []Value) (Value, error) {
	s, ok := args[0].(*Str)
	if !ok {
		return nil, wrongType(args[0], "STRING")
	}
	var b strings.Builder
	quoted := false
	for _, c := range s.text {
		if c >= 128 || c != '_' && !isAlphanumeric(c) {
			b.WriteByte('\\')
			quoted = true
		}
		b.WriteRune(c)
	}
	v, err := strOf(m, b.String())
	return m.valuesOr(err, v, truth(quoted))
}

package lisp

import (
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// twoParts reads the arguments of a function that compares spans of two sequences.
func twoParts(m *machine, args []Value) (x matcher, g options, parts [2][]Value, at [2]span) {
	g = readOptions(m, args[2:], argsTest|argsSpans|argFromEnd)
	x = newMatcher(m, nil, g)
	for i, keys := range [2][2]keyword{{argStart1, argEnd1}, {argStart2, argEnd2}} {
		at[i] = g.span(keys[0], keys[1])
		parts[i] = copySpan(m, args[i], at[i])
	}
	return
}

// agree compares an element of one part with one of the other.
func (x *matcher) agree(v, w Value) bool {
	x.m.work(1)
	v = x.keyed(v)
	w = x.keyed(w)
	return x.same(v, w)
}

// search gives the position of the first sequence in the second.
func search(m *machine, args []Value) Value {
	part, ok := args[0].(*Str)
	text, too := args[1].(*Str)
	if ok && too {
		if fold, plain := textTest(args[2:]); plain {
			return searchText(m, part.text, text.text, fold)
		}
	}
	x, g, parts, at := twoParts(m, args)
	last := len(parts[1]) - len(parts[0])
	for i := range last + 1 {
		if g.get(argFromEnd) != nil {
			i = last - i
		}
		found := true
		for k := 0; k < len(parts[0]) && found; k++ {
			found = x.agree(parts[0][k], parts[1][i+k])
		}
		if found {
			return sexp.Int(at[1].start + i)
		}
	}
	return nil
}

// textTest reports whether keywords say no more than a test of characters that text can be
// compared with at once, and whether that one disregards case.
func textTest(args []Value) (fold, plain bool) {
	if len(args) == 0 {
		return false, true
	}
	if len(args) != 2 || keywordOf(args[0], argTest) == 0 {
		return false, false
	}
	name, ok := symName(args[1])
	if f, is := args[1].(*Function); is && f.builtin != nil {
		name, ok = f.builtin.name, true
	}
	switch name {
	case "CHAR=", "EQL", "EQUAL":
		return false, ok
	case "CHAR-EQUAL":
		return true, ok
	}
	return false, false
}

// searchText gives the position of a text in another.
func searchText(m *machine, part, text string, fold bool) Value {
	m.work(1 + len(text)/64)
	if fold {
		m.work((len(part) + len(text)) / 8)
		part, text = downcase(part), downcase(text)
	}
	at := strings.Index(text, part)
	if at < 0 {
		return nil
	}
	return sexp.Int(utf8.RuneCountInString(text[:at]))
}

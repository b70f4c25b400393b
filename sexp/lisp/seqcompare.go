package lisp

import (
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// twoParts reads the arguments of a function that compares spans of two sequences.
func twoParts(m *machine, args []Value) (x matcher, g options, parts [2][]Value, at [2]span, err error) {
	if g, err = readOptions(m, args[2:], argsTest|argsSpans|argFromEnd); err != nil {
		return
	}
	if x, err = newMatcher(m, nil, g); err != nil {
		return
	}
	for i, keys := range [2][2]keyword{{argStart1, argEnd1}, {argStart2, argEnd2}} {
		if at[i], err = g.span(keys[0], keys[1]); err != nil {
			return
		}
		if parts[i], err = copySpan(m, args[i], at[i]); err != nil {
			return
		}
	}
	return
}

// agree compares an element of one part with one of the other.
func (x *matcher) agree(v, w Value) (bool, error) {
	if err := x.m.work(1); err != nil {
		return false, err
	}
	v, err := x.keyed(v)
	if err != nil {
		return false, err
	}
	if w, err = x.keyed(w); err != nil {
		return false, err
	}
	return x.same(v, w)
}

// search gives the position of the first sequence in the second.
func search(m *machine, args []Value) (Value, error) {
	part, ok := args[0].(*Str)
	text, too := args[1].(*Str)
	if ok && too {
		if fold, plain := textTest(args[2:]); plain {
			return searchText(m, part.text, text.text, fold)
		}
	}
	x, g, parts, at, err := twoParts(m, args)
	if err != nil {
		return nil, err
	}
	last := len(parts[1]) - len(parts[0])
	for i := range last + 1 {
		if g.get(argFromEnd) != nil {
			i = last - i
		}
		found := true
		for k := 0; k < len(parts[0]) && found; k++ {
			if found, err = x.agree(parts[0][k], parts[1][i+k]); err != nil {
				return nil, err
			}
		}
		if found {
			return sexp.Int(at[1].start + i), nil
		}
	}
	return nil, nil
}

// mismatch gives the first position at which two sequences differ; from the end, the one
// after the last.
func mismatch(m *machine, args []Value) (Value, error) {
	x, g, parts, at, err := twoParts(m, args)
	if err != nil {
		return nil, err
	}
	a, b, back := parts[0], parts[1], g.get(argFromEnd) != nil
	for i := 0; ; i++ {
		position := i
		if back {
			position = len(a) - i
		}
		if i == len(a) || i == len(b) {
			if len(a) == len(b) {
				return nil, nil
			}
			return sexp.Int(at[0].start + position), nil
		}
		v, w := a[i], b[i]
		if back {
			v, w = a[len(a)-1-i], b[len(b)-1-i]
		}
		if same, err := x.agree(v, w); err != nil {
			return nil, err
		} else if !same {
			return sexp.Int(at[0].start + position), nil
		}
	}
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
	case "CHAR-EQUAL", "EQUALP":
		return true, ok
	}
	return false, false
}

// searchText gives the position of a text in another.
func searchText(m *machine, part, text string, fold bool) (Value, error) {
	if err := m.work(1 + len(text)/64); err != nil {
		return nil, err
	}
	if fold {
		if err := m.work((len(part) + len(text)) / 8); err != nil {
			return nil, err
		}
		part, text = downcase(part), downcase(text)
	}
	at := strings.Index(text, part)
	if at < 0 {
		return nil, nil
	}
	return sexp.Int(utf8.RuneCountInString(text[:at])), nil
}

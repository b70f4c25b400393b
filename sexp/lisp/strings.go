package lisp

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

func stringBuiltins() []builtin {
	table := []builtin{
		{"STRING", 1, 1, func(m *machine, args []Value) Value {
			if s, ok := args[0].(*Str); ok {
				return s
			}
			return strOf(m, stringOf(m, args[0]))
		}},
		{"STRING-TRIM", 2, 2, trimmed(strings.TrimFunc)},
		{"STRING-LEFT-TRIM", 2, 2, trimmed(strings.TrimLeftFunc)},
		{"STRING-RIGHT-TRIM", 2, 2, trimmed(strings.TrimRightFunc)},
	}
	for _, c := range orders {
		table = append(table,
			builtin{"STRING" + c.sign, 2, -1, stringsCompared(c, false)},
			builtin{"STRING" + c.folded, 2, -1, stringsCompared(c, true)})
	}
	for name, recase := range map[string]func(string) string{
		"UPCASE": upcase, "DOWNCASE": downcase, "CAPITALIZE": capitalize,
	} {
		table = append(table, builtin{"STRING-" + name, 1, -1, recased(recase)})
	}
	return table
}

// order is a relation by which strings and characters are compared: the end of its name, the
// one that disregards case has, and whether it holds.
type order struct {
	sign, folded string
	holds        func(c int) bool
}

var orders = []order{
	{"=", "-EQUAL", func(c int) bool { return c == 0 }},
	{"/=", "-NOT-EQUAL", func(c int) bool { return c != 0 }},
	{"<", "-LESSP", func(c int) bool { return c < 0 }},
	{">", "-GREATERP", func(c int) bool { return c > 0 }},
	{"<=", "-NOT-GREATERP", func(c int) bool { return c <= 0 }},
	{">=", "-NOT-LESSP", func(c int) bool { return c >= 0 }},
}

// stringOf is the text that a string, a symbol or a character names.
func stringOf(m *machine, v Value) string {
	switch v := v.(type) {
	case *Str:
		m.work(len(v.text) / 64)
		return v.text
	case sexp.Char:
		return textOf([]Value{v})
	}
	if name, ok := symName(v); ok {
		return name
	}
	panic(wrongAs("TYPE-ERROR", "%s is not a string, symbol or character", show(v)))
}

// stringSpan is the part of such a text that keywords say.
func stringSpan(m *machine, v Value, g options, start, end keyword) (string, span) {
	s := g.span(start, end)
	text := stringOf(m, v)
	text = textSpan(m, &Str{text: text}, s)
	return text, s
}

// stringsCompared gives T or NIL for = and its like, and for the others where they differ.
func stringsCompared(o order, fold bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		if a, ok := args[0].(*Str); ok && o.sign == "=" && len(args) == 2 && !fold {
			if b, ok := args[1].(*Str); ok {
				m.work(1 + min(len(a.text), len(b.text))/64)
				return truth(a.text == b.text)
			}
		}
		g := readOptions(m, args[2:], argsSpans)
		a, at := stringSpan(m, args[0], g, argStart1, argEnd1)
		b, _ := stringSpan(m, args[1], g, argStart2, argEnd2)
		m.work(min(len(a), len(b)) / 16)
		i, c := compareText(a, b, fold)
		switch {
		case !o.holds(c):
			return nil
		case o.sign == "=":
			return symT
		}
		return sexp.Int(at.start + i)
	}
}

// compareText gives the position of the first character in which two texts differ, and how
// they stand to each other.
func compareText(a, b string, fold bool) (i, c int) {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, k := utf8.DecodeRuneInString(b)
		if fold {
			x, y = foldCase(x), foldCase(y)
		}
		if x != y {
			return i, cmp.Compare(x, y)
		}
		a, b = a[n:], b[k:]
		i++
	}
	return i, cmp.Compare(len(a), len(b))
}

func upcase(s string) string { return strings.Map(sexp.Upcase, s) }

func downcase(s string) string { return strings.Map(sexp.Downcase, s) }

// capitalize begins each run of letters and digits with a capital.
func capitalize(s string) string {
	inside := false
	return strings.Map(func(c rune) rune {
		before := inside
		inside = isAlphanumeric(c)
		if inside && !before {
			return sexp.Upcase(c)
		}
		return sexp.Downcase(c)
	}, s)
}

// recased gives a text with the case changed in the span that keywords say.
func recased(recase func(string) string) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		part, at := stringSpan(m, args[0], readOptions(m, args[1:], argsSpan), argStart, argEnd)
		m.work(len(part) / 8)
		text := stringOf(m, args[0])
		from, _ := charOffset(m, &Str{text: text}, at.start)
		return strOf(m, text[:from]+recase(part)+text[from+len(part):])
	}
}

// trimmed takes characters of a bag, which is any sequence, off the ends of a text.
func trimmed(trim func(string, func(rune) bool) string) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		bag := map[rune]bool{}
		w := newWalk(m, args[0], whole)
		for w.more() {
			if c, ok := w.v.(sexp.Char); ok {
				bag[rune(c)] = true
			}
		}
		text := stringOf(m, args[1])
		m.work(len(text) / 8)
		return strOf(m, trim(text, func(c rune) bool { return bag[c] }))
	}
}

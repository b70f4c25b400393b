package lisp

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
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
		{"STRING-UPCASE", 1, -1, recased(upcase)}, {"STRING-DOWNCASE", 1, -1, recased(downcase)},
		{"STRING-CAPITALIZE", 1, -1, recased(capitalize)},
	}
	for _, o := range orders {
		table = append(table,
			builtin{"STRING" + o.sign, 2, -1, stringsCompared(o, false)},
			builtin{"STRING" + o.folded, 2, -1, stringsCompared(o, true)})
	}
	return table
}

// order is a relation by which strings and characters are compared: the end of its name, that of the one that
// disregards case, and whether it holds.
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

func strArg(m *machine, v Value) *Str { return asType[*Str](m, v, "STRING") }

// strOf makes a string, counted.
func strOf(m *machine, s string) Value {
	m.room(len(s) + 2*slotBytes)
	m.work(len(s) / 64)
	return &Str{text: s}
}

// designatedName returns the text of a string or the name of a symbol.
func designatedName(v Value) (string, bool) {
	if s, ok := v.(*Str); ok {
		return s.text, true
	}
	return symName(v)
}

// stringOf returns the text that a string, a symbol or a character names.
func stringOf(m *machine, v Value) string {
	if isA[sexp.Char](v) {
		return textOf(m, []Value{v})
	}
	name, ok := designatedName(v)
	if !ok {
		panic(m.wrongAs("TYPE-ERROR", "%s is not a string, symbol or character", show(v)))
	}
	m.work(len(name) / 64)
	return name
}

// stringSpan returns the part of such a text that keywords say.
func stringSpan(m *machine, v Value, g options, suffix string) (string, span) {
	s := g.span(m, suffix)
	return textSpan(m, stringOf(m, v), s), s
}

// stringsCompared returns T or NIL for = and its like, and for the others where they differ.
func stringsCompared(o order, fold bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		g := readOptions(m, args[2:], keysSpans)
		a, at := stringSpan(m, args[0], g, "1")
		b, _ := stringSpan(m, args[1], g, "2")
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

// compareText returns the position of the first character in which two texts differ, and how they compare.
func compareText(a, b string, fold bool) (i, c int) {
	for a != "" && b != "" {
		x, n := utf8.DecodeRuneInString(a)
		y, k := utf8.DecodeRuneInString(b)
		if fold {
			x, y = sexp.Downcase(x), sexp.Downcase(y)
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

// recased returns a text with the case changed in the span that keywords say.
func recased(recase func(string) string) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		part, at := stringSpan(m, args[0], readOptions(m, args[1:], keysSpan), "")
		m.work(len(part) / 8)
		text := stringOf(m, args[0])
		from, _ := charOffset(m, text, at.start)
		return strOf(m, text[:from]+recase(part)+text[from+len(part):])
	}
}

// trimmed takes characters of a bag, which is any sequence, off the ends of a text.
func trimmed(trim func(string, func(rune) bool) string) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		bag := map[rune]bool{}
		for w := newWalk(m, args[0], whole); w.more(); {
			if c, ok := w.v.(sexp.Char); ok {
				bag[rune(c)] = true
			}
		}
		text := stringOf(m, args[1])
		m.work(len(text) / 8)
		return strOf(m, trim(text, func(c rune) bool { return bag[c] }))
	}
}

func charBuiltins() []builtin {
	table := []builtin{
		{"CHAR-CODE", 1, 1, ofChar(func(c rune) Value { return sexp.Int(c) })},
		{"CODE-CHAR", 1, 1, func(m *machine, args []Value) Value {
			n := index(m, args[0])
			if n > unicode.MaxRune {
				panic(m.wrongType(args[0], "(MOD 1114112)"))
			}
			return sexp.Char(n)
		}},
		{"CHAR-UPCASE", 1, 1, ofChar(func(c rune) Value { return sexp.Char(sexp.Upcase(c)) })},
		{"CHAR-DOWNCASE", 1, 1, ofChar(func(c rune) Value { return sexp.Char(sexp.Downcase(c)) })},
		{"ALPHA-CHAR-P", 1, 1, ofChar(func(c rune) Value { return truth(unicode.IsLetter(c)) })},
		{"ALPHANUMERICP", 1, 1, ofChar(func(c rune) Value { return truth(isAlphanumeric(c)) })},
		{"UPPER-CASE-P", 1, 1, ofChar(func(c rune) Value { return truth(sexp.Downcase(c) != c) })},
		{"LOWER-CASE-P", 1, 1, ofChar(func(c rune) Value { return truth(sexp.Upcase(c) != c) })},
		{"DIGIT-CHAR-P", 1, 2, func(m *machine, args []Value) Value {
			if d := sexp.Digit(charOf(m, args[0]), radix(m, args[1:])); d >= 0 {
				return sexp.Int(d)
			}
			return nil
		}},
		{"DIGIT-CHAR", 1, 2, func(m *machine, args []Value) Value {
			base, n := radix(m, args[1:]), index(m, args[0])
			if n >= base {
				return nil
			}
			return sexp.Char(strings.ToUpper(strconv.FormatInt(int64(n), base))[0])
		}},
	}
	for _, o := range orders {
		table = append(table, builtin{"CHAR" + o.sign, 1, -1, charsCompared(o, false)},
			builtin{"CHAR" + o.folded, 1, -1, charsCompared(o, true)})
	}
	return table
}

func charOf(m *machine, v Value) rune { return rune(asType[sexp.Char](m, v, "CHARACTER")) }

func ofChar(do func(c rune) Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value { return do(charOf(m, args[0])) }
}

func isAlphanumeric(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// charsCompared tells whether each character stands so to the next; for /= to any other.
func charsCompared(o order, fold bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		chars := make([]rune, len(args))
		for i, v := range args {
			if chars[i] = charOf(m, v); fold {
				chars[i] = sexp.Downcase(chars[i])
			}
		}
		for i := range chars {
			from := max(i-1, 0)
			if o.sign == "/=" {
				from = 0
			}
			m.work(i - from)
			for _, c := range chars[from:i] {
				if !o.holds(cmp.Compare(c, chars[i])) {
					return nil
				}
			}
		}
		return symT
	}
}

// radix reads a radix, 10 unless it is given.
func radix(m *machine, args []Value) int {
	if len(args) == 0 {
		return 10
	}
	n := index(m, args[0])
	if n < 2 || n > 36 {
		panic(m.wrongType(args[0], "(INTEGER 2 36)"))
	}
	return n
}

func symbolBuiltins() []builtin {
	return []builtin{
		{"SYMBOL-NAME", 1, 1, func(m *machine, args []Value) Value {
			name, ok := symName(args[0])
			if !ok {
				panic(m.wrongType(args[0], "SYMBOL"))
			}
			return strOf(m, name)
		}},
		{"INTERN", 1, 2, intern},
		{"MAKE-SYMBOL", 1, 1, func(m *machine, args []Value) Value { return &Gensym{strArg(m, args[0]).text} }},
		{"GENSYM", 0, 1, func(m *machine, args []Value) Value {
			prefix := "G"
			if len(args) == 1 {
				prefix = strArg(m, args[0]).text
			}
			m.room(headerBytes + len(prefix))
			m.gensyms++
			return &Gensym{prefix + strconv.Itoa(m.gensyms)}
		}},
	}
}

// intern returns the symbol of a name, in package KEYWORD or in the one that code stands in. There is no other.
func intern(m *machine, args []Value) Value {
	s := strArg(m, args[0])
	m.room(len(s.text))
	if len(args) == 1 {
		return sym(s.text)
	}
	if name := stringOf(m, args[1]); name != "KEYWORD" {
		panic(m.wrong("symbols are interned in package KEYWORD alone, not in %s", name))
	}
	return kw(s.text)
}

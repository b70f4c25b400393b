package lisp

import (
	"strconv"
	"strings"
)

// filling is a part of what stands for a match: text, a register from 0 or what comes before,
// is or comes after the match.
type filling struct {
	text     string
	kind     fillingKind
	register int
}

type fillingKind uint8

const (
	fillText fillingKind = iota
	fillRegister
	fillMatch
	fillBefore
	fillAfter
)

// fillings reads the text that stands for a match, with \1, \{1}, \&, \` and \'.
func fillings(text string) (all []filling) {
	for text != "" {
		at := strings.IndexByte(text, '\\')
		if at < 0 || at+1 == len(text) {
			return append(all, filling{text: text})
		}
		f, size := escapedFilling(text[at+1:])
		if size == 0 { // a backslash that means nothing else
			f, size = filling{text: `\`}, 0
		}
		if f.kind == fillRegister && f.register < 0 {
			panic(wrong(`the registers of %s are counted from \1`, strconv.Quote(text)))
		}
		if at > 0 {
			all = append(all, filling{text: text[:at]})
		}
		all = append(all, f)
		text = text[at+1+size:]
	}
	return all
}

// escapedFilling reads what stands after a backslash; a size of 0 says that it is nothing.
func escapedFilling(s string) (filling, int) {
	switch s[0] {
	case '\\':
		return filling{text: `\`}, 1
	case '&':
		return filling{kind: fillMatch}, 1
	case '`':
		return filling{kind: fillBefore}, 1
	case '\'':
		return filling{kind: fillAfter}, 1
	}
	digits, around := s, 0
	if inside, _, ok := strings.Cut(s, "}"); ok && s[0] == '{' && isDigits(inside[1:]) {
		digits, around = inside[1:], 2
	}
	n := 0
	for n < len(digits) && '0' <= digits[n] && digits[n] <= '9' {
		n++
	}
	if n == 0 {
		return filling{}, 0
	}
	register, err := strconv.Atoi(digits[:n])
	if err != nil {
		register = 1 << 30
	}
	return filling{kind: fillRegister, register: register - 1}, n + around
}

// regexReplace replaces the first match, or all, and tells whether there was one.
func regexReplace(every bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		z := newScanned(m, append([]Value{args[0], args[1]}, args[3:]...), 0)
		text, ok := args[2].(*Str)
		if !ok {
			panic(wrong("only text can stand for a match here, not %s", show(args[2])))
		}
		fillings := fillings(text.text)
		var b strings.Builder
		at, any := z.start, false
		for found := z.next(); found != nil; found = z.next() {
			b.WriteString(z.cut(at, found[0]))
			z.fill(&b, fillings, found)
			if at, any = found[1], true; !every {
				break
			}
		}
		b.WriteString(z.cut(at, z.end))
		return m.values(strOf(m, b.String()), truth(any))
	}
}

// fill writes what stands for a match.
func (z *scanned) fill(b *strings.Builder, fillings []filling, found match) {
	for _, f := range fillings {
		text := f.text
		switch f.kind {
		case fillText:
		case fillRegister:
			i := 2 * (f.register + 1)
			if i < 2 || i >= len(found) {
				panic(wrong("there is no register %d in %s", f.register+1, strconv.Quote(z.s.source)))
			}
			if found[i] >= 0 {
				text = z.cut(found[i], found[i+1])
			}
		case fillMatch:
			text = z.cut(found[0], found[1])
		case fillBefore:
			text = z.cut(z.start, found[0])
		case fillAfter:
			text = z.cut(found[1], z.end)
		}
		z.m.room(4 * len(text))
		z.m.work(1 + len(text)/64)
		b.WriteString(text)
	}
}

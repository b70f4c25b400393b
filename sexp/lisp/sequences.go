package lisp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

func sequenceBuiltins() []builtin {
	return []builtin{
		{"LENGTH", 1, 1, func(m *machine, args []Value) Value { return sexp.Int(length(m, args[0])) }},
		{"ELT", 2, 2, func(m *machine, args []Value) Value { return eltOf(m, args[0], args[1]) }},
		{"COPY-SEQ", 1, 1, func(m *machine, args []Value) Value { return subsequence(m, args[0], whole) }},
		{"SUBSEQ", 2, 3, subseq},
		{"REVERSE", 1, 1, reverse}, {"NREVERSE", 1, 1, reverse},
		{"CONCATENATE", 1, -1, concatenate},
		{"SEARCH", 2, -1, search},
	}
}

// eltOf is an element of a sequence.
func eltOf(m *machine, seq, position Value) Value { return elt(m, seq, index(position)) }

func elt(m *machine, seq Value, i int) Value {
	switch v := seq.(type) {
	case *Vector:
		if i < len(v.items) {
			return v.items[i]
		}
		panic(noElement(i, seq))
	case *Str:
		return sexp.Char(charAt(m, v, i))
	}
	w := newWalk(m, seq, whole)
	for w.more() {
		if w.i == i {
			return w.v
		}
	}
	panic(noElement(i, seq))
}

func noElement(i int, seq Value) error {
	return wrongAs("TYPE-ERROR", "there is no element %d in %s", i, show(seq))
}

// charOffset is where the i-th character of a string starts; false when it is not that long.
func charOffset(m *machine, s *Str, i int) (int, bool) {
	m.work(1 + min(i, len(s.text))/24)
	at, text := 0, s.text
	for ; i > 0 && at < len(text); i-- {
		switch c := text[at]; {
		case c < utf8.RuneSelf:
			at++
		case c >= 0xC2 && c < 0xE0 && follow(text[at:], 2): // what is common
			at += 2
		case c > 0xE0 && c < 0xF0 && c != 0xED && follow(text[at:], 3):
			at += 3
		case c == 0xF0 && follow(text[at:], 4) && text[at+1] >= 0x90:
			at += 4
		default:
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
	}
	return at, i == 0
}

// follow reports whether what follows the first of n bytes, two to four, goes on with a character.
func follow(text string, n int) bool {
	return len(text) >= n && text[1]&0xC0 == 0x80 && text[n-1]&0xC0 == 0x80 && text[n/2]&0xC0 == 0x80
}

func charAt(m *machine, s *Str, i int) rune {
	at, ok := charOffset(m, s, i)
	if !ok || at == len(s.text) {
		panic(noElement(i, s))
	}
	c, _ := utf8.DecodeRuneInString(s.text[at:])
	return c
}

// setAt changes an element of a list, a vector or a string.
func setAt(m *machine, seq, position, v Value) {
	i := index(position)
	if vec, ok := seq.(*Vector); ok && !vec.frozen && i < len(vec.items) {
		vec.items[i] = v
		return
	}
	if s, ok := seq.(*Str); ok {
		if i >= countRunes(m, s.text) {
			panic(noElement(i, seq))
		}
	}
	overwrite(m, seq, i, []Value{v})
}

// overwrite changes the elements of a sequence from a position on.
func overwrite(m *machine, seq Value, start int, items []Value) {
	m.work(len(items))
	switch v := seq.(type) {
	case *Vector:
		checkFrozen(v.frozen, v)
		if start+len(items) > len(v.items) {
			panic(noElement(start+len(items)-1, seq))
		}
		copy(v.items[start:], items)
		return
	case *Str:
		overwriteText(m, v, start, items)
		return
	}
	rest := nthcdr(m, sexp.Int(start), seq)
	for i, item := range items {
		c, ok := rest.(*Cons)
		if !ok {
			panic(noElement(start+i, seq))
		}
		checkFrozen(c.frozen, seq)
		c.Car, rest = item, c.Cdr
	}
}

func overwriteText(m *machine, s *Str, start int, items []Value) {
	checkFrozen(s.frozen, s)
	text := textOf(items)
	from, ok := charOffset(m, s, start)
	tail := &Str{text: s.text[from:]}
	to, enough := charOffset(m, tail, len(items))
	if !ok || !enough {
		panic(noElement(start+len(items)-1, s))
	}
	m.room(len(s.text))
	s.text = s.text[:from] + text + tail.text[to:]
	m.work(len(s.text) / 64)
}

// subsequence copies a span of a sequence.
func subsequence(m *machine, seq Value, s span) Value {
	if str, ok := seq.(*Str); ok {
		return strOf(m, textSpan(m, str, s))
	}
	items := copySpan(m, seq, s)
	return buildSequence(m, kindOf(seq), items)
}

// textSpan is the text of a span of a string.
func textSpan(m *machine, s *Str, at span) string {
	if at == whole {
		return s.text
	}
	from, ok := charOffset(m, s, at.start)
	rest := &Str{text: s.text[from:]}
	if ok && at.end < 0 {
		return rest.text
	}
	to, enough := charOffset(m, rest, at.end-at.start)
	if !ok || !enough {
		panic(wrongAs("TYPE-ERROR", "%d to %d is not within %s", at.start, at.end, show(s)))
	}
	return rest.text[:to]
}

func subseq(m *machine, args []Value) Value {
	var end Value
	if len(args) == 3 {
		end = args[2]
	}
	return subsequence(m, args[0], spanOf(args[1], end))
}

func reverse(m *machine, args []Value) Value {
	items := elements(m, args[0])
	slices.Reverse(items)
	return buildSequence(m, kindOf(args[0]), items)
}

func concatenate(m *machine, args []Value) Value {
	kind := resultType(args[0])
	if all, ok := texts(args[1:]); ok && kind == stringKind {
		return joined(m, all)
	}
	var all []Value
	for _, v := range args[1:] {
		all = append(all, elements(m, v)...)
	}
	return buildSequence(m, kind, all)
}

// texts are the texts of values that are all strings.
func texts(args []Value) (all []string, ok bool) {
	for _, v := range args {
		s, ok := v.(*Str)
		if !ok {
			return nil, false
		}
		all = append(all, s.text)
	}
	return all, true
}

// joined is one string of many, counted before it is made.
func joined(m *machine, all []string) Value {
	n := 0
	for _, text := range all {
		n += len(text)
	}
	m.room(n + slotBytes)
	m.work((len(all) + n) / 64)
	return &Str{text: strings.Join(all, "")}
}

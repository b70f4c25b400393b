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
		{"ELT", 2, 2, func(m *machine, args []Value) Value { return elt(m, args[0], index(m, args[1])) }},
		{"AREF", 2, 2, aref},
		{"CHAR", 2, 2, func(m *machine, args []Value) Value { strArg(m, args[0]); return aref(m, args) }},
		{"VECTOR", 0, -1, func(m *machine, args []Value) Value { return buildSequence(m, "VECTOR", args) }},
		{"MAKE-STRING", 1, -1, makeString},
		{"COPY-SEQ", 1, 1, func(m *machine, args []Value) Value { return subsequence(m, args[0], whole) }},
		{"SUBSEQ", 2, 3, func(m *machine, args []Value) Value {
			return subsequence(m, args[0], spanOf(m, args[1], append(args, nil)[2]))
		}},
		{"REVERSE", 1, 1, reverse}, {"NREVERSE", 1, 1, reverse},
		{"CONCATENATE", 1, -1, concatenate},
		{"SOME", 2, -1, func(m *machine, args []Value) Value {
			return until(m, args, func(v Value) bool { return v != nil }, nil)
		}},
		{"EVERY", 2, -1, func(m *machine, args []Value) Value {
			return until(m, args, func(v Value) bool { return v == nil }, symT)
		}},
		{"SORT", 2, 4, sorted}, {"STABLE-SORT", 2, 4, sorted},
	}
}

// buildSequence makes a new sequence of a kind.
func buildSequence(m *machine, kind string, items []Value) Value {
	switch kind {
	case "VECTOR":
		m.room(headerBytes + slotBytes*len(items))
		m.work(len(items) / 8)
		return &Vector{items: append([]Value(nil), items...)}
	case "STRING":
		return strOf(m, textOf(m, items))
	}
	return listFrom(m, items)
}

// sequenceType returns the kind of sequences that a type names.
func sequenceType(spec Value) string {
	switch name, _ := symName(spec); name {
	case "LIST":
		return "LIST"
	case "VECTOR", "SIMPLE-VECTOR":
		return "VECTOR"
	case "STRING", "SIMPLE-STRING":
		return "STRING"
	}
	return ""
}

// textOf makes text of characters. Half a surrogate pair cannot stand in text here.
func textOf(m *machine, items []Value) string {
	var b strings.Builder
	for _, v := range items {
		c := asType[sexp.Char](m, v, "CHARACTER")
		if !utf8.ValidRune(rune(c)) {
			panic(m.wrong("the surrogate %s cannot stand in a string here", show(v)))
		}
		b.WriteRune(rune(c))
	}
	return b.String()
}

// listMaker makes a list from its first element to its last.
type listMaker struct {
	m          *machine
	head, tail *Cons
}

func (l *listMaker) add(v Value) {
	c := cons(l.m, v, nil)
	if l.head == nil {
		l.head = c
	} else {
		l.tail.Cdr = c
	}
	l.tail = c
	l.m.work(1)
}

// done returns the list, ending in a tail.
func (l *listMaker) done(tail Value) Value {
	if l.head == nil {
		return tail
	}
	l.tail.Cdr = tail
	return l.head
}

func aref(m *machine, args []Value) Value {
	vectorArg(m, args[0])
	return elt(m, args[0], index(m, args[1]))
}

func vectorArg(m *machine, v Value) {
	if !isVector(v) {
		panic(m.wrongType(v, "ARRAY"))
	}
}

func elt(m *machine, seq Value, i int) Value {
	switch v := seq.(type) {
	case *Vector:
		if i < len(v.items) {
			return v.items[i]
		}
		panic(m.noElement(i, seq))
	case *Str:
		if at, ok := charOffset(m, v.text, i); ok && at < len(v.text) {
			c, _ := utf8.DecodeRuneInString(v.text[at:])
			return sexp.Char(c)
		}
		panic(m.noElement(i, seq))
	}
	for w := newWalk(m, seq, whole); w.more(); {
		if w.i == i {
			return w.v
		}
	}
	panic(m.noElement(i, seq))
}

func (m *machine) noElement(i int, seq Value) error {
	return m.wrongAs("TYPE-ERROR", "there is no element %d in %s", i, show(seq))
}

// charOffset returns where the i-th character of a text starts; false when it is not that long.
func charOffset(m *machine, text string, i int) (int, bool) {
	m.work(1 + min(i, len(text))/16)
	at := 0
	for ; i > 0 && at < len(text); i-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at, i == 0
}

// setAt changes an element of a list, a vector or a string.
func setAt(m *machine, seq, position, v Value) {
	i := index(m, position)
	switch s := seq.(type) {
	case *Vector:
		m.checkFrozen(s.frozen, seq)
		if i >= len(s.items) {
			panic(m.noElement(i, seq))
		}
		s.items[i] = v
	case *Str:
		m.checkFrozen(s.frozen, seq)
		at, ok := charOffset(m, s.text, i)
		if !ok || at == len(s.text) {
			panic(m.noElement(i, seq))
		}
		_, size := utf8.DecodeRuneInString(s.text[at:])
		m.room(len(s.text))
		m.work(len(s.text) / 64)
		s.text = s.text[:at] + textOf(m, []Value{v}) + s.text[at+size:]
	default:
		c, ok := nthcdr(m, position, seq).(*Cons)
		if !ok {
			panic(m.noElement(i, seq))
		}
		changed(m, c).Car = v
	}
}

// subsequence copies a span of a sequence.
func subsequence(m *machine, seq Value, s span) Value {
	if str, ok := seq.(*Str); ok {
		return strOf(m, textSpan(m, str.text, s))
	}
	return buildSequence(m, kindOf(seq), elements(m, seq, s))
}

// textSpan returns a span of a text.
func textSpan(m *machine, text string, at span) string {
	if at == whole {
		return text
	}
	from, ok := charOffset(m, text, at.start)
	rest := text[from:]
	if ok && at.end < 0 {
		return rest
	}
	to, enough := charOffset(m, rest, at.end-at.start)
	if !ok || !enough {
		panic(m.wrongAs("TYPE-ERROR", "%d to %d is not within %s", at.start, at.end, show(&Str{text: text})))
	}
	return rest[:to]
}

func reverse(m *machine, args []Value) Value {
	items := elements(m, args[0], whole)
	slices.Reverse(items)
	return buildSequence(m, kindOf(args[0]), items)
}

func concatenate(m *machine, args []Value) Value {
	kind := sequenceType(args[0])
	if kind == "" {
		panic(m.wrongAs("TYPE-ERROR", "cannot make a sequence of type %s here", show(args[0])))
	}
	var all []Value
	var texts []string
	for _, v := range args[1:] {
		if s, ok := v.(*Str); ok && kind == "STRING" {
			m.room(len(s.text))
			texts = append(texts, s.text)
			continue
		}
		items := elements(m, v, whole)
		if kind == "STRING" {
			texts = append(texts, textOf(m, items))
		}
		all = append(all, items...)
	}
	if kind == "STRING" {
		return strOf(m, strings.Join(texts, ""))
	}
	return buildSequence(m, kind, all)
}

func repeat(m *machine, n int, v Value) []Value {
	m.room(headerBytes + slotBytes*min(n, 1<<40))
	m.work(n / 8)
	items := make([]Value, n)
	for i := range items {
		items[i] = v
	}
	return items
}

func makeString(m *machine, args []Value) Value {
	n := index(m, args[0])
	v, given := readOptions(m, args[1:], "INITIAL-ELEMENT").find("INITIAL-ELEMENT")
	if !given {
		v = sexp.Char(0)
	}
	text := textOf(m, []Value{v})
	m.room(slotBytes + len(text)*min(n, 1<<40))
	m.work(n / 8)
	return &Str{text: strings.Repeat(text, n)}
}

// until calls a function on the elements of sequences until one result ends the loop.
func until(m *machine, args []Value, ends func(Value) bool, otherwise Value) Value {
	for t := newTogether(m, args[1:]); t.more(); {
		if v := m.call(args[0], t.v...); ends(v) {
			return v
		}
	}
	return otherwise
}

// sorted makes a sorted list of a list, and sorts a vector in place. It keeps the order of elements that are equal.
func sorted(m *machine, args []Value) Value {
	key := readOptions(m, args[2:], "KEY").get("KEY")
	items := elements(m, args[0], whole)
	m.room(slotBytes * len(items))
	isBefore := func(a, b Value) bool {
		m.work(1)
		if key != nil {
			a, b = m.call(key, a), m.call(key, b)
		}
		return m.call(args[1], a, b) != nil
	}
	mergeSort(items, make([]Value, len(items)/2), isBefore)
	switch v := args[0].(type) {
	case *Vector:
		m.checkFrozen(v.frozen, v)
		copy(v.items, items)
	case *Str:
		m.checkFrozen(v.frozen, v)
		v.text = textOf(m, items)
	default:
		return listFrom(m, items)
	}
	return args[0]
}

// mergeSort sorts elements. There is room for half of them.
func mergeSort(items, room []Value, isBefore func(a, b Value) bool) {
	if len(items) < 2 {
		return
	}
	half := len(items) / 2
	mergeSort(items[:half], room, isBefore)
	mergeSort(items[half:], room, isBefore)
	a, b := room[:copy(room, items[:half])], items[half:]
	for i := 0; len(a) > 0; i++ {
		if len(b) > 0 && isBefore(b[0], a[0]) {
			items[i], b = b[0], b[1:]
		} else {
			items[i], a = a[0], a[1:]
		}
	}
}

package lisp

import (
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// headerBytes is what a vector, a table or a stream counts for beside what it holds.
const headerBytes = 40

// walk goes along the elements of a list, a vector or a string, as far as its span.
type walk struct {
	m    *machine
	v    Value // the element
	i    int   // its position
	span span
	list Value   // what is left of a list
	vec  []Value // all of a vector
	text string  // what is left of a string
	kind sequenceKind
	next int // the position of the next element
}

type sequenceKind uint8

const (
	notSequence sequenceKind = iota
	listKind
	vectorKind
	stringKind
)

func kindOf(v Value) sequenceKind {
	switch v.(type) {
	case nil, *Cons:
		return listKind
	case *Vector:
		return vectorKind
	case *Str:
		return stringKind
	}
	return notSequence
}

// newWalk begins before the first element of a span.
func newWalk(m *machine, seq Value, s span) walk {
	w := walk{m: m, span: s, kind: kindOf(seq), list: seq}
	switch v := seq.(type) {
	case *Vector:
		w.vec = v.items
	case *Str:
		w.text = v.text
	}
	switch {
	case w.kind == notSequence:
		panic(wrongType(seq, "SEQUENCE"))
	case w.kind != listKind && s.end > 0: // a list is looked at no further than it must be
		s.of(length(m, seq))
	}
	for w.next < s.start {
		if !w.step() {
			w.short()
		}
	}
	return w
}

// short is the error of a sequence that ends before its span does.
func (w *walk) short() {
	end := w.span.end
	if end < 0 {
		end = w.span.start
	}
	panic(wrongAs("TYPE-ERROR", "%d to %d is not within a sequence of %d elements", w.span.start, end, w.next))
}

// more goes to the next element, and tells whether there is one.
func (w *walk) more() bool {
	if w.next == w.span.end {
		return false
	}
	more := w.step()
	if !more && w.span.end >= 0 {
		w.short()
	}
	return more
}

// step goes to the next element, whatever the span.
func (w *walk) step() bool {
	w.m.work(1)
	switch w.kind {
	case listKind:
		c, ok := w.list.(*Cons)
		if !ok {
			if w.list != nil {
				panic(wrongType(w.list, "LIST"))
			}
			return false
		}
		w.v, w.list = c.Car, c.Cdr
	case vectorKind:
		if w.next >= len(w.vec) {
			return false
		}
		w.v = w.vec[w.next]
	case stringKind:
		if w.text == "" {
			return false
		}
		c, size := utf8.DecodeRuneInString(w.text)
		w.v, w.text = sexp.Char(c), w.text[size:]
	}
	w.i = w.next
	w.next++
	return true
}

// elements copies the elements of a sequence.
func elements(m *machine, seq Value) []Value { return copySpan(m, seq, whole) }

const mostAhead = 1024 // elements of a list that are counted before they are copied

// copySpan copies the elements of a span of a sequence.
func copySpan(m *machine, seq Value, s span) []Value {
	w := newWalk(m, seq, s)
	n := 0 // how many there are, where that can be told beforehand
	switch w.kind {
	case listKind: // which may go round
		for c, ok := w.list.(*Cons); ok && n < mostAhead && w.next+n != s.end; c, ok = c.Cdr.(*Cons) {
			n++
		}
	case vectorKind:
		n = len(w.vec) - w.next
	case stringKind:
		n = countRunes(m, w.text)
	}
	m.room(slotBytes * n)
	all := make([]Value, 0, n)
	for w.more() {
		if len(all) == cap(all) { // what is made anew
			m.room(slotBytes * (8 + len(all)))
		}
		all = append(all, w.v)
	}
	return all
}

// length counts the elements of a sequence.
func length(m *machine, seq Value) int {
	switch v := seq.(type) {
	case *Vector:
		return len(v.items)
	case *Str:
		return countRunes(m, v.text)
	}
	w := newWalk(m, seq, whole)
	for w.more() {
	}
	return w.next
}

// countRunes is how many characters a text has, counted.
func countRunes(m *machine, text string) int {
	m.work(1 + len(text)/32)
	return utf8.RuneCountInString(text)
}

// buildSequence makes a fresh sequence of a kind.
func buildSequence(m *machine, kind sequenceKind, items []Value) Value {
	switch kind {
	case vectorKind:
		m.room(headerBytes + slotBytes*len(items))
		m.work(len(items) / 8)
		return &Vector{items: append([]Value(nil), items...)}
	case stringKind:
		return strOf(m, textOf(items))
	}
	l := listMaker{m: m}
	for _, v := range items {
		l.add(v)
	}
	return l.done(nil)
}

// textOf makes text of characters.
func textOf(items []Value) string {
	var b strings.Builder
	for _, v := range items {
		writeChar(&b, v)
	}
	return b.String()
}

// writeChar adds what must be a character. Half a surrogate pair cannot stand in text here.
func writeChar(b *strings.Builder, v Value) {
	c, ok := v.(sexp.Char)
	if !ok {
		panic(wrongType(v, "CHARACTER"))
	}
	if !utf8.ValidRune(rune(c)) {
		panic(wrong("the surrogate %s cannot stand in a string here", show(v)))
	}
	b.WriteRune(rune(c))
}

// listMaker makes a list from its first element to its last.
type listMaker struct {
	m          *machine
	head, tail *Cons
}

func (l *listMaker) add(v Value) {
	l.m.room(consBytes)
	c := l.m.cell(v, nil)
	if l.head == nil {
		l.head = c
	} else {
		l.tail.Cdr = c
	}
	l.tail = c
	l.m.work(1)
}

// done gives the list, ending in a tail.
func (l *listMaker) done(tail Value) Value {
	if l.head == nil {
		return tail
	}
	l.tail.Cdr = tail
	return l.head
}

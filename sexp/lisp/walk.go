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
	err  error
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
		w.vec = v.active()
	case *Str:
		w.text = v.text
	}
	switch {
	case w.kind == notSequence:
		w.err = wrongType(seq, "SEQUENCE")
		return w
	case w.kind != listKind && s.end > 0: // a list is looked at no further than it must be
		n, err := length(m, seq)
		if err == nil {
			_, _, err = s.of(n)
		}
		if w.err = err; err != nil {
			return w
		}
	}
	for w.next < s.start && w.step() {
	}
	if w.err == nil && w.next < s.start {
		w.short()
	}
	return w
}

// short is the error of a sequence that ends before its span does.
func (w *walk) short() {
	end := w.span.end
	if end < 0 {
		end = w.span.start
	}
	w.err = wrongAs("TYPE-ERROR", "%d to %d is not within a sequence of %d elements", w.span.start, end, w.next)
}

// more goes to the next element, and tells whether there is one.
func (w *walk) more() bool {
	if w.err != nil || w.next == w.span.end {
		return false
	}
	if w.step() {
		return true
	}
	if w.err == nil && w.span.end >= 0 {
		w.short()
	}
	return false
}

// step goes to the next element, whatever the span.
func (w *walk) step() bool {
	if w.err = w.m.work(1); w.err != nil {
		return false
	}
	switch w.kind {
	case listKind:
		c, ok := w.list.(*Cons)
		if !ok {
			if w.list != nil {
				w.err = wrongType(w.list, "LIST")
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
func elements(m *machine, seq Value) ([]Value, error) { return copySpan(m, seq, whole) }

const mostAhead = 1024 // elements of a list that are counted before they are copied

// copySpan copies the elements of a span of a sequence.
func copySpan(m *machine, seq Value, s span) ([]Value, error) {
	w := newWalk(m, seq, s)
	if w.err != nil {
		return nil, w.err
	}
	n := 0 // how many there are, where that can be told beforehand
	switch w.kind {
	case listKind: // which may go round
		for c, ok := w.list.(*Cons); ok && n < mostAhead && w.next+n != s.end; c, ok = c.Cdr.(*Cons) {
			n++
		}
	case vectorKind:
		n = len(w.vec) - w.next
	case stringKind:
		var err error
		if n, err = countRunes(m, w.text); err != nil {
			return nil, err
		}
	}
	if err := m.room(slotBytes * n); err != nil {
		return nil, err
	}
	all := make([]Value, 0, n)
	for w.more() {
		if len(all) == cap(all) { // what is made anew
			if err := m.room(slotBytes * (8 + len(all))); err != nil {
				return nil, err
			}
		}
		all = append(all, w.v)
	}
	return all, w.err
}

// length counts the elements of a sequence.
func length(m *machine, seq Value) (int, error) {
	switch v := seq.(type) {
	case *Vector:
		return len(v.active()), nil
	case *Str:
		return countRunes(m, v.text)
	}
	w := newWalk(m, seq, whole)
	for w.more() {
	}
	return w.next, w.err
}

// countRunes is how many characters a text has, counted.
func countRunes(m *machine, text string) (int, error) {
	if err := m.work(1 + len(text)/32); err != nil {
		return 0, err
	}
	return utf8.RuneCountInString(text), nil
}

// buildSequence makes a fresh sequence of a kind.
func buildSequence(m *machine, kind sequenceKind, items []Value) (Value, error) {
	switch kind {
	case vectorKind:
		if err := m.room(headerBytes + slotBytes*len(items)); err != nil {
			return nil, err
		}
		return &Vector{items: append([]Value(nil), items...), fill: -1}, m.work(len(items) / 8)
	case stringKind:
		text, err := textOf(items)
		if err != nil {
			return nil, err
		}
		return strOf(m, text)
	}
	l := listMaker{m: m}
	for _, v := range items {
		if err := l.add(v); err != nil {
			return nil, err
		}
	}
	return l.done(nil), nil
}

// textOf makes text of characters.
func textOf(items []Value) (string, error) {
	var b strings.Builder
	for _, v := range items {
		if err := writeChar(&b, v); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// writeChar adds what must be a character. Half a surrogate pair cannot stand in text here.
func writeChar(b *strings.Builder, v Value) error {
	c, ok := v.(sexp.Char)
	if !ok {
		return wrongType(v, "CHARACTER")
	}
	if !utf8.ValidRune(rune(c)) {
		return wrong("the surrogate %s cannot stand in a string here", show(v))
	}
	b.WriteRune(rune(c))
	return nil
}

// listMaker makes a list from its first element to its last.
type listMaker struct {
	m          *machine
	head, tail *Cons
}

func (l *listMaker) add(v Value) error {
	if err := l.m.room(consBytes); err != nil {
		return err
	}
	c := l.m.cell(v, nil)
	if l.head == nil {
		l.head = c
	} else {
		l.tail.Cdr = c
	}
	l.tail = c
	return l.m.work(1)
}

// done gives the list, ending in a tail.
func (l *listMaker) done(tail Value) Value {
	if l.head == nil {
		return tail
	}
	l.tail.Cdr = tail
	return l.head
}

// active are the elements before the fill pointer.
func (v *Vector) active() []Value {
	if v.fill >= 0 {
		return v.items[:v.fill]
	}
	return v.items
}

package lisp

import (
	"slices"
	"unicode/utf8"

	"pp/sexp"
)

// kindOf returns the kind of a sequence, "" for anything else.
func kindOf(v Value) string {
	switch v.(type) {
	case nil, *Cons:
		return "LIST"
	case *Vector:
		return "VECTOR"
	case *Str:
		return "STRING"
	}
	return ""
}

// walk goes along the elements of a list, a vector or a string, as far as its span.
type walk struct {
	m    *machine
	v    Value // the element
	i    int   // its position
	span span
	list Value   // what is left of a list
	vec  []Value // all of a vector
	text string  // what is left of a string
	kind string
	next int // the position of the next element
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
	case w.kind == "":
		panic(m.wrongType(seq, "SEQUENCE"))
	case w.kind != "LIST" && s.end > 0: // a list is looked at no further than it must be
		s.of(m, length(m, seq))
	}
	for w.next < s.start {
		if !w.step() {
			w.short()
		}
	}
	return w
}

// walkList begins before the first element of a list.
func walkList(m *machine, v Value) walk {
	isListEnd(m, v)
	return newWalk(m, v, whole)
}

// short is the error of a sequence that ends before its span does.
func (w *walk) short() {
	panic(w.m.wrongAs("TYPE-ERROR", "%d to %d is not within a sequence of %d elements", w.span.start,
		max(w.span.end, w.span.start), w.next))
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
	case "LIST":
		if isListEnd(w.m, w.list) {
			return false
		}
		c := w.list.(*Cons)
		w.v, w.list = c.Car, c.Cdr
	case "VECTOR":
		if w.next >= len(w.vec) {
			return false
		}
		w.v = w.vec[w.next]
	case "STRING":
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

// elements copies the elements of a span of a sequence.
func elements(m *machine, seq Value, s span) []Value {
	var all []Value
	for w := newWalk(m, seq, s); w.more(); {
		if len(all) == cap(all) {
			m.room(slotBytes * (8 + len(all)))
			all = slices.Grow(all, 8+len(all))
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
		m.work(1 + len(v.text)/32)
		return utf8.RuneCountInString(v.text)
	}
	w := newWalk(m, seq, whole)
	for w.more() {
	}
	return w.next
}

// together goes along several sequences at once, to the end of the shortest.
type together struct {
	walks []walk
	v     []Value
}

func newTogether(m *machine, seqs []Value) *together {
	t := &together{v: make([]Value, len(seqs))}
	for _, s := range seqs {
		t.walks = append(t.walks, newWalk(m, s, whole))
	}
	return t
}

func (t *together) more() bool {
	for i := range t.walks {
		w := &t.walks[i]
		if !w.more() {
			return false
		}
		t.v[i] = w.v
	}
	return true
}

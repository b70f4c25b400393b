package lisp

import (
	"fmt"
	"strings"
	"unicode"

	"pp/sexp"
)

// consBytes is what a pair counts for, and slotBytes what a value in a vector does.
const (
	consBytes = 40
	slotBytes = 16
)

// What macros are made of stands in hundreds of places, none of which is in a hurry.

//go:noinline
func sym(name string) Value { return Intern(sexp.Sym(name)) }

//go:noinline
func kw(name string) Value { return Intern(sexp.Keyword(name)) }

var symT = Intern(sexp.T)

// truth gives T or NIL.
func truth(b bool) Value {
	if b {
		return symT
	}
	return nil
}

// list makes a list, uncounted: for macros, whose forms are counted when they are compiled.
//
//go:noinline
func list(items ...Value) Value { return listTail(nil, items...) }

// listTail makes a list that ends in tail, uncounted.
//
//go:noinline
func listTail(tail Value, items ...Value) Value {
	for i := len(items) - 1; i >= 0; i-- {
		tail = &Cons{Car: items[i], Cdr: tail}
	}
	return tail
}

// listFrom makes a list, counted.
func listFrom(m *machine, items []Value) Value {
	if len(items) == 0 {
		return nil
	}
	m.room(consBytes * len(items))
	m.work(len(items) / 8)
	cells := make([]Cons, len(items))
	for i, v := range items {
		cells[i].Car = v
		if i > 0 {
			cells[i-1].Cdr = &cells[i]
		}
	}
	return &cells[0]
}

// cons makes a pair, counted.
func cons(m *machine, car, cdr Value) *Cons {
	m.room(consBytes)
	return m.cell(car, cdr)
}

// cell makes a pair, uncounted, out of a slab that is larger each time.
func (m *machine) cell(car, cdr Value) *Cons {
	if m.cut == len(m.cells) {
		m.cells, m.cut = make([]Cons, min(2*m.cut+2, slab)), 0
	}
	c := &m.cells[m.cut]
	m.cut++
	c.Car, c.Cdr = car, cdr
	return c
}

// strOf makes a string, counted.
func strOf(m *machine, s string) Value {
	m.room(len(s) + slotBytes)
	m.work(len(s) / 64)
	return &Str{text: s}
}

// itemsOf gives the elements of a proper list, counted, so that one that goes round ends at a
// limit.
func itemsOf(m *machine, v Value) []Value {
	items, end := listItems(m, v)
	if end != nil {
		panic(wrongType(end, "LIST"))
	}
	return items
}

// properItems is itemsOf, and false for what is no proper list.
func properItems(m *machine, v Value) ([]Value, bool) {
	items, end := listItems(m, v)
	return items, end == nil
}

// listOf gives the elements of a proper list of so many; most is -1 without a limit. Anything else is wrong in the
// words of a format.
func listOf(m *machine, v Value, least, most int, format string) []Value {
	items, ok := properItems(m, v)
	if !ok || len(items) < least || most >= 0 && len(items) > most {
		panic(errProgram(format, show(v)))
	}
	return items
}

// partsOf gives the elements of a list as listOf does, or the one thing that is no list.
func partsOf(m *machine, v Value, format string) []Value {
	if !isCons(v) {
		return []Value{v}
	}
	return listOf(m, v, 1, -1, format)
}

// listItems gives the elements of a proper list, or what ends another one.
func listItems(m *machine, v Value) (items []Value, end Value) {
	n, end := countItems(m, v)
	if n == 0 || end != nil {
		return nil, end
	}
	items = m.items(n)
	for rest := v; rest != nil; {
		c := rest.(*Cons)
		items = append(items, c.Car)
		rest = c.Cdr
	}
	return items, nil
}

// countItems counts the elements of a list, and the room that they take. The end of a proper one is NIL.
func countItems(m *machine, v Value) (n int, end Value) {
	rest := v
	for ; rest != nil; n++ {
		c, ok := rest.(*Cons)
		if !ok {
			break
		}
		if n%16 == 0 {
			m.room(16 * slotBytes)
			m.work(1)
		}
		rest = c.Cdr
	}
	return n, rest
}

// items gives a slice with room for n values. Those of the forms that are compiled are many and short.
func (m *machine) items(n int) []Value {
	if m.forms == nil {
		return make([]Value, 0, n)
	}
	return m.forms.take(n)[:0]
}

//go:noinline
func newGensym(name string) *Gensym { return &Gensym{name: name} }

// isSym reports whether v is the plain symbol of that name.
//
//go:noinline
func isSym(v Value, name string) bool {
	s, ok := v.(Symbol)
	return ok && s.Name() == sexp.Sym(name)
}

// isKeyword reports whether v is a keyword.
//
//go:noinline
func isKeyword(v Value) bool {
	s, ok := v.(Symbol)
	return ok && s.Name().IsKeyword()
}

// symName gives the name of a symbol of any kind.
//
//go:noinline
func symName(v Value) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "NIL", true
	case Symbol:
		return v.Name().Name, true
	case *Gensym:
		return v.name, true
	}
	return "", false
}

// asType is a value that must be of a type, which Lisp calls by a name.
func asType[T any](v Value, name string) T {
	t, ok := v.(T)
	if !ok {
		panic(wrongType(v, name))
	}
	return t
}

func strArg(v Value) *Str { return asType[*Str](v, "STRING") }

// show is a value for a message, on one line and short. It does little, whatever the value is.
func show(v Value) string {
	const most = 60
	if bits := bitsOf(v); bits > 512 {
		return fmt.Sprintf("a number of %d bits", bits)
	}
	m := &machine{ctx: background, lim: Limits{Steps: most, Bytes: 8 * most, Depth: 32}}
	p := printer{m: m, out: make([]byte, 0, 2*most), escape: true}
	if try(func() { p.value(v) }) != nil && len(p.out) <= most {
		return "a long value"
	}
	return brief(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, string(p.out)), most)
}

// brief cuts a text to so many bytes.
//
//go:noinline
func brief(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

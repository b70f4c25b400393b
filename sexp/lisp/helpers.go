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
func listFrom(m *machine, items []Value) (Value, error) {
	if len(items) == 0 {
		return nil, nil
	}
	if err := m.room(consBytes * len(items)); err != nil {
		return nil, err
	}
	if err := m.work(len(items) / 8); err != nil {
		return nil, err
	}
	cells := make([]Cons, len(items))
	for i, v := range items {
		cells[i].Car = v
		if i > 0 {
			cells[i-1].Cdr = &cells[i]
		}
	}
	return &cells[0], nil
}

// cons makes a pair, counted.
func cons(m *machine, car, cdr Value) (*Cons, error) {
	if err := m.room(consBytes); err != nil {
		return nil, err
	}
	return m.cell(car, cdr), nil
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
func strOf(m *machine, s string) (Value, error) {
	if err := m.room(len(s) + slotBytes); err != nil {
		return nil, err
	}
	return &Str{text: s}, m.work(len(s) / 64)
}

// itemsOf gives the elements of a proper list, counted, so that one that goes round ends at a
// limit.
func itemsOf(m *machine, v Value) ([]Value, error) {
	n, err := countItems(m, v)
	if n == 0 || err != nil {
		return nil, err
	}
	all := m.items(n)
	for rest := v; rest != nil; {
		c := rest.(*Cons)
		all = append(all, c.Car)
		rest = c.Cdr
	}
	return all, nil
}

// countItems counts the elements of a proper list, and the room that they take.
func countItems(m *machine, v Value) (n int, err error) {
	for rest := v; rest != nil; n++ {
		c, ok := rest.(*Cons)
		if !ok {
			return 0, wrongType(rest, "LIST")
		}
		if n%16 == 0 {
			if err := m.room(16 * slotBytes); err != nil {
				return 0, err
			}
			if err := m.work(1); err != nil {
				return 0, err
			}
		}
		rest = c.Cdr
	}
	return n, nil
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

// show is a value for a message, on one line and short. It does little, whatever the value is.
func show(v Value) string {
	const most = 60
	if bits := bitsOf(v); bits > 512 {
		return fmt.Sprintf("a number of %d bits", bits)
	}
	m := &machine{ctx: background, lim: Limits{Steps: most, Bytes: 8 * most, Depth: 32}}
	text, err := appendPrinted(m, make([]byte, 0, 2*most), v, true)
	if err != nil && len(text) <= most {
		return "a long value"
	}
	return brief(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, string(text)), most)
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

package lisp

import (
	"context"

	"pp/sexp"
)

// Import makes a value of data. It is frozen, so that calls may share it.
func Import(v sexp.Value) Value { return (&importer{}).value(v) }

// importer makes values of what was read. What the text may say by other names is what rename says.
type importer struct {
	rename func(sexp.Symbol) sexp.Symbol
	source *Source // that it was read from, for the positions of lists
	fresh  bool    // what is made may be changed
	alien  string  // a package that a symbol was to be of and that is not known
}

func (im *importer) value(v sexp.Value) Value {
	switch v := v.(type) {
	case nil:
		return nil
	case sexp.Symbol:
		return im.symbol(v)
	case sexp.String:
		return &Str{text: string(v), frozen: !im.fresh}
	case sexp.List:
		return im.list(v)
	case sexp.Vector:
		items := make([]Value, v.Len())
		for i, item := range v.All() {
			items[i] = im.value(item)
		}
		return &Vector{items: items, frozen: !im.fresh}
	case sexp.Backquote:
		return &quasi{im.value(v.Form)}
	case sexp.Comma:
		return &comma{v.Kind, im.value(v.Form)}
	}
	return v // a number or a character
}

func (im *importer) symbol(s sexp.Symbol) Value {
	if s.Uninterned {
		return &Gensym{name: s.Name}
	}
	if im.rename != nil {
		s = im.rename(s)
		if p := s.Package + ":"; p != ":" && p != regexpPackage && !s.IsKeyword() {
			im.alien = s.Package
		}
	}
	return Intern(s)
}

func (im *importer) list(l sexp.List) Value {
	if l.Len() == 0 {
		return nil
	}
	cells := make([]Cons, l.Len())
	for i, item := range l.All() {
		cells[i] = Cons{Car: im.value(item), frozen: !im.fresh}
		if i > 0 {
			cells[i-1].Cdr = &cells[i]
		}
	}
	if tail, dotted := l.Tail(); dotted {
		cells[len(cells)-1].Cdr = im.value(tail)
	}
	if start, ok := l.Offset(); ok && im.source != nil {
		cells[0].at = &position{im.source, start}
	}
	return &cells[0]
}

// Export makes data of a value, counted against limits: an error for a function, a table or a condition in it,
// and for a list that goes round.
func Export(v Value, lim Limits) (data sexp.Value, err error) {
	defer rescue(&err)
	return export(newMachine(context.Background(), lim, nil), v), nil
}

func export(m *machine, v Value) sexp.Value {
	m.work(1)
	m.down(1)
	defer m.up()
	switch v := v.(type) {
	case nil:
		return sexp.NIL
	case Symbol:
		return v.Name()
	case *Gensym:
		return sexp.Symbol{Name: v.name, Uninterned: true}
	case *Str:
		m.room(len(v.text))
		return sexp.String(v.text)
	case *Cons:
		items, tail := exportList(m, v)
		return sexp.Dotted(tail, items...)
	case *Vector:
		items := make([]sexp.Value, 0, min(len(v.items), 64))
		for _, item := range v.items {
			m.room(slotBytes)
			items = append(items, export(m, item))
		}
		return sexp.NewVector(items...)
	case *quasi:
		return sexp.Backquote{Form: export(m, v.form)}
	case *comma:
		return sexp.Comma{Kind: v.kind, Form: export(m, v.form)}
	case sexp.Value:
		m.room(slotBytes + bitsOf(v))
		return v
	}
	panic(m.wrong("%s is not data", show(v)))
}

func exportList(m *machine, c *Cons) (items []sexp.Value, tail sexp.Value) {
	for {
		m.room(slotBytes)
		items = append(items, export(m, c.Car))
		next, ok := c.Cdr.(*Cons)
		if !ok {
			return items, export(m, c.Cdr)
		}
		c = next
	}
}

// Equal reports whether data from outside and a value are alike, as EQUAL and, in vectors, element by element. It is
// counted.
func Equal(a, b Value, lim Limits) (same bool, err error) {
	defer rescue(&err)
	return newMachine(context.Background(), lim, nil).down(1).sameParts(a, b, true), nil
}

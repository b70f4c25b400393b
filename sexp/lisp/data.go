package lisp

import (
	"context"

	"pp/sexp"
)

// quasi is a backquoted form, and comma what stands in one to be evaluated. They are values of
// code; data has them only where somebody quotes them.
type (
	quasi struct{ form Value }
	comma struct {
		kind sexp.CommaKind
		form Value
	}
)

// Import makes a value of data. It is frozen, so that calls may share it.
func Import(v sexp.Value) Value { return (&importer{}).value(v) }

// importer makes values of what was read. What the text may say by other names is what rename
// says.
type importer struct {
	rename func(sexp.Symbol) sexp.Symbol
	fresh  bool   // what is made may be changed
	alien  string // a package that a symbol was to be of and that is not known
}

func (im *importer) value(v sexp.Value) Value {
	switch v := v.(type) {
	case nil:
		return nil
	case *Cons: // of a source
		return v
	case *ownSymbol:
		return v.is
	case *Str:
		return v
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
	return &cells[0]
}

// Export makes data of a value, counted against limits: an error of a function, a table, a
// structure or a condition in it, and of a list that goes round.
func Export(v Value, lim Limits) (_ sexp.Value, err error) {
	defer rescue(&err)
	return export(newMachine(context.Background(), lim, nil), v), nil
}

func export(m *machine, v Value) sexp.Value {
	m.work(1)
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
	case *Cons, *Vector, *quasi, *comma:
		defer m.down().up()
		return exportCompound(m, v)
	case sexp.Value:
		m.room(numberBytes(v))
		return v
	}
	panic(wrong("%s is not data", show(v)))
}

func exportCompound(m *machine, v Value) sexp.Value {
	switch v := v.(type) {
	case *Cons:
		return exportList(m, v)
	case *Vector:
		return sexp.NewVector(exportAll(m, v.items)...)
	case *quasi:
		return sexp.Backquote{Form: export(m, v.form)}
	case *comma:
		return sexp.Comma{Kind: v.kind, Form: export(m, v.form)}
	}
	panic(wrong("%s is not data", show(v)))
}

func exportAll(m *machine, values []Value) []sexp.Value {
	items := make([]sexp.Value, 0, min(len(values), 64))
	for _, v := range values {
		item := export(m, v)
		m.room(slotBytes)
		items = append(items, item)
	}
	return items
}

func exportList(m *machine, c *Cons) sexp.Value {
	var items []sexp.Value
	var rest Value = c
	for {
		c, ok := rest.(*Cons)
		if !ok {
			break
		}
		item := export(m, c.Car)
		m.room(slotBytes)
		items = append(items, item)
		rest = c.Cdr
	}
	if rest == nil {
		return sexp.NewList(items...)
	}
	return sexp.Dotted(export(m, rest), items...)
}

// numberBytes is roughly what the digits of a number take, and working them out.
func numberBytes(v sexp.Value) int { return slotBytes + bitsOf(v) }

// Equal reports whether data from outside and a value are alike, as EQUAL and, in vectors,
// element by element. It is counted.
func Equal(a, b Value, lim Limits) (_ bool, err error) {
	defer rescue(&err)
	return sameData(newMachine(context.Background(), lim, nil), a, b), nil
}

// sameData goes along lists, and calls itself on what is in them.
func sameData(m *machine, a, b Value) bool {
	for {
		m.work(1)
		if a == nil || b == nil {
			return a == b
		}
		x, ok := a.(*Cons)
		y, too := b.(*Cons)
		if !ok || !too {
			return sameAtoms(m, a, b)
		}
		if x == y {
			return true
		}
		m.down()
		same := sameData(m, x.Car, y.Car)
		m.up()
		if !same {
			return false
		}
		a, b = x.Cdr, y.Cdr
	}
}

func sameAtoms(m *machine, a, b Value) bool {
	switch x := a.(type) {
	case *Str:
		y, ok := b.(*Str)
		m.work(len(x.text) / 64)
		return ok && x.text == y.text
	case *Vector:
		y, ok := b.(*Vector)
		if !ok || len(x.items) != len(y.items) {
			return false
		}
		for i, item := range x.items {
			if !sameItem(m, item, y.items[i]) {
				return false
			}
		}
		return true
	case *Cons:
		return false
	case sexp.Value:
		_, pair := b.(*Cons)
		y, ok := b.(sexp.Value)
		return ok && !pair && sexp.Equal(x, y)
	}
	return a == b
}

func sameItem(m *machine, a, b Value) bool {
	defer m.down().up()
	return sameData(m, a, b)
}

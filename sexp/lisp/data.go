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
		return &Vector{items: items, fill: -1, frozen: !im.fresh}
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
func Export(v Value, lim Limits) (sexp.Value, error) {
	return export(newMachine(context.Background(), lim, nil), v)
}

func export(m *machine, v Value) (sexp.Value, error) {
	if err := m.work(1); err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case nil:
		return sexp.NIL, nil
	case Symbol:
		return v.Name(), nil
	case *Gensym:
		return sexp.Symbol{Name: v.name, Uninterned: true}, nil
	case *Str:
		return sexp.String(v.text), m.room(len(v.text))
	case *Cons, *Vector, *quasi, *comma:
		if err := m.down(); err != nil {
			return nil, err
		}
		defer func() { m.depth-- }()
		return exportCompound(m, v)
	case sexp.Value:
		return v, m.room(numberBytes(v))
	}
	return nil, wrong("%s is not data", show(v))
}

func exportCompound(m *machine, v Value) (sexp.Value, error) {
	switch v := v.(type) {
	case *Cons:
		return exportList(m, v)
	case *Vector:
		items, err := exportAll(m, v.active())
		if err != nil {
			return nil, err
		}
		return sexp.NewVector(items...), nil
	case *quasi:
		form, err := export(m, v.form)
		return sexp.Backquote{Form: form}, err
	case *comma:
		form, err := export(m, v.form)
		return sexp.Comma{Kind: v.kind, Form: form}, err
	}
	return nil, wrong("%s is not data", show(v))
}

func exportAll(m *machine, values []Value) ([]sexp.Value, error) {
	items := make([]sexp.Value, 0, min(len(values), 64))
	for _, v := range values {
		item, err := export(m, v)
		if err != nil {
			return nil, err
		}
		if err := m.room(slotBytes); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, nil
}

func exportList(m *machine, c *Cons) (sexp.Value, error) {
	var items []sexp.Value
	var rest Value = c
	for {
		c, ok := rest.(*Cons)
		if !ok {
			break
		}
		item, err := export(m, c.Car)
		if err != nil {
			return nil, err
		}
		if err := m.room(slotBytes); err != nil {
			return nil, err
		}
		items = append(items, item)
		rest = c.Cdr
	}
	if rest == nil {
		return sexp.NewList(items...), nil
	}
	tail, err := export(m, rest)
	if err != nil {
		return nil, err
	}
	return sexp.Dotted(tail, items...), nil
}

// numberBytes is roughly what the digits of a number take, and working them out.
func numberBytes(v sexp.Value) int {
	return slotBytes + bitsOf(v)
}

// Equal reports whether data from outside and a value are alike, as EQUAL and, in vectors,
// element by element. It is counted.
func Equal(a, b Value, lim Limits) (bool, error) {
	return sameData(newMachine(context.Background(), lim, nil), a, b)
}

// sameData goes along lists, and calls itself on what is in them.
func sameData(m *machine, a, b Value) (bool, error) {
	for {
		if err := m.work(1); err != nil {
			return false, err
		}
		if a == nil || b == nil {
			return a == b, nil
		}
		x, ok := a.(*Cons)
		y, too := b.(*Cons)
		if !ok || !too {
			return sameAtoms(m, a, b)
		}
		if x == y {
			return true, nil
		}
		if err := m.down(); err != nil {
			return false, err
		}
		same, err := sameData(m, x.Car, y.Car)
		m.depth--
		if err != nil || !same {
			return false, err
		}
		a, b = x.Cdr, y.Cdr
	}
}

func sameAtoms(m *machine, a, b Value) (bool, error) {
	switch x := a.(type) {
	case *Str:
		y, ok := b.(*Str)
		return ok && x.text == y.text, m.work(len(x.text) / 64)
	case *Vector:
		y, ok := b.(*Vector)
		if !ok || len(x.active()) != len(y.active()) {
			return false, nil
		}
		for i, item := range x.active() {
			if same, err := sameItem(m, item, y.active()[i]); err != nil || !same {
				return false, err
			}
		}
		return true, nil
	case *Cons:
		return false, nil
	case sexp.Value:
		_, pair := b.(*Cons)
		y, ok := b.(sexp.Value)
		return ok && !pair && sexp.Equal(x, y), nil
	}
	return a == b, nil
}

func sameItem(m *machine, a, b Value) (bool, error) {
	if err := m.down(); err != nil {
		return false, err
	}
	defer func() { m.depth-- }()
	return sameData(m, a, b)
}

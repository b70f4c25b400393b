package lisp

import "pp/sexp"

// Builder makes frozen values from slabs, for a host that gives the same kinds of data to many
// calls. Its zero value is ready. It is not safe for concurrent use; what it makes is.
type Builder struct {
	cells []Cons
	made  int // of them at once
	texts []Str
}

const slab = 48 // cells, or strings, that are made at once

// Text gives a string.
func (b *Builder) Text(s string) Value {
	if len(b.texts) == 0 {
		b.texts = make([]Str, slab/4)
	}
	t := &b.texts[0]
	b.texts = b.texts[1:]
	t.text, t.frozen = s, true
	return t
}

// List gives the list of values, which are frozen themselves; nil of none.
func (b *Builder) List(items ...Value) Value {
	if len(items) == 0 {
		return nil
	}
	if len(b.cells) < len(items) {
		b.made = min(max(4*b.made, slab/4), slab)
		b.cells = make([]Cons, max(b.made, len(items)))
	}
	cells := b.cells[:len(items)]
	b.cells = b.cells[len(items):]
	for i, item := range items {
		cells[i] = Cons{Car: item, frozen: true}
		if i > 0 {
			cells[i-1].Cdr = &cells[i]
		}
	}
	return &cells[0]
}

// Data gives a value of data, as Import does.
func (b *Builder) Data(v sexp.Value) Value {
	switch v := v.(type) {
	case sexp.String:
		return b.Text(string(v))
	case sexp.List:
		if _, dotted := v.Tail(); dotted {
			return Import(v)
		}
		items := make([]Value, 0, 16)
		for _, item := range v.All() {
			items = append(items, b.Data(item))
		}
		return b.List(items...)
	}
	return Import(v)
}

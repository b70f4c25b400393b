package sandbox

import "encoding/binary"

// form writes values one after the other, or reads them, as the same code names them: what one side knows the other
// does. Reflection, as of a JSON encoder, would be a tenth of what a small command costs, and JSON has no word for a
// name that is not UTF-8.
type form struct {
	data  []byte
	reads bool
	bad   bool // what was read was not written by a form
}

func (f *form) number(n *int64) {
	if !f.reads {
		f.data = binary.AppendVarint(f.data, *n)
		return
	}
	v, size := binary.Varint(f.data)
	if size <= 0 {
		*n, f.data, f.bad = 0, nil, true
		return
	}
	*n, f.data = v, f.data[size:]
}

// count is a number of things of which each takes a byte or more.
func (f *form) count(n int) int {
	n64 := int64(n)
	f.number(&n64)
	if f.reads && (n64 < 0 || n64 > int64(len(f.data))) {
		n64, f.data, f.bad = 0, nil, true
	}
	return int(n64)
}

func (f *form) text(s *string) {
	n := f.count(len(*s))
	if !f.reads {
		f.data = append(f.data, *s...)
		return
	}
	*s, f.data = string(f.data[:n]), f.data[n:]
}

func (f *form) flag(b *bool) {
	n := int64(0)
	if *b {
		n = 1
	}
	f.number(&n)
	*b = n != 0
}

func (f *form) flags(all ...*bool) {
	for _, b := range all {
		f.flag(b)
	}
}

func (f *form) texts(all *[]string) { listed(f, all, f.text) }

// whole is a number of any type.
func whole[T ~int | ~uint8 | ~int64](f *form, n *T) {
	n64 := int64(*n)
	f.number(&n64)
	*n = T(n64)
}

// listed is a list of what each names the parts of.
func listed[T any](f *form, all *[]T, each func(*T)) {
	n := f.count(len(*all))
	if f.reads && n > 0 {
		*all = make([]T, n)
	}
	for i := range *all {
		each(&(*all)[i])
	}
}

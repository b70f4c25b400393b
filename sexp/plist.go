package sexp

import (
	"errors"
	"fmt"
	"iter"
)

// Plist is a property list: keys, each a keyword and given once, with their values, in order. Keys are
// named without the colon, in the case they have ("TYPE" for :TYPE). The zero Plist is empty. A Plist is
// immutable: With and Without give changed copies. Look-up takes time in proportion to the length.
type Plist struct{ pairs []pair }

type pair struct {
	key   string
	value Value
}

// NewPlist gives the empty property list, to be filled by With:
//
//	NewPlist().With("TYPE", Keyword("EVENT")).With("DEPTH", Int(0))
func NewPlist() Plist { return Plist{} }

// AsPlist returns v as a property list. NIL is the empty one. The error says what is wrong, and with which element.
func AsPlist(v Value) (Plist, error) {
	l, ok := AsList(v)
	if !ok {
		return Plist{}, errors.New("not a property list: not a list")
	}
	if _, dotted := l.Tail(); dotted {
		return Plist{}, errors.New("not a property list: a dotted list")
	}
	pairs, seen := make([]pair, 0, l.Len()/2), make(map[string]bool, l.Len()/2)
	for i := 0; i < l.Len(); i += 2 {
		key, ok := l.At(i).(Symbol)
		what := ""
		switch {
		case !ok || !key.IsKeyword():
			what = "a key that is not a keyword"
		case i+1 == l.Len():
			what = "a key without a value"
		case seen[key.Name]:
			what = "a key given twice"
		}
		if what != "" {
			return Plist{}, fmt.Errorf("not a property list: %s: %s (element %d)", what, abbreviate(Print(l.At(i))), i+1)
		}
		seen[key.Name] = true
		pairs = append(pairs, pair{key.Name, l.At(i + 1)})
	}
	return Plist{pairs}, nil
}

func find(pairs []pair, key string) int {
	for i := range pairs {
		if pairs[i].key == key {
			return i
		}
	}
	return -1
}

// With gives a copy in which key has the value v: in its old place when it was there, at the end otherwise.
// A nil v means NIL.
func (p Plist) With(key string, v Value) Plist {
	if v == nil {
		v = NIL
	}
	pairs := append(make([]pair, 0, len(p.pairs)+1), p.pairs...)
	if i := find(pairs, key); i >= 0 {
		pairs[i].value = v
		return Plist{pairs}
	}
	return Plist{append(pairs, pair{key, v})}
}

// Without gives a copy that lacks key.
func (p Plist) Without(key string) Plist {
	i := find(p.pairs, key)
	if i < 0 {
		return p
	}
	pairs := append(make([]pair, 0, len(p.pairs)-1), p.pairs[:i]...)
	return Plist{append(pairs, p.pairs[i+1:]...)}
}

// Len is the number of keys.
func (p Plist) Len() int { return len(p.pairs) }

// At gives the i-th key and its value, and panics when there is none.
func (p Plist) At(i int) (key string, v Value) { return p.pairs[i].key, p.pairs[i].value }

// All ranges over the keys and their values, in order.
func (p Plist) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for _, kv := range p.pairs {
			if !yield(kv.key, kv.value) {
				return
			}
		}
	}
}

// Keys gives the keys in order, in a new slice.
func (p Plist) Keys() []string {
	keys := make([]string, len(p.pairs))
	for i := range p.pairs {
		keys[i] = p.pairs[i].key
	}
	return keys
}

// Get gives the value of key, and whether the key is there.
func (p Plist) Get(key string) (Value, bool) {
	if i := find(p.pairs, key); i >= 0 {
		return p.pairs[i].value, true
	}
	return nil, false
}

// Text gives the value of key when it is a String.
func (p Plist) Text(key string) (string, bool) {
	v, _ := p.Get(key)
	s, ok := v.(String)
	return string(s), ok
}

// Integer gives the value of key when it is an Int.
func (p Plist) Integer(key string) (int64, bool) {
	v, _ := p.Get(key)
	n, ok := v.(Int)
	return int64(n), ok
}

// Keyword gives the name of the value of key when it is a keyword.
func (p Plist) Keyword(key string) (string, bool) {
	v, _ := p.Get(key)
	s, ok := v.(Symbol)
	if !ok || !s.IsKeyword() {
		return "", false
	}
	return s.Name, true
}

// True reports whether key is there with a value other than NIL, Lisp's sense of true.
func (p Plist) True(key string) bool {
	v, ok := p.Get(key)
	return ok && !IsNil(v)
}

// List gives the value of key when it is a list, NIL included.
func (p Plist) List(key string) (List, bool) {
	v, ok := p.Get(key)
	if !ok {
		return List{}, false
	}
	return AsList(v)
}

// Plist gives the value of key when it is a property list, NIL included.
func (p Plist) Plist(key string) (Plist, bool) {
	v, ok := p.Get(key)
	if !ok {
		return Plist{}, false
	}
	q, err := AsPlist(v)
	return q, err == nil
}

// Value gives the property list as a list value, NIL when it is empty.
func (p Plist) Value() Value {
	if len(p.pairs) == 0 {
		return NIL
	}
	items := make([]Value, 0, 2*len(p.pairs))
	for _, kv := range p.pairs {
		items = append(items, Keyword(kv.key), kv.value)
	}
	return List{items: items}
}

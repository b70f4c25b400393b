package sexp

import (
	"errors"
	"fmt"
	"iter"
)

// Why a value is not a property list; PlistError wraps one of these, for errors.Is.
var (
	ErrNotList      = errors.New("not a list")
	ErrDotted       = errors.New("a dotted list")
	ErrOddLength    = errors.New("a key without a value")
	ErrNotKeyword   = errors.New("a key that is not a keyword")
	ErrDuplicateKey = errors.New("a key given twice")
)

// PlistError says why a value is not a property list.
type PlistError struct {
	Key   Value // the offending key; nil when there is none
	Index int   // its position in the list, from 0; -1 when there is none
	Cause error // one of ErrNotList, ErrDotted, ErrOddLength, ErrNotKeyword, ErrDuplicateKey
}

// Error says what is wrong and with which key.
func (e *PlistError) Error() string {
	if e.Key == nil {
		return "not a property list: " + e.Cause.Error()
	}
	return fmt.Sprintf("not a property list: %v: %s (element %d)", e.Cause, abbreviate(Print(e.Key)), e.Index+1)
}

// Unwrap gives the cause.
func (e *PlistError) Unwrap() error { return e.Cause }

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

// AsPlist gives v as a property list. NIL is the empty one. The error is a *PlistError.
func AsPlist(v Value) (Plist, error) {
	l, ok := AsList(v)
	if !ok {
		return Plist{}, &PlistError{Index: -1, Cause: ErrNotList}
	}
	if _, dotted := l.Tail(); dotted {
		return Plist{}, &PlistError{Index: -1, Cause: ErrDotted}
	}
	pairs := make([]pair, 0, l.Len()/2)
	seen := newKeySet(l.Len() / 2)
	for i := 0; i < l.Len(); i += 2 {
		key, ok := l.At(i).(Symbol)
		if !ok || !key.IsKeyword() {
			return Plist{}, &PlistError{Key: l.At(i), Index: i, Cause: ErrNotKeyword}
		}
		if i+1 == l.Len() {
			return Plist{}, &PlistError{Key: key, Index: i, Cause: ErrOddLength}
		}
		if seen.has(pairs, key.Name) {
			return Plist{}, &PlistError{Key: key, Index: i, Cause: ErrDuplicateKey}
		}
		seen.add(key.Name)
		pairs = append(pairs, pair{key.Name, l.At(i + 1)})
	}
	return Plist{pairs}, nil
}

// keySet finds a key among pairs: by looking at each while there are few, by a map when there are many, so
// that a list of any length takes linear time.
type keySet map[string]struct{}

func newKeySet(pairs int) keySet {
	const few = 16
	if pairs <= few {
		return nil
	}
	return make(keySet, pairs)
}

func (s keySet) has(pairs []pair, key string) bool {
	if s == nil {
		return find(pairs, key) >= 0
	}
	_, ok := s[key]
	return ok
}

func (s keySet) add(key string) {
	if s != nil {
		s[key] = struct{}{}
	}
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

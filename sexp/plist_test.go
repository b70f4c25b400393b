package sexp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func mustRead(t testing.TB, text string) Value {
	t.Helper()
	v, err := Read(text, Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestAsPlist(t *testing.T) {
	for text, cause := range map[string]error{
		"nil": nil, "(:a 1)": nil, "(:a 1 :b 2)": nil, "(:a :a)": nil, "(:|a| 1 :a 2)": nil,
		"a": ErrNotList, "\"a\"": ErrNotList, "#(:a 1)": ErrNotList,
		"(:a 1 . 2)": ErrDotted, "(:a . 1)": ErrDotted,
		"(:a)": ErrOddLength, "(:a 1 :b)": ErrOddLength,
		"(a 1)": ErrNotKeyword, "(\"a\" 1)": ErrNotKeyword, "(:a 1 2 3)": ErrNotKeyword, "(nil 1)": ErrNotKeyword,
		"(#:a 1)":     ErrNotKeyword,
		"(:a 1 :a 2)": ErrDuplicateKey, "(:a 1 :b 2 keyword:A 3)": ErrDuplicateKey,
	} {
		p, err := AsPlist(mustRead(t, text))
		if !errors.Is(err, cause) || (cause == nil) != (err == nil) {
			t.Errorf("%s: %v, want %v", text, err, cause)
		}
		var e *PlistError
		if cause != nil && !errors.As(err, &e) {
			t.Errorf("%s: %v is no *PlistError", text, err)
		}
		if cause == nil && !Equal(p.Value(), mustRead(t, text)) {
			t.Errorf("%s became %s", text, Print(p.Value()))
		}
	}
	var many strings.Builder
	for i := range 40 {
		fmt.Fprintf(&many, ":k%d %d ", i, i)
	}
	var e *PlistError
	_, err := AsPlist(mustRead(t, "("+many.String()+":K7 0)"))
	if !errors.As(err, &e) || e.Cause != ErrDuplicateKey || e.Index != 80 || !Equal(e.Key, Keyword("K7")) {
		t.Errorf("a duplicate among many: %v", err)
	}
}

func TestPlistAccess(t *testing.T) {
	p, err := AsPlist(mustRead(t, `(:n 3 :s "x" :k :word :l (1 2) :p (:q 1) :nil nil :big 99999999999999999999)`))
	if err != nil {
		t.Fatal(err)
	}
	if n, ok := p.Integer("N"); !ok || n != 3 {
		t.Error("Integer", n, ok)
	}
	if s, ok := p.Text("S"); !ok || s != "x" {
		t.Error("Text", s, ok)
	}
	if k, ok := p.Keyword("K"); !ok || k != "WORD" {
		t.Error("Keyword", k, ok)
	}
	if l, ok := p.List("L"); !ok || l.Len() != 2 {
		t.Error("List", l, ok)
	}
	if q, ok := p.Plist("P"); !ok || q.Len() != 1 {
		t.Error("Plist", q, ok)
	}
	if l, ok := p.List("NIL"); !ok || l.Len() != 0 {
		t.Error("List of NIL", l, ok)
	}
	if p.True("NIL") || p.True("NONE") || !p.True("N") {
		t.Error("True")
	}
	for _, key := range []string{"S", "BIG", "NONE", "n"} {
		if _, ok := p.Integer(key); ok {
			t.Errorf("%s is an Integer", key)
		}
	}
	for _, key := range []string{"N", "NONE"} {
		_, text := p.Text(key)
		_, word := p.Keyword(key)
		_, list := p.List(key)
		_, plist := p.Plist(key)
		if text || word || list || plist {
			t.Errorf("%s is something: %v %v %v %v", key, text, word, list, plist)
		}
	}
	if _, ok := p.Plist("L"); ok {
		t.Error("(1 2) is a Plist")
	}
}

// TestPlistModel changes a Plist as it changes a list of keys and a map, and keeps the earlier ones.
func TestPlistModel(t *testing.T) {
	key := rapid.SampledFrom([]string{"A", "B", "C", "D", "e", "a b"})
	rapid.Check(t, func(t *rapid.T) {
		var p, earlier Plist
		var keys []string
		values, before := map[string]Value{}, "NIL"
		t.Repeat(map[string]func(*rapid.T){
			"with": func(t *rapid.T) {
				earlier, before = p, Print(p.Value())
				k, v := key.Draw(t, "key"), Int(rapid.Int64().Draw(t, "value"))
				if p = p.With(k, v); values[k] == nil {
					keys = append(keys, k)
				}
				values[k] = v
			},
			"without": func(t *rapid.T) {
				earlier, before = p, Print(p.Value())
				k := key.Draw(t, "key")
				p = p.Without(k)
				keys = slices.DeleteFunc(keys, func(other string) bool { return other == k })
				delete(values, k)
			},
			"": func(t *rapid.T) {
				if !slices.Equal(p.Keys(), keys) && len(keys)+p.Len() > 0 {
					t.Fatalf("keys %v, want %v", p.Keys(), keys)
				}
				for i, k := range keys {
					at, v := p.At(i)
					got, ok := p.Get(k)
					if at != k || !ok || !Equal(v, values[k]) || !Equal(got, v) {
						t.Fatalf("%s is %v", k, got)
					}
				}
				if Print(earlier.Value()) != before {
					t.Fatalf("%s was changed to %s", before, Print(earlier.Value()))
				}
				if q, err := AsPlist(p.Value()); err != nil || !Equal(q.Value(), p.Value()) {
					t.Fatalf("%s: %v", Print(p.Value()), err)
				}
			},
		})
	})
}

package sexp

import (
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
	many := ""
	for i := range 40 {
		many += fmt.Sprintf(":k%d %d ", i, i)
	}
	for text, want := range map[string]string{
		"nil": "", "(:a 1)": "", "(:a 1 :b 2)": "", "(:a :a)": "", "(:|a| 1 :a 2)": "",
		"a": "not a list", "\"a\"": "not a list", "#(:a 1)": "not a list",
		"(:a 1 . 2)": "a dotted list", "(:a . 1)": "a dotted list",
		"(:a)": "a key without a value", "(:a 1 :b)": "a key without a value",
		"(a 1)": "not a keyword", "(\"a\" 1)": "not a keyword", "(:a 1 2 3)": "not a keyword", "(nil 1)": "not a keyword",
		"(#:a 1)":     "not a keyword",
		"(:a 1 :a 2)": "a key given twice", "(:a 1 :b 2 keyword:A 3)": "a key given twice",
		"(" + many + ":K7 0)": "a key given twice: :K7 (element 81)",
	} {
		p, err := AsPlist(mustRead(t, text))
		if (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
		if want == "" && !Equal(p.Value(), mustRead(t, text)) {
			t.Errorf("%s became %s", text, Print(p.Value()))
		}
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

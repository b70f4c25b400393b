package index

import (
	"strings"
	"testing"

	"pp/engine/memory"
	"pp/engine/memory/org"
)

// FuzzExtract reads notes of files of any bytes: each stands within its file and behind its parent.
func FuzzExtract(f *testing.F) {
	f.Add("a.org", "* One\n:PROPERTIES:\n:ID: x\n:END:\n*** Three :a:b:\n** Two :secret:\n\xff\x00")
	f.Add("a.md", "One\n===\n# Two\n```\n# no\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		entries, _ := extract(name, text, org.Privacy{Tags: []string{"secret"}})
		for i, e := range entries {
			if e.start < 0 || e.own < e.start || e.end < e.own || e.end > len(text) || e.parent >= i {
				t.Fatalf("%d: %+v", i, e)
			}
		}
	})
}

// FuzzQuestion asks anything of an index: it is no error, how like a note is stays a share, and an excerpt is short.
func FuzzQuestion(f *testing.F) {
	x, err := Open(Options{Objects: told("One toolbox\ntext of two words " + strings.Repeat("a b-c. ", 100))})
	if err != nil {
		f.Fatal(err)
	}
	if _, err := x.Refresh(f.Context(), 0); err != nil {
		f.Fatal(err)
	}
	f.Add("Which tool-box does Anna Berg have, texxt of wordstwo?")
	f.Add("東京 tokyo max_size \xff \" OR NEAR(a b) one* -two {title}: x")
	f.Fuzz(func(t *testing.T, question string) {
		hits, err := x.Search(t.Context(), memory.Query{Text: question})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			if !(h.Similar >= 0 && h.Similar <= 1.000001) || len(h.Excerpt) > maxExcerpt {
				t.Errorf("%v, %d bytes", h.Similar, len(h.Excerpt))
			}
		}
		_, _ = x.Lookup(question, memory.Reach{})
	})
}

// told is a store of one object.
type told string

func (o told) Head() (string, error) { return "1", nil }

func (o told) Changed(_ func(memory.Stamp) bool, visit func(memory.Object) bool) (int, error) {
	kept, err := o.Get("one")
	visit(kept)
	return 0, err
}

func (o told) Get(string) (memory.Object, error) {
	return memory.Object{ID: "one", Type: "NOTE", Content: string(o)}, nil
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"The Fence, 2 m high":         "the fence 2 m high",
		"readFile max_size _x_ a__b":  "read file readfile max size maxsize x ab",
		"McDonald HTTPServer v2.10":   "mcdonald httpserver v2 10",
		"Crème BRÛLÉE Straße Łódź":    "creme brulee strase lodz",
		"Cre\u0300me \ufffd\xff fine": "creme fine",
		"東京都 京 ab東":                   "東京 京都 京 ab 東",
		"Привет":                      "привет",
	} {
		if s := strings.Join(words(text), " "); s != want {
			t.Errorf("%q: got %q", text, s)
		}
	}
}

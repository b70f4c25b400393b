package memory

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"pp/engine"
)

// The vectors were made by a program in another language, from the rule alone.
func TestHashVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/hashes.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name, ID, Type, Scope, Origin, Content, Hash string
		Attributes                                   [][2]string
		Children                                     []string
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	bytesOf := func(s string) string {
		times := 1
		if rest, ok := strings.CutPrefix(s, "repeat:100000:"); ok {
			s, times = rest, 100000
		}
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Repeat(string(b), times)
	}
	seen := map[Hash]string{}
	for _, x := range list {
		o := Object{ID: bytesOf(x.ID), Type: x.Type, Content: bytesOf(x.Content)}
		for _, origin := range []engine.Origin{engine.OriginAgent, engine.OriginPerson} {
			if origin.String() == x.Origin {
				o.Origin = origin
			}
		}
		for _, k := range []ScopeKind{ScopeMemex, ScopeWorkspace, ScopeConversation} {
			if kind, name, _ := strings.Cut(x.Scope, ":"); kind == k.String() {
				o.Scope = Scope{k, name}
			}
		}
		for _, a := range x.Attributes {
			o.Attributes = append(o.Attributes, Attribute{a[0], bytesOf(a[1])})
		}
		var children []Hash
		for _, c := range x.Children {
			h, err := ParseHash(c)
			if err != nil {
				t.Fatal(err)
			}
			children = append(children, h)
		}
		h := HashOf(o, children)
		if h.String() != x.Hash {
			t.Errorf("%s: %s, want %s", x.Name, h, x.Hash)
		}
		if other, again := seen[h]; again {
			t.Errorf("%s and %s are written alike", x.Name, other)
		}
		seen[h] = x.Name
	}
	if len(list) < 10 {
		t.Error("there are few vectors")
	}
}

func TestWhatCannotBeKept(t *testing.T) {
	s := open(t.TempDir())
	for name, o := range map[string]Object{
		"no type":           {},
		"lower case":        {Type: "note"},
		"a scope unnamed":   {Type: "NOTE", Scope: Scope{Kind: ScopeWorkspace}},
		"a memex named":     {Type: "NOTE", Scope: Scope{Name: "x"}},
		"an unknown scope":  {Type: "NOTE", Scope: Scope{Kind: 7, Name: "x"}},
		"an unknown origin": {Type: "NOTE", Origin: 9},
		"a name twice":      {Type: "NOTE", Attributes: []Attribute{{"A", "1"}, {"A", "2"}}},
		"a name unfit":      {Type: "NOTE", Attributes: []Attribute{{"a", "1"}}},
		"much":              {Type: "NOTE", Content: strings.Repeat("x", MaxContent+1)},
		"many attributes":   {Type: "NOTE", Attributes: []Attribute{{"A", strings.Repeat("x", maxFields)}}},
		"many children":     {Type: "NOTE", Children: make([]string, maxChildren+1)},
	} {
		if _, err := s.Put(t.Context(), me, o); !errors.Is(err, ErrObject) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Snapshot(t.Context(), me, "12"); !errors.Is(err, ErrObject) {
		t.Error(err)
	}
	if head, err := s.Head(); err != nil || head != (Position{}) {
		t.Error("something was kept", head, err)
	}
	// The largest that can be kept is kept, in a record that can be read back.
	o := Object{Type: "NOTE", Attributes: []Attribute{{"A", strings.Repeat("\xff", maxFields-1)}},
		Content: strings.Repeat("\xff", MaxContent), ID: strings.Repeat("\xff", maxID)}
	for range maxChildren {
		o.Children = append(o.Children, strings.Repeat("c", 100))
	}
	if kept := put(t, s, o); kept.Hash != HashOf(o, make([]Hash, maxChildren)) {
		t.Error("it has another hash")
	}
	if got, err := open(s.dir).Get(o.ID); err != nil || got.Content != o.Content {
		t.Error(err)
	}
}

type masker struct{}

func (masker) Redact(s string) string { return strings.ReplaceAll(s, "hunter2", "[MASKED]") }

func TestSecretsAreMasked(t *testing.T) {
	s := open(t.TempDir())
	s.options.Redactor = masker{}
	o := put(t, s, Object{Type: "NOTE", Content: "it is hunter2", Attributes: []Attribute{{"TITLE", "hunter2"}}})
	if err := s.Keep(t.Context(), me, []Object{{ID: "x", Type: "HEADLINE", Content: "* hunter2"}}); err != nil {
		t.Fatal(err)
	}
	if o.Content != "it is [MASKED]" {
		t.Error(o.Content)
	}
	notIn(t, s.dir, []string{"hunter2"})
}

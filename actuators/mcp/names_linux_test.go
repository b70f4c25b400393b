package mcp

import (
	"strings"
	"testing"

	"pp/engine"
)

// A name that does not show as what it is, or is too long, is none.
func TestNamesThatDeceive(t *testing.T) {
	for _, name := range []string{"", "a\nb", "a\x1b[31mb", "\u202eevil", "a\u200bb", "a\u00a0b", "\xff",
		strings.Repeat("x", 129)} {
		if err := checkSet([]Definition{{Name: name}}); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	for _, name := range []string{"add", "x__y", "admin.tools.list", "a/b", "größe", strings.Repeat("x", 128)} {
		if err := checkSet([]Definition{{Name: name}}); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestNamesThatDifferInCase: tools whose names no service could tell apart are both offered, under names of their own
// that do not depend on the order, and the person is told which is which.
func TestNamesThatDifferInCase(t *testing.T) {
	const list = `{"name":"Greet","inputSchema":{"type":"object"}},` + greet +
		`,{"name":"a b","inputSchema":{"type":"object"}},` +
		`{"name":"broken","inputSchema":{"type":"object","properties":[]}}`
	s := &standIn{tools: list}
	set := newSet(t, s, nil)
	r, err := set.Review(t.Context(), "one")
	if err != nil || r.Names["Greet"] == r.Names["greet"] || r.Names["a b"] != "mcp__one__a_b" ||
		r.Withheld["broken"] == "" {
		t.Fatalf("%+v, %v", r, err)
	}
	if err := set.Accept(r); err != nil {
		t.Fatal(err)
	}
	offered := engine.ToolTable{}
	for _, tool := range set.Tools() {
		offered[tool.Spec.Name] = tool.Spec
	}
	st := set.Status()[0]
	for own, name := range r.Names {
		if _, there := offered[name]; there == (own == "broken") || st.Names[own] != name {
			t.Errorf("%s is %s: offered %v", own, name, there)
		}
	}
	twice := engine.ToolCall{Tool: r.Names["greet"], Args: `{"who":"a","WHO":"b"}`}
	_, err = engine.Decoder{Tools: offered}.Call(twice, "why")
	if err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("an argument that is given twice: %v", err)
	}
	if _, err := call(t, set, set.opts.Facts(), r.Names["Greet"], `{}`); err != nil || len(s.calls) != 1 ||
		!strings.Contains(s.calls[0], `"Greet"`) {
		t.Errorf("%v, %v", err, s.calls)
	}
}

package tools

import (
	"path"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestGlob(t *testing.T) {
	for _, c := range []struct{ pattern, yes, no string }{
		{"*.go", "a.go .go d/a.go d/e/b.go", "a.gox go a.go/x"},
		{"a?c", "abc aäc d/abc", "ac abbc"},
		{"[a-c]x", "ax bx d/cx", "dx x"},
		{"[!a-c]x", "dx äx", "ax /x"},
		{"[^a]x", "bx", "ax"},
		{"[]]x", "]x", "x"},
		{"{a,b*}.{c,h}", "a.c bb.h b.c", "c.c a.x"},
		{"{a,{b,c}}d", "ad bd cd", "d"},
		{`\*x`, "*x d/*x", "ax"},
		{"a.b", "a.b", "axb"},
		{"d/*", "d/a d/.b", "d d/a/b e/a"},
		{"./d/*", "d/a", "d/a/b"},
		{"d/**", "d/a d/a/b", "d e/a"},
		{"**/x", "x a/x a/b/x", "ax a/bx x/a"},
		{"a/**/x", "a/x a/b/x a/b/c/x", "ax b/x a/bx"},
		{"**", "a a/b", ""},
		{"a**b", "ab axb d/axb", "a/b"},
		{"***", "a d/b", ""},
		{"d/", "d e/d", "d/x"},
		{"{d/a,b}", "d/a b", "a e/b"},
		{"{**/x,y/*}", "x a/x y/z", "y y/z/w"},
		{"a,b}", "a,b}", "a b"},
		{"ä*", "äb", "ab"},
	} {
		g, err := CompileGlob(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, name := range strings.Fields(c.yes) {
			if !g.AnyDepth(name) {
				t.Errorf("%s does not match %s (%s)", c.pattern, name, g.rx)
			}
		}
		for _, name := range strings.Fields(c.no) {
			if g.AnyDepth(name) {
				t.Errorf("%s matches %s (%s)", c.pattern, name, g.rx)
			}
		}
	}
}

// Where path.Match knows the notation, it says the same.
func TestGlobAgreesWithPathMatch(t *testing.T) {
	matched := 0
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.StringMatching(`([abä.]|\*|\?|\[[ab]\]|\[a-c\]|\[\^ab\]|\\\*|/[ab]){1,8}`).Draw(t, "pattern")
		if strings.HasPrefix(pattern, "/") || strings.Contains(pattern, "**") || strings.Contains(pattern, "..") ||
			strings.HasPrefix(pattern, "./") {
			t.Skip("another notation")
		}
		name := rapid.StringMatching(`[abc]([abcä.*]|/[abc]){0,7}`).Draw(t, "name")
		if rapid.Bool().Draw(t, "like it") {
			name = strings.NewReplacer(`\*`, "*", "[ab]", "a", "[a-c]", "c", "[^ab]", "c", "*", "ab", "?", "b").Replace(pattern)
		}
		g, err := CompileGlob(pattern)
		if err != nil {
			t.Fatalf("%q: %v", pattern, err)
		}
		at := name
		if !strings.Contains(pattern, "/") {
			at = path.Base(name)
		}
		want, err := path.Match(pattern, at)
		if err != nil {
			t.Fatalf("path.Match(%q): %v", pattern, err)
		}
		if got := g.AnyDepth(name); got != want {
			t.Fatalf("%q and %q: %v, path.Match says %v (%s)", pattern, name, got, want, g.rx)
		}
		if want {
			matched++
		}
	})
	if matched == 0 {
		t.Error("nothing matched: the generator tests nothing")
	}
}

// No pattern takes long, however many stars it has.
func TestGlobIsLinear(t *testing.T) {
	g, err := CompileGlob(strings.Repeat("*a", 400) + "b")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool, 1)
	go func() { done <- g.AnyDepth(strings.Repeat("a", 4000)) }()
	select {
	case got := <-done:
		if got {
			t.Error("it matches")
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("matching takes exponential time")
	}
}

func FuzzGlob(f *testing.F) {
	for _, p := range []string{"*", "**/[a-z]?{x,y}", "[", "{", "}", `\`, "[]", "[!", "a{,}b", "**/**", "\xff", "[\\]",
		"{[}]", "[a-", "//"} {
		f.Add(p, "a/b.go")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		g, err := CompileGlob(pattern)
		if err != nil {
			return
		}
		g.AnyDepth(name)
		if !strings.ContainsAny(pattern, `*?[{}\,/`) && pattern != "." && name != "" &&
			strings.ToValidUTF8(pattern, "") == pattern && !g.AnyDepth(pattern) {
			t.Errorf("%q does not match itself (%s)", pattern, g.rx)
		}
	})
}

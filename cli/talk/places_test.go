package talk

import (
	"fmt"
	"strings"
	"testing"

	"pp/engine"
)

func TestPlaces(t *testing.T) {
	for _, c := range []struct{ tool, text, want string }{
		{"shell", "a.go:12: x\nb/c:3\n./d.go:4:5: y\n", "/w/a.go:12 /w/b/c:3 /w/d.go:4"},
		{"shell", "12:30:00\nhttp://x.y:80\nnote: 3\na.go:0\na b.go:3\n:7\n.:x", ""},
		{"search-files", "notes.txt\n2: The boat: 7\n9: x\nsub/b.go\n1: y", "/w/notes.txt:2 /w/notes.txt:9 /w/sub/b.go:1"},
	} {
		var a engine.Action
		if a.Op = (engine.Call{Tool: c.tool}); c.tool == "shell" {
			a.Op = engine.Run{Command: "x"}
		}
		var got []string
		for _, p := range Places(a, engine.Result{Text: c.text}, "/w") {
			got = append(got, fmt.Sprintf("%s:%d", p.File, p.Line))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

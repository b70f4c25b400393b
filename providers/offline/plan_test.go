package offline

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// described is a request in one line; its verb is "-" where it has none.
func described(r request) string {
	verbs := [...]string{"-", "summarize", "count", "calculate", "read", "list", "find", "search", "run", "fetch",
		"remember", "recall"}
	out := verbs[r.verb]
	for _, part := range [][2]string{{"what", nouns[r.what]}, {"text", r.text}, {"file", r.file}, {"dir", r.dir}} {
		if part[1] != "" {
			out += fmt.Sprintf(" %s=%q", part[0], part[1])
		}
	}
	return out
}

// TestParse reads the prompts of testdata/prompts.golden. Each has what it asks for behind it, or "-" where it is left
// to a model.
func TestParse(t *testing.T) {
	data, err := os.ReadFile("testdata/prompts.golden")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		quoted, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		prompt, err := strconv.Unquote(quoted)
		if got := described(parse(prompt)); err != nil || got != want {
			t.Errorf("parse(%q) = %s, %v; want %s", prompt, got, err, want)
		}
	}
	if r := parse(strings.Repeat("2+", 4000) + "2"); r.verb != unknown {
		t.Errorf("a long calculation is %s", described(r))
	}
}

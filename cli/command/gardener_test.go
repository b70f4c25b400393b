package command

import (
	"strings"
	"testing"
)

// A repair that adds or removes a line changes no other.
func TestChangedLines(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"a\nb\nc", "a\nB\nc", "- b|+ B"},
		{"a\nb\nc", "new\na\nb\nc", "+ new"},
		{"a\nb\nc\n", "b\nc\n", "- a"},
		{"a\nb", "a\nb\nc", "+ c"},
		{"same", "same", ""},
		{"-- a", "-- b", "- -- a|+ -- b"},
	} {
		if got := strings.Join(changedLines(c.old, c.now), "|"); got != c.want {
			t.Errorf("%q to %q: %s; want %s", c.old, c.now, got, c.want)
		}
	}
}

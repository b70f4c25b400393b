package tools

import (
	"testing"

	"pp/engine"
	"pp/engine/memory/org"
	"pp/sexp"
)

func TestAfter(t *testing.T) {
	args := sexp.Plist{}.With("CONTENT", sexp.String("new\n")).With("OLD", sexp.String("b")).With("NEW", sexp.String("c"))
	for _, tc := range []struct {
		tool, before, want string
		ok, fails          bool
	}{
		{"write-file", "old\n", "new\n", true, false}, {"edit-file", "a b\n", "a c\n", true, false},
		{"edit-file", "a\n", "", true, true}, {"read-file", "a\n", "", false, false},
	} {
		got, ok, err := After(engine.Call{Tool: tc.tool, Args: args}, org.Privacy{}, "f", tc.before)
		if got != tc.want || ok != tc.ok || (err != nil) != tc.fails {
			t.Errorf("%s of %q: %q %v %v", tc.tool, tc.before, got, ok, err)
		}
	}
}

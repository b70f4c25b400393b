//go:build linux

package cli

import (
	"testing"

	"pp/cli/output"
)

// What a terminal has no room for goes on below its column, from word to word; nothing else is touched.
func TestInRows(t *testing.T) {
	_, wide := newPTY(t, 60, 24)
	_, narrow := newPTY(t, 30, 24)
	text := "/deny TOKEN [REASON …]    deny an action that waits for approval\n  plain words\n"
	for _, tc := range []struct {
		name   string
		stream any
		want   string
	}{
		{"a pipe", nil, text},
		{"wide", wide, "/deny TOKEN [REASON …]    deny an action that waits for \n" +
			"                          approval\n  plain words\n"},
		{"narrow", narrow, "/deny TOKEN [REASON …]    \n    deny an action that waits \n    for approval\n  plain words\n"},
	} {
		if got := output.InRows(tc.stream, text); got != tc.want {
			t.Errorf("%s:\n%s", tc.name, got)
		}
	}
}

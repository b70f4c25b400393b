package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestLanguage checks lines in which the meaning of a command depends on what the
// shell does with its variables, beside lines that look like them.
func TestLanguage(t *testing.T) {
	a, f := analyst(), home()
	for _, tc := range enginetest.Table[struct {
		cmd  string
		want engine.Decision
	}]("testdata/language.txt") {
		if got := judge(t, a, tc.cmd, f); got.Decision != tc.want {
			t.Errorf("%s: %s, not %s: %s", tc.cmd, got.Decision, tc.want, got.Sentence())
		}
	}
}

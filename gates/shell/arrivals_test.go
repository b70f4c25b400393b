package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// What was brought from another place is not run, whichever program brought it; what was there before is, and so is
// what was sent.
func TestBroughtIsNotRun(t *testing.T) {
	a, f := analyst(), home()
	for cmd, want := range enginetest.Map[engine.Decision]("testdata/arrivals.txt") {
		if v := judge(t, a, cmd, f); v.Decision != want {
			t.Errorf("%s: %v, want %v: %s", cmd, v.Decision, want, v.Sentence())
		}
	}
}

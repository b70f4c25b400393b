package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestOutputIsOpaque checks that what a program prints is not taken for an operand of another one: an author could make
// a flag, a path elsewhere, or a subscript of it.
func TestOutputIsOpaque(t *testing.T) {
	a, f := analyst(), home()
	for _, cmd := range enginetest.Table[string]("testdata/printed.txt") {
		if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
			t.Errorf("allowed: %s", cmd)
		}
	}
}

package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestLeavingEarly checks that what stands behind a return, a break, an error or a file that does not open may not
// happen: $c is reboot where it did not.
func TestLeavingEarly(t *testing.T) {
	deny := enginetest.Table[string]("testdata/sequence.txt")
	allow := []string{
		`f() { (return); c=ls; }; f; $c`,
		`f() { g; c=ls; }; g() { return; }; f; $c`,
		": $((1 / 0))\nc=ls\n$c",
		"{ : $((4 / 2)); c=ls; }\n$c",
		`c=ls </dev/null; $c`,
		`{ c=ls; } 2>&1; $c`,
		`c=ls <go.mod; $c`,
		`f() { c=ls; return 1; }; f; $c`,
		`for i in 1; do for j in 1; do break; done; c=ls; $c; done`,
	}
	a := analyst()
	for _, cmd := range deny {
		if v := judge(t, a, "c=reboot\n"+cmd, home()); v.Decision != engine.Deny {
			t.Errorf("%s: %v", cmd, v.Decision)
		}
	}
	for _, cmd := range allow {
		if v := judge(t, a, "c=reboot\n"+cmd, home()); v.Decision != engine.Allow {
			t.Errorf("%s: %v", cmd, v.Decision)
		}
	}
}

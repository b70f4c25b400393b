package output

import (
	"bytes"
	"testing"

	"pp/cli/system"
	"pp/engine"
)

// TestDeniedTwiceIsSaidOnce: where each denial is shown as it comes, the same one again is a line.
func TestDeniedTwiceIsSaidOnce(t *testing.T) {
	var stderr bytes.Buffer
	p := New(system.System{Stdout: &stderr, Stderr: &stderr}, &Options{})
	p.Trace = TraceLine
	d := engine.Denial{Gate: "dispatcher", Rule: "secret-path", Reason: "Reads .env.", Action: "(:TYPE :REQUEST)"}
	p.Rejected(engine.Rejected{Denial: d})
	p.Rejected(engine.Rejected{Denial: d, Again: true})
	want := "pp: denied: dispatcher/secret-path: Reads .env.\n    (:TYPE :REQUEST)\npp: denied: the same again\n"
	if got := stderr.String(); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

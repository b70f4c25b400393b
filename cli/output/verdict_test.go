package output

import (
	"bytes"
	"strings"
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
	p.Rejected(engine.Rejected{Denial: d, Last: true, Again: true})
	want := "pp: denied: dispatcher/secret-path: Reads .env.\n    (:TYPE :REQUEST)\npp: denied: the same again\n"
	if got := stderr.String(); got != want {
		t.Errorf("said %q, want %q", got, want)
	}
}

// TestWhatStaysDeniedIsSaidOnce: at the end of a run, unless it was said as it came; of the next run again.
func TestWhatStaysDeniedIsSaidOnce(t *testing.T) {
	d := engine.Denial{Gate: "dispatcher", Rule: "secret-path", Reason: "Reads .env."}
	corrected := engine.Denial{Gate: "dispatcher", Rule: "high-impact", Reason: "Writes it.", Corrected: true}
	for _, tc := range []struct {
		name string
		came []engine.Rejected
		said int
	}{{"at the end", []engine.Rejected{{Denial: d}}, 1}, {"as it came", []engine.Rejected{{Denial: d, Last: true}}, 1},
		{"tried twice", []engine.Rejected{{Denial: d}, {Denial: d, Last: true, Again: true}}, 1}} {
		var stderr bytes.Buffer
		p := New(system.System{Stdout: &stderr, Stderr: &stderr}, &Options{})
		for range 2 {
			stderr.Reset()
			out := engine.Outcome{Denials: []engine.Denial{corrected}}
			for _, ev := range tc.came {
				p.Rejected(ev)
				out.Denials = append(out.Denials, ev.Denial)
			}
			p.SayUndone(out)
			got := stderr.String()
			if strings.Count(got, "Reads .env.") != tc.said || strings.Contains(got, "Writes it.") {
				t.Errorf("%s: said\n%s", tc.name, got)
			}
		}
	}
}

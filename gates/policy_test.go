package gates_test

import (
	"testing"

	"pp/engine"
	"pp/gates"
)

// TestExplanations checks that an action without an explanation is allowed with a record of that, and denied where the
// person requires one.
func TestExplanations(t *testing.T) {
	for _, tc := range []struct {
		text    string
		require bool
		want    engine.Decision
		reason  string
	}{
		{"", false, engine.Allow, engine.NoExplanation},
		{"  ", false, engine.Allow, engine.NoExplanation},
		{"ok", false, engine.Allow, "explained"},
		{"List the files", false, engine.Allow, "explained"},
		{"", true, engine.Deny, ""},
		{"ok", true, engine.Deny, ""},
		{"List the files", true, engine.Allow, "explained"},
	} {
		c := engine.Case{Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "ls"},
			Explanation: tc.text}, Facts: engine.Facts{RequireExplanation: tc.require}}
		got, err := gates.Policy{}.Check(c)
		if err != nil || len(got) != 1 || got[0].Decision != tc.want || tc.reason != "" && got[0].Reason != tc.reason {
			t.Errorf("explanation %q, required %v: %+v, %v; want %s %q", tc.text, tc.require, got, err, tc.want, tc.reason)
		}
	}
}

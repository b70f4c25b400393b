package gates_test

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
	"pp/sexp"
)

// What stands for a secret is never written in its place; to look for it, or to replace it, is no harm.
func TestNoMaskIsWritten(t *testing.T) {
	text := func(name string) engine.Param { return engine.Param{Name: name, Kind: engine.ParamText} }
	tools := engine.ToolTable{"edit-file": {Name: "edit-file", Params: []engine.Param{text("OLD"), text("NEW")}}}
	for _, tc := range []struct {
		old, new string
		writes   bool
		want     engine.Decision
	}{
		{"a", "key = [MASKED]", true, engine.Deny},
		{"key = [MASKED]", "b", true, engine.Allow},
		{"a", "key = [MASKED]", false, engine.Allow},
		{"a", "b", true, engine.Allow},
	} {
		args := sexp.Plist{}.With("OLD", sexp.String(tc.old)).With("NEW", sexp.String(tc.new))
		c := engine.Case{Action: engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: "edit-file", Args: args}},
			Facts: engine.Facts{Tools: tools}}
		if tc.writes {
			c.Effects = effect.Effects{Writes: []effect.Path{{Name: "/w/x"}}}
		}
		got, err := gates.Validator{}.Check(c)
		if err != nil || len(got) != 1 || got[0].Decision != tc.want {
			t.Errorf("%+v: %+v, %v", tc, got, err)
		}
	}
}

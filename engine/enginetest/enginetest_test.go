package enginetest_test

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

func TestClearIsTheJudgedAction(t *testing.T) {
	effects := effect.Effects{Writes: []effect.Path{{Given: "x", Name: "/d/x"}}}
	for _, a := range []engine.Action{
		{Target: engine.TargetCLI, Op: engine.Message{Text: "hello"}},
		{Target: engine.TargetSystem, Op: engine.Eval{Code: "(+ 1 2)"}},
		{Target: engine.TargetTool, Op: engine.Call{Tool: "write-file"}},
	} {
		c := enginetest.Clear(t, a, effects, "/d")
		if !c.Valid() || c.Action().Op == nil || c.Action().Tool() != a.Tool() {
			t.Errorf("%+v cleared as %+v", a, c.Action())
		}
		if got := c.Effects().Writes; len(got) != 1 || got[0].Name != "/d/x" {
			t.Errorf("effects %+v", c.Effects())
		}
		if c.Verdict().Dir != "/d" {
			t.Errorf("directory %q", c.Verdict().Dir)
		}
	}
}

func TestClearRefusesAnEmptyAction(t *testing.T) {
	rec := &fatal{TB: t}
	func() {
		defer func() { _ = recover() }()
		enginetest.Clear(rec, engine.Action{}, effect.Effects{}, "/")
	}()
	if !rec.failed {
		t.Error("an action with no operation was cleared")
	}
}

// fatal is a test that notes its failure and ends by a panic.
type fatal struct {
	testing.TB
	failed bool
}

func (f *fatal) Helper() {}

func (f *fatal) Fatalf(string, ...any) {
	f.failed = true
	panic("ended")
}

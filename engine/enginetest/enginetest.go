// Package enginetest is for tests only: it obtains a real [engine.Cleared], in the
// only way there is one, by letting a real [engine.Loop] judge an action and
// hand it to an actuator. The judge allows everything and the actuator does
// nothing but keep what it was given.
//
// No other code may import it. Start at [Clear].
package enginetest

import (
	"context"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// Clear gives a cleared action with these effects, judged in the directory dir.
// It fails the test when the loop clears nothing, as for an action without a
// target or operation.
func Clear(tb testing.TB, a engine.Action, e effect.Effects, dir string) engine.Cleared {
	tb.Helper()
	return ClearWith(tb, a, e, engine.Facts{Dir: dir})
}

// ClearWith is Clear for an action that was judged with these facts.
func ClearWith(tb testing.TB, a engine.Action, e effect.Effects, facts engine.Facts) engine.Cleared {
	tb.Helper()
	var got capture
	loop := engine.Loop{
		Judge:     allow{effects: e, facts: facts},
		Actuators: &got,
		Recorder:  forget{},
		Silent:    []engine.Target{a.Target}, // so that no answer is asked for
	}
	out := loop.Run(context.Background(), engine.Signal{Payload: engine.Request{Action: a}})
	if out.Err != nil {
		tb.Fatalf("the loop did not clear the action: %v", out.Err)
	}
	if !got.cleared.Valid() {
		tb.Fatalf("the loop cleared nothing: %+v", out)
	}
	return got.cleared
}

// Call clears a call of a tool with the effects that its own specification
// finds over the facts. It fails the test when the specification refuses.
func Call(tb testing.TB, spec engine.ToolSpec, args sexp.Plist, facts engine.Facts) engine.Cleared {
	tb.Helper()
	effects, err := spec.Effects(args, facts)
	if err != nil {
		tb.Fatalf("the effects of %s: %v", spec.Name, err)
	}
	a := engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: spec.Name, Args: engine.SortArgs(args)},
		Explanation: "a call made by a test"}
	return Clear(tb, a, effects, facts.Dir)
}

// allow is a judge that allows.
type allow struct {
	effects effect.Effects
	facts   engine.Facts
}

func (j allow) Judge(a engine.Action, _ engine.Facts) engine.Verdict {
	decision := engine.Allow
	if a.Op == nil || a.Target == "" {
		decision = engine.Deny
	}
	return engine.Verdict{Decision: decision, Action: a, Effects: j.effects, Dir: j.facts.Dir, Facts: j.facts}
}

// capture is an actuator for every target that keeps the cleared action.
type capture struct{ cleared engine.Cleared }

func (c *capture) Find(engine.Target) (engine.Actuator, bool) { return c, true }

func (c *capture) Do(_ context.Context, cleared engine.Cleared) (engine.Result, error) {
	c.cleared = cleared
	return engine.Result{Text: "captured"}, nil
}

// forget is a recorder: actions with effects need one.
type forget struct{}

func (forget) Record(context.Context, engine.Record) error { return nil }

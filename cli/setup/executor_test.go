package setup

import (
	"testing"
	"time"

	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
)

// TestNotUndoable checks that only what no layer holds is said to stay as a command leaves it.
func TestNotUndoable(t *testing.T) {
	store, err := undo.Open(t.TempDir()+"/undo", undo.Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	h := &Executor{Images: func() (*undo.Store, error) { return store, nil }}
	v := engine.Verdict{Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "make"}},
		Effects: effect.Effects{Runs: []effect.Program{{Name: "make", Class: effect.ProgramBuilds}}}}
	if got := h.NotUndoable(v); len(got) != 1 {
		t.Errorf("without layers: %q", got)
	}
	v.Confinement.Layers = true
	if got := h.NotUndoable(v); len(got) != 0 {
		t.Errorf("with layers: %q", got)
	}
}

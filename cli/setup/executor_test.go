package setup

import (
	"errors"
	"testing"
	"time"

	"pp/actuators/sandbox"
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

// TestNoLayerWithoutMounts checks that a command whose changes no layer would catch is told so, so that the files that
// it names are kept for undo instead.
func TestNoLayerWithoutMounts(t *testing.T) {
	store, err := undo.Open(t.TempDir()+"/undo", undo.Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	h := &Executor{Images: func() (*undo.Store, error) { return store, nil },
		Box: func() *sandbox.Sandbox { return sandbox.New(sandbox.Options{}) }}
	got, err := h.begin(t.Context(), engine.Cleared{}, []undo.Tree{{Dir: t.TempDir()}})
	if got != nil || !errors.Is(err, engine.ErrNoLayer) {
		t.Errorf("a layer %v, %v", got, err)
	}
}

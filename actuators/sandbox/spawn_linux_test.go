package sandbox

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// The child that was started ahead carries out the next command of its kind; one of another kind,
// for which no order came, ends without having done anything.
func TestExpectedChild(t *testing.T) {
	w := newWorld(t)
	w.needs(engine.FilesMounts)
	w.expect(true)
	other := w.spare
	w.expect(false)
	first := w.spare
	if w.expect(false); w.spare != first || first == other {
		t.Fatal("a child for each time it is asked for")
	}
	<-other.over
	if other.err != nil || other.cmd.ProcessState.ExitCode() != 2 {
		t.Errorf("without an order: %v, %v", other.err, other.cmd.ProcessState)
	}
	if out, exit := w.sh(effect.Effects{}, "echo here"); out != "here\n" || exit.Code != 0 {
		t.Errorf("%q %+v", out, exit)
	}
	if <-first.over; first.cmd.ProcessState.ExitCode() != 0 || w.spare != nil {
		t.Errorf("the expected child was not used: %v, %v", first.cmd.ProcessState, w.spare)
	}
}

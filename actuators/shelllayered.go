package actuators

import (
	"context"
	"errors"
	"fmt"

	"pp/actuators/sandbox"
	"pp/actuators/undo"
	"pp/engine"
)

// Transaction is what a command does to the workspace, caught in a layer.
type Transaction interface {
	engine.Held
	Mounts() []undo.Mount
	// Ended gives what the command did, nil when that is nothing: then it is over.
	Ended() (engine.Held, error)
}

// Layered is the :SHELL actuator where there are layers: a command that may change the
// workspace does so in one, and what it did is for the loop to decide. It is safe for
// concurrent use when the shell is.
type Layered struct {
	shell *Shell
	plain engine.Actuator
	begin func(ctx context.Context, c engine.Cleared, trees []undo.Tree) (Transaction, error)
}

// NewLayered returns the actuator. begin makes the layer of a command, or fails with
// engine.ErrNoLayer; then plain carries it out, if it was cleared for more than a trial.
func NewLayered(s *Shell, plain engine.Actuator,
	begin func(ctx context.Context, c engine.Cleared, trees []undo.Tree) (Transaction, error)) *Layered {
	return &Layered{s, plain, begin}
}

var _ engine.Actuator = (*Layered)(nil)

// Do implements engine.Actuator.
func (l *Layered) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() && !c.Trial() {
		return engine.Result{}, engine.ErrNotCleared
	}
	p, err := l.shell.prepare(c)
	switch {
	case err != nil:
		return engine.Result{}, err
	case l.shell.resets(p.op):
		return reset(), nil
	}
	trees := p.spec.Trees()
	// What cannot change anything leaves nothing to hold, and nothing to keep.
	if len(trees) == 0 && (c.Trial() || c.Effects().Harmless()) {
		return l.shell.run(ctx, p)
	}
	var t Transaction
	err = engine.ErrNoLayer
	if len(trees) > 0 {
		t, err = l.begin(ctx, c, trees)
	}
	var result engine.Result
	if err == nil {
		result, err = l.shell.over(ctx, p, t)
	}
	switch {
	case !errors.Is(err, engine.ErrNoLayer):
		return result, err
	case c.Trial():
		return engine.Result{}, err
	}
	return l.plain.Do(ctx, c)
}

// over runs a command over a layer. ErrNoLayer says that the layer could not be mounted,
// and nothing was run.
func (s *Shell) over(ctx context.Context, p prepared, t Transaction) (engine.Result, error) {
	p.spec = p.spec.Over(t.Mounts())
	p.layered = true
	result, err := s.run(ctx, p)
	if errors.Is(err, sandbox.ErrSetUp) {
		err = fmt.Errorf("%w: %w", engine.ErrNoLayer, err)
	}
	if err != nil {
		return result, errors.Join(err, t.Drop())
	}
	held, err := t.Ended()
	if held != nil {
		result.Held = held
	}
	return result, err
}

// prepared is a command that was looked at and can be run.
type prepared struct {
	engine.Cleared
	op      engine.Run
	bash    string
	spec    sandbox.Spec
	layered bool     // what it changes in the workspace is held in a layer
	masked  []string // what it names without having said so, and finds empty
}

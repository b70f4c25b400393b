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
	// Join has another command go on in the layer, or fails with engine.ErrNoLayer.
	Join(c engine.Cleared, trees []undo.Tree) error
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
	if err != nil {
		return engine.Result{}, err
	}
	if r, own := l.shell.own(p.op); own {
		return r, nil
	}
	if t, ok := c.Layer().(Transaction); ok {
		return l.shell.joined(ctx, p, t)
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
	result, err := s.mounted(ctx, p, t)
	if err != nil {
		return result, errors.Join(err, t.Drop())
	}
	return ended(result, t)
}

// joined runs a command in the layer of those before it, whatever it does to it: what they did is still there after an
// error.
func (s *Shell) joined(ctx context.Context, p prepared, t Transaction) (engine.Result, error) {
	if err := t.Join(p.Cleared, p.spec.Trees(t.Mounts()...)); err != nil {
		return engine.Result{}, err
	}
	result, err := s.mounted(ctx, p, t)
	if errors.Is(err, engine.ErrNoLayer) {
		return engine.Result{}, err
	}
	result, eerr := ended(result, t)
	return result, errors.Join(err, eerr)
}

// mounted runs a command with a layer mounted.
func (s *Shell) mounted(ctx context.Context, p prepared, t Transaction) (engine.Result, error) {
	p.spec = p.spec.Over(t.Mounts())
	p.layered = true
	result, err := s.run(ctx, p)
	if errors.Is(err, sandbox.ErrSetUp) {
		err = fmt.Errorf("%w: %w", engine.ErrNoLayer, err)
	}
	return result, err
}

// ended is a result with what was done in a layer so far.
func ended(result engine.Result, t Transaction) (engine.Result, error) {
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

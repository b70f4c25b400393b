package actuators

import (
	"context"
	"errors"
	"fmt"

	"pp/engine"
)

// Evaluator evaluates one pure Lisp form and gives its printed value. Eval
// returns soon after ctx is cancelled.
type Evaluator interface {
	Eval(ctx context.Context, code string) (string, error)
}

// ErrNoEvaluator is what :EVAL gives while there is no evaluator.
var ErrNoEvaluator = errors.New("evaluation is not available yet; work the value out yourself or answer " +
	"in plain text")

// System is the :SYSTEM actuator: :MESSAGE goes to the log, :EVAL to an
// evaluator.
type System struct {
	log       Sink
	evaluator Evaluator
}

// NewSystem returns the actuator. log may not be nil; a nil evaluator makes
// every :EVAL fail with ErrNoEvaluator.
func NewSystem(log Sink, evaluator Evaluator) System {
	if log == nil {
		panic("actuators: :SYSTEM needs a log sink")
	}
	return System{log, evaluator}
}

// Do implements engine.Actuator.
func (a System) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	switch op := c.Action().Op.(type) {
	case engine.Message:
		if err := a.log(op.Text); err != nil {
			return engine.Result{}, fmt.Errorf("writing the message to the log: %w", err)
		}
		return engine.Result{Text: resultPrefix(c.Action().Tool()) + "logged"}, nil
	case engine.Eval:
		if a.evaluator == nil {
			return engine.Result{}, ErrNoEvaluator
		}
		value, err := a.evaluator.Eval(ctx, op.Code)
		if err != nil {
			return engine.Result{}, err
		}
		return engine.Result{Text: resultPrefix(c.Action().Tool()) + bounded(value)}, nil
	case engine.Call, engine.Run:
	}
	return engine.Result{}, fmt.Errorf("a :%s action does not go to :SYSTEM; it takes :MESSAGE and :EVAL", verb(c))
}

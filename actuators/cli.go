package actuators

import (
	"context"
	"fmt"

	"pp/engine"
)

// Sink takes one text, whole: an answer for the person, or a line of the log.
type Sink func(text string) error

// CLI is the :CLI actuator: it says a message to the person. It is as safe for
// concurrent use as its sink.
type CLI struct {
	sink Sink
}

// NewCLI returns the actuator that gives messages to sink, which may not be nil.
func NewCLI(sink Sink) CLI {
	if sink == nil {
		panic("actuators: :CLI needs a sink")
	}
	return CLI{sink}
}

// Do implements engine.Actuator. An error of the sink comes back wrapped.
func (a CLI) Do(_ context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	m, ok := c.Action().Op.(engine.Message)
	if !ok {
		return engine.Result{}, fmt.Errorf("a :%s action does not go to :%s; only a :MESSAGE does", verb(c),
			c.Action().Target)
	}
	if err := a.sink(m.Text); err != nil {
		return engine.Result{}, fmt.Errorf("printing the message: %w", err)
	}
	return engine.Result{Text: m.Text, Origin: engine.OriginAgent}, nil
}

// verb names the operation of a cleared action, also of one that has none.
func verb(c engine.Cleared) string {
	if c.Action().Op == nil {
		return "NONE"
	}
	return c.Action().Op.Verb()
}

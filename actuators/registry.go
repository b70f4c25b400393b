package actuators

import (
	"context"
	"fmt"

	"pp/engine"
)

// Registry finds actuators by target. It is filled once, by package cli, and
// is safe for concurrent use after that. The zero Registry is empty.
type Registry struct {
	actuators map[engine.Target]engine.Actuator
}

var _ engine.Actuators = (*Registry)(nil)

// Register adds an actuator under a target, in any case and with or without a
// colon. It panics when the target is empty or taken, or the actuator is nil.
func (r *Registry) Register(t engine.Target, a engine.Actuator) {
	t = engine.ParseTarget(string(t))
	if t == "" || a == nil {
		panic(fmt.Sprintf("actuators: target %q and actuator %v: neither may be empty", t, a))
	}
	if _, taken := r.actuators[t]; taken {
		panic(fmt.Sprintf("actuators: the target :%s is registered twice", t))
	}
	if r.actuators == nil {
		r.actuators = map[engine.Target]engine.Actuator{}
	}
	r.actuators[t] = guard{t, a}
}

// Find implements engine.Actuators.
func (r *Registry) Find(t engine.Target) (engine.Actuator, bool) {
	a, ok := r.actuators[engine.ParseTarget(string(t))]
	return a, ok
}

// guard stands before every registered actuator, so that one that forgets to
// look still gets nothing that was not cleared for it (invariant 1).
type guard struct {
	target   engine.Target
	actuator engine.Actuator
}

// Do implements engine.Actuator.
func (g guard) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() && !c.Trial() { // only who knows of trials takes one
		return engine.Result{}, fmt.Errorf(":%s: %w", g.target, engine.ErrNotCleared)
	}
	if t := c.Action().Target; t != g.target {
		return engine.Result{}, fmt.Errorf(":%s: %w for it, but for :%s", g.target, engine.ErrNotCleared, t)
	}
	return g.actuator.Do(ctx, c)
}

package undo

import (
	"context"
	"fmt"
	"strings"

	"pp/engine"
)

// guarded keeps before-images around an actuator.
type guarded struct {
	store *Store
	inner engine.Actuator
}

// Guard returns an actuator that keeps a before-image of everything an action
// may change before the inner one carries it out. If the images cannot be kept,
// nothing is carried out; what is over the cap is said in the result.
func (s *Store) Guard(inner engine.Actuator) engine.Actuator { return guarded{s, inner} }

// Do implements engine.Actuator.
func (g guarded) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	id, err := g.store.keep(c)
	if err != nil {
		return engine.Result{}, fmt.Errorf("nothing was done, because what it would change could not be kept for undo: %w", err)
	}
	result, err := g.inner.Do(ctx, c)
	if id == "" {
		return result, err
	}
	// The action may have changed something whether it failed or not.
	if e, _, rerr := g.store.read(id); rerr == nil && len(e.NotUndoable) > 0 {
		result.Text = strings.TrimSuffix(result.Text, "\n") + "\n[" + strings.Join(e.NotUndoable, "; ") + "]"
	}
	if serr := g.store.settle(id); serr != nil {
		result.Text = strings.TrimSuffix(result.Text, "\n") + "\n[this change cannot be undone: " + serr.Error() + "]"
	}
	return result, err
}

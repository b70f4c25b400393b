package undo

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// notKept says what to do when no before-image can be kept.
func (s *Store) notKept(err error) error {
	advice := ""
	switch {
	case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EDQUOT):
		advice = ". The disk is full: free some space there, or choose another place with XDG_STATE_HOME"
	case errors.Is(err, unix.EROFS), errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		advice = ". It cannot be written: make it writable, or choose another place with XDG_STATE_HOME"
	}
	return fmt.Errorf("nothing was done, because what it would change could not be kept for undo in %s: %w%s", s.dir, err,
		advice)
}

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
	id, done, err := g.store.keep(c)
	defer done()
	if err != nil {
		return engine.Result{}, g.store.notKept(err)
	}
	result, err := g.inner.Do(ctx, c)
	if id == "" {
		return result, err
	}
	// The action may have changed something whether it failed or not.
	if e, _, rerr := g.store.read(id); rerr == nil && len(e.NotUndoable) > 0 {
		result.Text = strings.TrimSuffix(result.Text, "\n") + "\n[" + strings.Join(e.NotUndoable, "; ") + "]"
	}
	if serr := g.store.recordAfter(id); serr != nil {
		result.Text = strings.TrimSuffix(result.Text, "\n") + "\n[this change cannot be undone: " + serr.Error() + "]"
	}
	return result, err
}

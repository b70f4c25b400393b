package undo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
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
	names := changing(c.Verdict().Facts.Scratch.Outside(c.Effects()))
	if len(names) == 0 {
		return g.inner.Do(ctx, c)
	}
	id, done, err := g.store.keep(entryOf(c, names))
	if err != nil {
		return engine.Result{}, g.store.notKept(err)
	}
	defer done()
	result, err := g.inner.Do(ctx, c)
	// The action may have changed something whether it failed or not.
	if e, _, rerr := g.store.read(id); rerr == nil && len(e.NotUndoable) > 0 {
		result.Text = strings.TrimSuffix(result.Text, "\n") + "\n[" + strings.Join(e.NotUndoable, "; ") + "]"
	}
	if serr := g.store.recordAfter(id); serr != nil {
		result.Text = strings.TrimSuffix(result.Text, "\n") + "\n[this change cannot be undone: " + serr.Error() + "]"
	}
	return result, err
}

// Around keeps a before-image of files around something that a person's own command does to them, so that it
// can be undone like an action of an agent. If the images cannot be kept, nothing is done. What cannot be
// undone is an error too, before anything is done.
func (s *Store) Around(what, workspace string, paths []string, do func() error) error {
	id, done, err := s.keep(Entry{Action: what, Workspace: workspace, Paths: roots(paths)})
	if err != nil {
		return s.notKept(err)
	}
	defer done()
	if e, _, err := s.read(id); err != nil || len(e.NotUndoable) > 0 {
		return errors.Join(s.notKept(errors.Join(err, errors.New(strings.Join(e.NotUndoable, "; ")))), s.drop(id))
	}
	return errors.Join(do(), s.recordAfter(id))
}

// drop forgets an entry of which nothing was done.
func (s *Store) drop(id string) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	return os.RemoveAll(path.Join(s.dir, id))
}

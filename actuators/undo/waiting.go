package undo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"pp/engine"
)

// ErrGone says that what waited is no longer there, or was never kept.
var ErrGone = errors.New("what it did is no longer kept")

const (
	// waitingName is the file that marks an entry whose layer waits for a person, and says until when.
	waitingName = "waiting"
	// cameName is the file that says what came of the action, beside that.
	cameName = "result"
	// maxWaiting bounds the files in a layer that waits, in bytes together.
	maxWaiting = 256 << 20
)

// Kept implements engine.Held.
func (t *Transaction) Kept() (engine.KeptLayer, error) {
	sum, err := t.layer.Sum(t.changes)
	if err != nil {
		err = fmt.Errorf("looking at what the command did: %w", err)
	}
	return engine.KeptLayer{ID: t.id, Sum: sum}, err
}

// Keep implements engine.Held. What was changed outside the trees, or is too large, does not wait: the error says
// so, and Drop is still to be called.
func (t *Transaction) Keep(until time.Time, results ...engine.Result) error {
	size := int64(0)
	for _, c := range t.changes.List {
		if c.Mode.IsRegular() {
			size += c.Size
		}
	}
	if size > maxWaiting {
		return fmt.Errorf("the files that it made have over %d bytes", maxWaiting)
	}
	e, before, err := t.store.read(t.id)
	if err != nil || len(before) > 0 {
		return errors.Join(err, errors.New("some of what it changed is not in a layer"))
	}
	if e.Action = strings.Join(append([]string{e.Action}, t.also...), "\n"); len(t.also) > 0 {
		err = writeWhole(path.Join(t.store.dir, t.id, headName), printed(head(&e, &before)))
	}
	// A kill before the layer is kept drops the entry, and one after it leaves it as it is to be.
	if at := t.store.until.Load(); at == 0 || until.Unix() < at {
		t.store.until.Store(until.Unix())
	}
	name := path.Join(t.store.dir, t.id, waitingName)
	if err == nil {
		err = writeWhole(path.Join(t.store.dir, t.id, cameName), printed(cameAll(&results)))
	}
	if err == nil {
		err = writeWhole(name, until.UTC().Format(time.RFC3339))
	}
	if err == nil {
		err = t.layer.Keep()
	}
	if err != nil {
		return errors.Join(err, os.Remove(name))
	}
	defer t.close()
	return t.layer.Close()
}

// Came is what came of each command when it ran, with what they did to be decided about.
func (t *Transaction) Came() ([]engine.Result, error) {
	var all []engine.Result
	err := readForm(path.Join(t.store.dir, t.id, cameName), cameAll(&all))
	if err == nil && len(all) == 0 {
		err = ErrGone
	}
	for i := range all {
		all[i].Origin, all[i].Held = engine.OriginUntrusted, t
	}
	return all, err
}

// waits is nil for an entry whose layer waits and may be taken up.
func (s *Store) waits(id string) error {
	if _, _, err := s.read(id); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	until, waiting := s.record(id).waitsUntil()
	if !waiting || !s.opts.Clock().Before(until) {
		return ErrGone
	}
	return nil
}

// waitsUntil is until when an entry waits; what cannot be read has waited long enough.
func (r record) waitsUntil() (until time.Time, waiting bool) {
	data, err := os.ReadFile(path.Join(r.dir, waitingName))
	if err != nil {
		return until, !errors.Is(err, os.ErrNotExist)
	}
	until, _ = time.Parse(time.RFC3339, string(data))
	return until, true
}

// Waiting gives what waits under an ID, to be looked at and no more, by many processes at once. ErrGone says that it
// is not there.
func (s *Store) Waiting(id string) (*Transaction, error) {
	if err := s.waits(id); err != nil {
		return nil, err
	}
	return s.compare(id, LookAtLayer)
}

// compare opens the layer of an entry and compares what is in it with what lies below now.
func (s *Store) compare(id string, open func(dir string) (*Layer, error)) (*Transaction, error) {
	l, err := open(path.Join(s.dir, id, LayersName, layerName))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrGone, err)
	}
	if !l.Kept() {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrGone, ErrState), l.Close())
	}
	t := &Transaction{store: s, id: id, layer: l, waited: true}
	for _, m := range l.Mounts() {
		t.trees = append(t.trees, m.Target)
	}
	t.changes, err = l.Changes()
	if err == nil && t.changes.Over {
		err = ErrGone
	}
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return t, nil
}

// Moved says what of that which waits does not fit any more, since somebody changed it; "" when nothing.
func (t *Transaction) Moved() string {
	for _, c := range t.changes.List {
		if c.Real() && c.Conflict != "" {
			return t.name(c) + ": " + c.Conflict
		}
	}
	return ""
}

// TakeUp takes up what waits under an ID, to be taken over or dropped, once no other command of pp is at work in its
// trees. It waits no longer: if this process is killed, it is taken over whole or dropped.
func (s *Store) TakeUp(ctx context.Context, id string) (*Transaction, error) {
	looked, err := s.Waiting(id)
	if err != nil {
		return nil, err
	}
	var t *Transaction
	if err = looked.hold(ctx); err == nil {
		err = s.waits(id)
	}
	if err == nil {
		t, err = s.compare(id, OpenLayer)
	}
	if err == nil {
		err = os.Remove(path.Join(s.dir, id, waitingName))
	}
	if err != nil {
		looked.close()
		return nil, err
	}
	t.end, t.unlock = looked.end, looked.unlock
	return t, nil
}

// hold takes the trees of an entry for this process, and marks the entry as being acted on.
func (t *Transaction) hold(ctx context.Context) error {
	if err := t.lockTrees(ctx); err != nil {
		return err
	}
	free, err := t.store.lockToBegin()
	if err != nil {
		return err
	}
	defer free()
	done, err := t.store.begin(t.id)
	t.end = append(t.end, done)
	return err
}

// DropWaiting drops what waits and has waited long enough, or is not wanted any more.
func (s *Store) DropWaiting(wanted func(id string) bool) error {
	ended := func(id string) bool {
		until, waiting := s.record(id).waitsUntil()
		return waiting && (!wanted(id) || !s.opts.Clock().Before(until))
	}
	names, err := os.ReadDir(s.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var errs []error
	for _, n := range names {
		if !n.IsDir() || !ended(n.Name()) {
			continue
		}
		if err := s.dropOne(n.Name(), ended); !errors.Is(err, ErrBusy) {
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs, err)...)
}

func (s *Store) dropOne(id string, ended func(id string) bool) error {
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	if !ended(id) { // another process was faster
		return nil
	}
	return s.record(id).remove()
}

// cleanWaiting drops the layer of an action that was cut off after it was taken up, and before anything of it
// was taken over.
func (r record) cleanWaiting() error {
	dir := path.Join(r.dir, LayersName, layerName)
	if _, waiting := r.waitsUntil(); waiting || !exists(dir) {
		return nil
	}
	l, err := OpenLayer(dir)
	if err != nil {
		return err
	}
	if !l.Kept() {
		return l.Close()
	}
	return l.Drop()
}

package undo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// LayersName is the directory of an entry that holds its layer, with what the command made as it made it.
const LayersName = "layers"

const layerName = "0"

// Transaction is a command whose changes go to a layer: none is there before Take. It is one
// entry of the store then, and can be undone like any other. It implements engine.Held.
type Transaction struct {
	store   *Store
	layer   *Layer
	id      string
	cleared engine.Cleared
	also    []string // what else was done in the layer
	changes Changes
	trees   []string
	over    []Tree
	waited  bool   // it waited for a person, and others may have changed files since
	unlock  func() // unlocks the trees; nil while they are not locked
	end     []func()
}

// Begin makes the layer of a command over trees, once no other command of pp is at work in
// them, and keeps before-images of what else the command may change. It fails with
// engine.ErrNoLayer where there can be none.
func (s *Store) Begin(ctx context.Context, c engine.Cleared, trees []Tree, ids bool) (*Transaction, error) {
	t := &Transaction{store: s, cleared: c, over: trees}
	for _, tree := range trees {
		t.trees = append(t.trees, tree.Dir)
	}
	err := t.begin(ctx, trees, ids)
	if err != nil {
		t.close()
	}
	if errors.Is(err, ErrNoLayer) {
		err = fmt.Errorf("%w: %w", engine.ErrNoLayer, err)
	}
	return t, err
}

func (t *Transaction) begin(ctx context.Context, trees []Tree, ids bool) error {
	s := t.store
	if err := t.lockTrees(ctx); err != nil {
		return err
	}
	effects := t.cleared.Verdict().Facts.Scratch.Outside(t.cleared.Effects())
	outside := slices.DeleteFunc(changing(effects), func(name string) bool {
		return slices.ContainsFunc(t.trees, func(dir string) bool { return effect.Within(name, dir) })
	})
	id, done, err := s.keep(entryOf(t.cleared, outside))
	if err != nil {
		return s.notKept(err)
	}
	t.id, t.end = id, append(t.end, done)
	if t.layer, err = CreateLayer(LayerOptions{Trees: trees, State: path.Join(s.dir, t.id, LayersName), ID: layerName,
		IDs: ids}); err != nil {
		err = errors.Join(err, os.RemoveAll(path.Join(s.dir, t.id)))
	}
	return err
}

// lockTrees waits until no other command of pp is at work in the trees.
func (t *Transaction) lockTrees(ctx context.Context) error {
	unlock, err := LockTrees(ctx, t.trees)
	if err != nil {
		return fmt.Errorf("waiting for another command of pp in this workspace: %w", err)
	}
	t.unlock = unlock
	return nil
}

// Rest implements engine.Held.
func (t *Transaction) Rest() {
	if t.unlock != nil {
		t.unlock()
	}
	t.unlock, t.waited = nil, true
}

// close gives up everything that other processes may wait for.
func (t *Transaction) close() {
	for _, f := range slices.Backward(t.end) {
		f()
	}
	t.end = nil
	if t.unlock != nil {
		t.unlock()
		t.unlock = nil
	}
}

// Mounts are what the sandbox mounts for the command.
func (t *Transaction) Mounts() []Mount { return t.layer.Mounts() }

// errTooMany is the error of a command whose changes are not applied, because there are too many to compare.
var errTooMany = errors.New("the command changed more files than pp can check, so pp applied none of them. " +
	"Run it yourself")

// Join has the layer go on with another command, which needs these trees and sees what those before it did. It fails
// with engine.ErrNoLayer where the command needs another layer, or changes something outside of this one.
func (t *Transaction) Join(c engine.Cleared, trees []Tree) error {
	same := slices.EqualFunc(trees, t.over, func(a, b Tree) bool {
		return a.Dir == b.Dir && slices.Equal(a.Masks, b.Masks)
	})
	outside := func(name string) bool {
		return !slices.ContainsFunc(t.trees, func(dir string) bool { return effect.Within(name, dir) })
	}
	effects := c.Verdict().Facts.Scratch.Outside(c.Effects())
	if !same || t.unlock == nil || slices.ContainsFunc(changing(effects), outside) {
		return engine.ErrNoLayer
	}
	if err := t.layer.again(); err != nil {
		return fmt.Errorf("%w: %w", engine.ErrNoLayer, err)
	}
	t.also = append(t.also, c.Action().Canonical())
	return nil
}

// Ended says that the command and all it started has ended, and gives what it did, nil when
// it changed nothing in its trees. Nothing is left to be done then.
func (t *Transaction) Ended() (engine.Held, error) {
	changes, err := t.layer.Changes()
	t.changes = changes
	switch {
	case err != nil:
		return nil, errors.Join(fmt.Errorf("looking at what the command changed: %w", err), t.Drop())
	case changes.Over:
		return nil, errors.Join(errTooMany, t.Drop())
	case !slices.ContainsFunc(changes.List, func(c Change) bool { return c.Real() }):
		return nil, t.Drop()
	}
	return t, nil
}

// Changes implements engine.Held.
func (t *Transaction) Changes() []engine.Change {
	var out []engine.Change
	for _, c := range t.changes.List {
		if c.Real() {
			out = append(out, t.change(c))
		}
	}
	return out
}

// change is a change as the engine knows it.
func (t *Transaction) change(c Change) engine.Change {
	out := engine.Change{Mode: c.Mode, Size: c.Size, Target: c.Link, Never: c.Refused, Inside: c.Inside, Below: c.Entries,
		Hidden: c.Hidden, Kind: c.Kind, PutByGit: func() bool { return t.layer.PutByGit(&c) }}
	if c.Kind == engine.ChangeDeleted {
		out.Mode = c.Was
	}
	out.Scratch = t.layer.Scratch(&c)
	out.Times = c.Kind == engine.ChangeMetadata && c.takeable() && c.ours.sameOwner(c.theirs) && c.Mode == c.Was
	out.Path = effect.Path{Given: c.Path, Name: t.name(c), Exists: c.Kind != engine.ChangeNew, Dir: out.Mode.IsDir(),
		Tree: c.Kind == engine.ChangeDeleted && out.Mode.IsDir()}
	if c.Kind == engine.ChangeModified && c.Mode == c.Was && c.Size == c.WasSize {
		out.Names = t.newNames(c)
	}
	if c.From != "" {
		out.From = path.Join(t.trees[c.Tree], c.From)
	}
	if c.Linked {
		out.Path.Links = 2
	}
	return out
}

// newNames are the names that a file got whose content is what it was.
func (t *Transaction) newNames(c Change) []string {
	upper := func(c Change) string { return path.Join(t.layer.Mounts()[c.Tree].Upper, c.Path) }
	var st, other unix.Stat_t
	if unix.Lstat(upper(c), &st) != nil || st.Nlink < 2 || !store.SameFiles(upper(c), t.name(c)) {
		return nil
	}
	var out []string
	for _, o := range t.changes.List {
		if o.Kind != engine.ChangeDeleted && t.name(o) != t.name(c) &&
			unix.Lstat(upper(o), &other) == nil && other.Ino == st.Ino && other.Dev == st.Dev {
			out = append(out, t.name(o))
		}
	}
	return out
}

func (t *Transaction) name(c Change) string { return path.Join(t.trees[c.Tree], c.Path) }

// Diff implements engine.Held.
func (t *Transaction) Diff(c engine.Change, limit int) string {
	for _, l := range t.changes.List {
		if t.name(l) != c.Path.Name {
			continue
		}
		text, ok := t.layer.Diff(&l)
		if !ok || len(text) > limit {
			return ""
		}
		return text
	}
	return ""
}

// openRegular opens a regular file by a path without links.
func openRegular(name string) (*store.File, error) {
	fd, err := store.OpenUnlinked(name, unix.O_RDONLY|unix.O_NONBLOCK)
	if err != nil {
		return nil, err
	}
	return store.Of(fd)
}

// Take implements engine.Held.
func (t *Transaction) Take(ctx context.Context, take func(engine.Change) bool) (engine.Taken, error) {
	defer t.close()
	if err := t.resume(ctx); err != nil {
		return engine.Taken{}, errors.Join(err, t.discard())
	}
	out, err := t.layer.Take(t.changes, func(c *Change) bool { return !c.Real() || take(t.change(*c)) })
	if err != nil {
		return engine.Taken{}, errors.Join(err, t.discard())
	}
	taken := engine.Taken{Changed: out.Done}
	for _, k := range out.Conflicts {
		text := effect.Named(k.Path) + " was not taken over: " + k.Why
		if k.Ours != "" {
			text += "; what the command made of it is " + effect.Named(k.Ours)
		}
		taken.Conflicts = append(taken.Conflicts, text)
	}
	slices.Sort(taken.Changed)
	if len(taken.Changed) == 0 && len(taken.Conflicts) == 0 {
		return taken, t.discard()
	}
	return taken, t.keep(taken.Changed)
}

// resume locks the trees again after Rest, and compares the command's changes with the files that are there now.
func (t *Transaction) resume(ctx context.Context) error {
	if t.unlock != nil {
		return nil
	}
	err := t.lockTrees(ctx)
	if err == nil {
		t.changes, err = t.layer.Changes()
	}
	if err == nil && t.changes.Over {
		err = errTooMany
	}
	return err
}

// keep writes the entry anew, with what was changed, so that it can be undone.
func (t *Transaction) keep(changed []string) error {
	unlock, err := t.store.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	e, before, err := t.store.read(t.id)
	if err != nil {
		return err
	}
	if len(changed) == 0 && len(before) == 0 {
		return errors.Join(writeWhole(path.Join(t.store.dir, t.id, copiesName), ""), t.layer.Close())
	}
	named := map[string]bool{}
	for _, name := range e.Paths {
		named[name] = true
	}
	for _, name := range changed {
		if !strings.ContainsRune(name, 0) && !named[name] {
			named[name] = true
			e.Paths = append(e.Paths, name)
		}
	}
	if e.More = max(0, len(e.Paths)-maxPaths); e.More > 0 {
		e.Paths = e.Paths[:maxPaths]
	}
	e.Action = strings.Join(append([]string{e.Action}, t.also...), "\n")
	if t.waited { // it is the newest change now
		e.When = t.store.opts.Clock()
	}
	if err := writeWhole(path.Join(t.store.dir, t.id, headName), printed(head(&e, &before))); err != nil {
		return err
	}
	after, err := t.store.lookAll(before)
	if err != nil {
		return err
	}
	err = writeWhole(path.Join(t.store.dir, t.id, afterName), printed(left(&after)))
	_ = os.Remove(path.Join(t.store.dir, t.id, cameName)) // it is with the conversation now
	return errors.Join(err, t.layer.Close())
}

// maxPaths bounds how many paths an entry names, to keep its record within its bound.
const maxPaths = 20_000

// Drop implements engine.Held. What was changed outside the trees stays, and can be undone.
func (t *Transaction) Drop() error {
	defer t.close()
	return t.discard()
}

func (t *Transaction) discard() error {
	err := t.layer.Drop()
	if err == nil {
		if _, before, rerr := t.store.read(t.id); rerr == nil && len(before) > 0 {
			return t.store.recordAfter(t.id)
		}
		err = os.RemoveAll(path.Join(t.store.dir, t.id))
	}
	return err
}

// undoLayer takes back what was taken over from the layer of an entry, if it had one.
func (s *Store) undoLayer(id string) ([]string, error) {
	dir := path.Join(s.dir, id, LayersName, layerName)
	if !exists(dir) {
		return nil, nil
	}
	l, err := OpenLayer(dir)
	if err != nil {
		return nil, err
	}
	out, err := l.Undo(s.undoneLayers()...)
	return out.Done, errors.Join(err, l.Close())
}

// undoneLayers are the records of the layers that were undone.
func (s *Store) undoneLayers() []string {
	marks, _ := filepath.Glob(filepath.Join(s.dir, "*", undoneName))
	for i, m := range marks {
		marks[i] = path.Join(path.Dir(m), LayersName, layerName)
	}
	return slices.DeleteFunc(marks, func(dir string) bool { return !exists(dir) })
}

// remove forgets an entry with everything that belongs to it.
func (r record) remove() error {
	if dir := path.Join(r.dir, LayersName, layerName); exists(dir) {
		l, err := OpenLayer(dir)
		if err == nil {
			err = l.Drop()
		}
		if err != nil {
			return err
		}
	}
	return os.RemoveAll(r.dir)
}

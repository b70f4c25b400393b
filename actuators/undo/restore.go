package undo

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"

	"pp/engine/store"
)

// Restore puts back what an action changed, all of it or, where that cannot be
// done, nothing but what the error names. It refuses when any of it is not as
// the action left it. It gives the paths that changed.
func (s *Store) Restore(id string) ([]string, error) {
	if _, _, err := s.read(id); err != nil { // before the lock, which makes a file
		return nil, err
	}
	unlock, err := s.lock(true)
	if err != nil {
		return nil, err
	}
	defer unlock()
	e, before, err := s.read(id) // what no other process can undo now
	if err != nil {
		return nil, err
	}
	if e.Undone {
		return nil, ErrUndone
	}
	if e.hidden {
		return nil, ErrUnknown
	}
	now, err := s.lookAll(before)
	if err != nil {
		return nil, err
	}
	r := s.record(id)
	if err := r.unchanged(before, now); err != nil {
		return nil, err
	}
	if err := writeWhole(path.Join(r.dir, pendingName), ""); err != nil {
		return nil, err
	}
	layered, err := s.undoLayer(id)
	if err != nil {
		return nil, errors.Join(err, r.cleanRestore())
	}
	changed, err := r.restoreAll(before, now)
	changed = append(changed, layered...)
	if err != nil {
		return changed, errors.Join(err, r.cleanRestore())
	}
	if err := writeWhole(path.Join(r.dir, undoneName), ""); err != nil {
		return changed, err
	}
	return changed, os.Remove(path.Join(r.dir, pendingName))
}

// unchanged compares what is there with what the action left. What a restore
// that was cut off had put back already is as good.
func (r record) unchanged(before, now []image) error {
	after, known, err := r.after()
	if err != nil {
		return err
	}
	if !known && len(before) == 0 { // its layer knows what it left
		return nil
	}
	if !known {
		return fmt.Errorf("%w (pp ended before it noted what the action left; the old content is in %s)", ErrChanged,
			r.dir)
	}
	left, was := byPath(after), byPath(before)
	for _, n := range now {
		a, b := at(left, n.Path), at(was, n.Path)
		if !n.same(a) && !n.same(b) {
			return fmt.Errorf("%s: %w", n.Path, ErrChanged)
		}
	}
	// A file that somebody deleted since is a change too.
	present := byPath(now)
	for _, a := range after {
		n := at(present, a.Path)
		if !n.same(a) && !n.same(at(was, a.Path)) {
			return fmt.Errorf("%s: %w", a.Path, ErrChanged)
		}
	}
	return nil
}

func byPath(images []image) map[string]image {
	out := make(map[string]image, len(images))
	for _, i := range images {
		out[i.Path] = i
	}
	return out
}

// at is the image of a path, absent when there is none.
func at(images map[string]image, name string) image {
	if i, ok := images[name]; ok {
		return i
	}
	return image{Path: name, Kind: kindAbsent}
}

// restoreAll makes every path what it was: first what is to go, the deepest first,
// then what is to be there, directories before what is in them, their modes last.
func (r record) restoreAll(before, now []image) (changed []string, err error) {
	was, present := byPath(before), byPath(now)
	for _, n := range slices.Backward(now) {
		old := at(was, n.Path)
		if n.Kind == kindAbsent || old.Kind != kindAbsent && (old.Kind == kindDir) == (n.Kind == kindDir) {
			continue
		}
		if err := restoreOne(image{Path: n.Path, Kind: kindAbsent}, "", nil); err != nil {
			return changed, fmt.Errorf("removing %s: %w", n.Path, err)
		}
		changed = append(changed, n.Path)
		delete(present, n.Path)
	}
	for i, old := range before {
		if old.Kind == kindAbsent || old.same(at(present, old.Path)) {
			continue
		}
		if err := restoreOne(old, r.tempName(i), r.whole); err != nil {
			return changed, fmt.Errorf("restoring %s: %w", old.Path, err)
		}
		changed = append(changed, old.Path)
	}
	for _, old := range slices.Backward(before) {
		if old.Kind == kindDir {
			if err := restoreMode(old); err != nil {
				return changed, fmt.Errorf("restoring the mode of %s: %w", old.Path, err)
			}
		}
	}
	slices.Sort(changed)
	return slices.Compact(changed), syncParents(before)
}

func syncParents(images []image) error {
	done := map[string]bool{}
	for _, i := range images {
		if dir := path.Dir(i.Path); !done[dir] && exists(dir) {
			done[dir] = true
			if err := store.SyncDir(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

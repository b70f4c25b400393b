package undo

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"
)

// Restore puts back what an action changed, all of it or, where that cannot be
// done, nothing but what the error names. It refuses when any of it is not as
// the action left it. It gives the paths that changed.
func (s *Store) Restore(id string) ([]string, error) {
	if _, _, err := s.read(id); err != nil { // before the lock, which makes a file
		return nil, err
	}
	unlock, err := s.lock(unix.LOCK_EX)
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
	if err := s.unchanged(id, before, now); err != nil {
		return nil, err
	}
	dir := path.Join(s.dir, id)
	if err := writeWhole(path.Join(dir, pendingName), ""); err != nil {
		return nil, err
	}
	layered, err := s.undoLayer(id)
	if err != nil {
		return nil, errors.Join(err, s.cleanRestore(id))
	}
	changed, err := s.restoreAll(id, before, now)
	changed = append(changed, layered...)
	if err != nil {
		return changed, errors.Join(err, s.cleanRestore(id))
	}
	if err := writeWhole(path.Join(dir, undoneName), ""); err != nil {
		return changed, err
	}
	return changed, os.Remove(path.Join(dir, pendingName))
}

// unchanged compares what is there with what the action left. What a restore
// that was cut off had put back already is as good.
func (s *Store) unchanged(id string, before, now []image) error {
	after, known, err := s.after(id)
	if err != nil {
		return err
	}
	if !known && len(before) == 0 { // its layer knows what it left
		return nil
	}
	if !known {
		return fmt.Errorf("%w (pp ended before it noted what the action left; the old content is in %s)", ErrChanged,
			path.Join(s.dir, id))
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
func (s *Store) restoreAll(id string, before, now []image) (changed []string, err error) {
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
		if err := restoreOne(old, tempName(id, i), s.blob(id)); err != nil {
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
			if err := syncDir(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// blob opens the copy of a file's content.
func (s *Store) blob(id string) func(image) (io.ReadCloser, error) {
	return func(img image) (io.ReadCloser, error) { return s.whole(id, img) }
}

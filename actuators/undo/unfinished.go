package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// maxNames bounds the look for temporary files in one directory.
const maxNames = 100_000

// Interrupted reports whether pp was killed while an action was carried out, or
// is carrying one out now, in a store. It looks at one directory, so that every
// start can ask; Open then removes what is left of what was interrupted.
func Interrupted(dir string) bool {
	f, err := os.Open(path.Join(dir, unfinished))
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) > 0
}

// begin marks an action as being carried out, until done is called or the process
// ends: the kernel drops the lock then, and the mark stays. The caller has the store.
func (s *Store) begin(id string) (done func(), err error) {
	name := path.Join(s.dir, unfinished, id)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR|unix.O_NOFOLLOW, 0o600)
	if err == nil {
		done = func() {
			_ = os.Remove(name)
			f.Close()
		}
		if err = store.TryLock(f); err == nil {
			return done, nil
		}
		done()
	}
	return func() {}, fmt.Errorf("marking the action as begun: %w", err)
}

// cleanUnfinished removes what actions that were cut off left beside the files
// they were writing. What is locked is being carried out by another pp.
func (s *Store) cleanUnfinished() error {
	marks, err := os.ReadDir(path.Join(s.dir, unfinished))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var errs []error
	for _, m := range marks {
		errs = append(errs, s.cleanAction(m.Name()))
	}
	return errors.Join(errs...)
}

func (s *Store) cleanAction(id string) error {
	name := path.Join(s.dir, unfinished, id)
	f, err := os.OpenFile(name, os.O_RDWR|unix.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it ended meanwhile
	}
	if err != nil {
		return err
	}
	defer f.Close()
	err = store.TryLock(f)
	if errors.Is(err, store.ErrBusy) {
		return nil // it is being carried out, or ended before the lock was there
	}
	if err != nil {
		return err
	}
	return s.cleanEnded(id, name)
}

// cleanEnded cleans up after an action whose mark, name, this process holds.
func (s *Store) cleanEnded(id, name string) error {
	r := s.record(id)
	if err := RecoverLayers(path.Join(r.dir, LayersName)); err != nil {
		return err
	}
	if err := r.cleanWaiting(); err != nil {
		return err
	}
	// What was dropped with its layer, and changed nothing besides, is nothing to undo.
	if layered := path.Join(r.dir, LayersName); exists(layered) && !exists(path.Join(layered, layerName)) {
		if _, before, err := s.read(id); err == nil && len(before) == 0 {
			return errors.Join(os.RemoveAll(r.dir), os.Remove(name))
		}
	}
	// An entry that cannot be read says nothing of where to look.
	if e, _, err := s.read(id); err == nil && s.opts.Temporary != nil {
		done := map[string]bool{}
		for _, p := range e.Paths {
			if dir := path.Dir(p); !done[dir] {
				done[dir] = true
				s.cleanDir(p)
			}
		}
	}
	return os.Remove(name)
}

// cleanDir removes temporary files beside a path. What it cannot remove stays; it
// is nothing that anybody reads.
func (s *Store) cleanDir(beside string) {
	parent, err := openParent(beside)
	if err != nil {
		return
	}
	// The descriptor that a path can be opened by may not be one to read from.
	dir, err := unix.Openat(parent, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	unix.Close(parent)
	if err != nil {
		return
	}
	f := os.NewFile(uintptr(dir), path.Dir(beside))
	defer f.Close()
	names, _ := f.Readdirnames(maxNames)
	for _, n := range names {
		var st unix.Stat_t
		if s.opts.Temporary(n) && unix.Fstatat(dir, n, &st, unix.AT_SYMLINK_NOFOLLOW) == nil &&
			st.Mode&unix.S_IFMT == unix.S_IFREG {
			_ = unix.Unlinkat(dir, n, 0)
		}
	}
}

package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/actuators/nofollow"
)

// maxNames bounds the look for temporary files in one directory.
const maxNames = 100_000

// Interrupted reports whether pp was killed while an action was carried out, or
// is carrying one out now, in a store. It looks at one directory, so that every
// start can ask; Open then removes what is left of what was interrupted.
func Interrupted(dir string) bool {
	names, _ := os.ReadDir(path.Join(dir, unfinished))
	return len(names) > 0
}

// begin marks an action as being carried out or restored, until done is called or the
// process ends: the kernel drops the lock then, and the mark stays. The store is locked.
func (s *Store) begin(id string) (done func(), err error) {
	name := path.Join(s.dir, unfinished, id)
	fd, err := locked(name, unix.O_CREAT, unix.LOCK_EX|unix.LOCK_NB)
	if err != nil {
		return func() {}, fmt.Errorf("marking the action as begun: %w", err)
	}
	return func() {
		_ = os.Remove(name)
		unix.Close(fd)
	}, nil
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
	fd, err := locked(name, 0, unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EWOULDBLOCK) {
		return nil // it ended meanwhile, or goes on
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	// An entry that cannot be read says nothing of where to look.
	if e, before, err := s.read(id); err == nil {
		removeTemporaries(id, before)
		cleaned := map[string]bool{}
		for _, p := range e.Paths {
			if dir := path.Dir(p); !cleaned[dir] {
				cleaned[dir] = true
				s.cleanDir(dir)
			}
		}
	}
	return os.Remove(name)
}

// removeTemporaries removes what a restore was writing beside the files.
func removeTemporaries(id string, before []image) {
	for i, img := range before {
		if parent, err := openParent(img.Path); err == nil {
			_ = unix.Unlinkat(parent, tempName(id, i), 0)
			unix.Close(parent)
		}
	}
}

// cleanDir removes temporary files in a directory. What it cannot remove stays; it
// is nothing that anybody reads.
func (s *Store) cleanDir(name string) {
	dir, err := nofollow.Open(name, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		return
	}
	f := os.NewFile(uintptr(dir), name)
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

package undo

import (
	"errors"
	"fmt"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// unlock gives git's locks back.
func (r *runner) unlock() {
	for i := range r.l.steps {
		if s := &r.l.steps[i]; s.op == opLock {
			_ = r.back(s)
		}
	}
}

// reverse takes back what of the steps is done, but for those on directories in left. Git's index
// and references come last again, and after its locks the times of directories.
func (r *runner) reverse(left map[int]string) error {
	r.open()
	var late, dirs, locks []int
	var errs []error
	for i := len(r.l.steps) - 1; i >= 0; i-- {
		s := &r.l.steps[i]
		switch {
		case s.op == opLock:
			locks = append(locks, i)
		case s.op == opDir:
			dirs = append([]int{i}, dirs...)
		case s.class() >= classRefs:
			late = append(late, i)
		default:
			errs = append(errs, r.back(s))
		}
	}
	for _, list := range [...][]int{late, locks, dirs} {
		for _, i := range list {
			if _, ok := left[i]; !ok {
				errs = append(errs, r.back(&r.l.steps[i]))
			}
		}
	}
	return errors.Join(errs...)
}

// back takes one step back, if it is done.
func (r *runner) back(s *step) error {
	t := r.l.trees[s.tree]
	up := place{unix.AT_FDCWD, t.upper(s.path)}
	aside := place{unix.AT_FDCWD, t.aside(s.slot)}
	low, err := r.below(t, s.path)
	if s.op == opPrune || gone(err) {
		return nil // what was withheld stays aside; what is gone was not done, or went with its directory
	}
	if err != nil {
		return err
	}
	why := ""
	switch s.op {
	case opLock:
		why, err = r.restore(low, aside, s.ours)
	case opPrune:
	case opPut:
		why, err = r.restore(low, up, s.ours)
	case opMove:
		why, err = r.moveBack(low, t.lower(s.from), s.theirs)
	case opSwap:
		err = r.swapBack(up, low, s)
	case opMeta:
		_, err = r.meta(low, s.back(), s.theirs)
	case opDrop:
		why, err = r.restore(aside, low, s.theirs)
	case opDir:
		if s.theirs.Ino != 0 {
			_, err = r.meta(low, s.back(), s.theirs)
		}
	}
	if why != "" {
		err = errors.Join(err, errors.New(why))
	}
	if err != nil {
		err = fmt.Errorf("putting back %s: %w", t.lower(s.path), err)
	}
	return err
}

func (r *runner) moveBack(from place, to string, x ident) (why string, err error) {
	dir, err := store.OpenUnlinked(path.Dir(to), store.PathOnly|unix.O_DIRECTORY)
	if err != nil {
		return "", err
	}
	defer unix.Close(dir)
	return r.restore(from, place{dir, path.Base(to)}, x)
}

// back is what a file is before its metadata are set back: still the same inode.
func (s *step) back() ident {
	i := s.theirs
	i.Mtime = s.ours.Mtime
	return i
}

// restore renames back, unless x is not there: then the step was not done, or is taken back already.
func (r *runner) restore(from, to place, x ident) (why string, err error) {
	var st unix.Stat_t
	if from.stat(&st) != nil || !x.is(&st) {
		return "", nil
	}
	return r.rename(from, to, x, false)
}

func (r *runner) swapBack(up, low place, s *step) error {
	var a, b unix.Stat_t
	if up.stat(&a) != nil || low.stat(&b) != nil || !s.theirs.is(&a) || !s.ours.is(&b) {
		return nil
	}
	if dir, rest, ok := gitPath(s.path); ok && rest == "index" {
		t := r.l.trees[s.tree]
		refreshIndex(up.name, path.Dir(t.lower(dir)), 0, t.filled(path.Dir(dir)))
	}
	r.l.at()
	if err := r.exchange(up, low, s); err != nil {
		return err
	}
	r.l.at()
	return errors.Join(low.stat(&a), r.setMode(low, a, s.theirs))
}

// changedSince says what somebody changed of what a step left.
func (r *runner) changedSince(s *step) string {
	if s.op == opLock || s.op == opPrune {
		return ""
	}
	t, foreign := r.l.trees[s.tree], r.l.foreignSince(r.l.taken[s.tree])
	var st unix.Stat_t
	low, err := r.below(t, s.path)
	if errors.Is(err, unix.EACCES) || err == nil && low.stat(&st) == unix.EACCES {
		return "" // who closed a directory to its owner keeps others out as well
	}
	if err != nil {
		return "its directory is gone"
	}
	err = low.stat(&st)
	// Git writes its index anew when it only looks; what counts is what it says.
	sameIndex := s.from != "" && err == nil && (s.op == opPut || s.op == opSwap || s.op == opMeta) &&
		indexSum(t.lower(s.path)) == s.from
	switch {
	case s.op == opDrop && err != unix.ENOENT:
		return "something new is there"
	case s.op == opDrop:
		return ""
	case s.op == opDir && (err != nil || s.ours.Mtime != anyTime && st.Mtim.Nano() != s.ours.Mtime):
		return whyChanged
	case s.op == opDir:
		return ""
	case sameIndex && s.op != opMeta:
		s.ours = identOf(&st)
		return ""
	case sameIndex:
		return ""
	case err != nil || !s.left().same(&st) || foreign(&st):
		return whyChanged
	}
	if s.left().dir() {
		if _, changed := scan(t.lower(s.path), foreign, maxEntries); changed {
			return "somebody changed something in it"
		}
	}
	return ""
}

// left is what a step that puts something somewhere leaves there.
func (s *step) left() ident {
	switch want := s.ours; s.op {
	case opMove:
		return s.theirs
	case opMeta:
		want.Dev, want.Ino = s.theirs.Dev, s.theirs.Ino
		return want
	case opLock, opPrune, opPut, opSwap, opDrop, opDir:
	}
	return s.ours
}

package undo

import (
	"errors"
	"fmt"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// runner does steps, and takes them back. Every step looks first at which inode is where, so
// that it can be done again after it was cut off at any point.
type runner struct {
	l   *Layer
	dir string // of a tree, that fd is open on
	fd  int
}

func newRunner(l *Layer) *runner { return &runner{l: l, fd: -1} }

// open makes directories that their owner may not change accessible; their modes are set in the end.
func (r *runner) open() {
	for i := len(r.l.steps) - 1; i >= 0 && os.Geteuid() != 0; i-- {
		s, t := &r.l.steps[i], r.l.trees[r.l.steps[i].tree]
		if s.op != opDir {
			continue
		}
		for _, name := range [...]string{t.lower(s.path), t.upper(s.path)} {
			var st unix.Stat_t
			if unix.Lstat(name, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR && st.Mode&0o700 != 0o700 {
				_ = unix.Fchmodat(unix.AT_FDCWD, name, st.Mode&0o7777|0o700, 0)
			}
		}
	}
}

func (r *runner) close() {
	if r.fd >= 0 {
		unix.Close(r.fd)
		r.fd = -1
	}
}

// place is a name in a directory.
type place struct {
	fd   int
	name string
}

func (p place) stat(st *unix.Stat_t) error {
	return unix.Fstatat(p.fd, p.name, st, unix.AT_SYMLINK_NOFOLLOW)
}

// below opens the directory of a path in the tree; no component may be a link. It stays open
// for the next path.
func (r *runner) below(t tree, rel string) (place, error) {
	dir := path.Dir(t.lower(rel))
	if rel == "." {
		dir = t.dir
	}
	if r.fd < 0 || dir != r.dir {
		fd, err := store.OpenUnlinked(dir, store.PathOnly|unix.O_DIRECTORY)
		if err != nil {
			return place{}, err
		}
		r.close()
		r.fd, r.dir = fd, dir
	}
	if rel == "." {
		return place{r.fd, "."}, nil
	}
	return place{r.fd, path.Base(rel)}, nil
}

// gone says that a directory is no longer there, or is something else.
func gone(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, store.ErrLink)
}

const whyChanged = "somebody else changed it meanwhile"

// do does a step, unless it is done. why says that somebody else's change stands in its way.
func (r *runner) do(s *step) (why string, err error) {
	t := r.l.trees[s.tree]
	up := place{unix.AT_FDCWD, t.upper(s.path)}
	aside := place{unix.AT_FDCWD, t.aside(s.slot)}
	if s.op == opPrune {
		return r.rename(up, aside, s.ours, false)
	}
	low, err := r.below(t, s.path)
	if gone(err) {
		return "its directory is gone", nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", t.lower(s.path), err)
	}
	switch s.op {
	case opPrune:
	case opLock:
		why, err = r.rename(aside, low, s.ours, false)
	case opPut:
		r.prepare(s, up)
		why, err = r.rename(up, low, s.ours, false)
	case opMove:
		why, err = r.move(t, s, low)
	case opSwap:
		r.prepare(s, up)
		why, err = r.swap(up, low, s)
	case opMeta:
		why, err = r.meta(low, s.theirs, s.ours)
	case opDrop:
		why, err = r.rename(low, aside, s.theirs, true)
	case opDir:
		_, err = r.meta(low, s.theirs, s.ours)
	}
	if err != nil {
		err = fmt.Errorf("taking over %s: %w", t.lower(s.path), err)
	}
	return why, err
}

// prepare removes what is the overlay's own, and brings git's index up to date.
func (r *runner) prepare(s *step, up place) {
	var st unix.Stat_t
	if up.stat(&st) != nil || !s.ours.is(&st) {
		return // it is done
	}
	for _, rel := range s.strip {
		name := path.Join(up.name, rel)
		names, _ := attributes(name)
		for _, n := range names {
			if len(n) > len(overlayPrefix) && n[:len(overlayPrefix)] == overlayPrefix || n == maskAttribute {
				_ = unix.Lremovexattr(name, n)
			}
		}
	}
	if dir, rest, ok := gitPath(s.path); ok && rest == "index" {
		t := r.l.trees[s.tree]
		refreshIndex(up.name, path.Dir(t.lower(dir)), r.l.since[s.tree], t.filled(path.Dir(dir)))
	}
}

// rename moves what is x from one place to another where there is nothing. checked says that x must
// be just what it was.
func (r *runner) rename(from, to place, x ident, checked bool) (why string, err error) {
	var st unix.Stat_t
	if to.stat(&st) == nil && x.is(&st) {
		return "", r.setMode(to, st, x)
	}
	if err := from.stat(&st); err != nil || !x.is(&st) || checked && !x.same(&st) {
		return whyChanged, nil
	}
	r.l.at()
	err = unix.Renameat2(from.fd, from.name, to.fd, to.name, unix.RENAME_NOREPLACE)
	if err == unix.EACCES && x.dir() {
		// Its entry for the directory it is in is about to change.
		if err = unix.Fchmodat(from.fd, from.name, x.Mode&0o7777|0o700, 0); err == nil {
			err = unix.Renameat2(from.fd, from.name, to.fd, to.name, unix.RENAME_NOREPLACE)
		}
	}
	r.l.at()
	if err == unix.EEXIST || err == unix.ENOTEMPTY {
		return "somebody else made something there", nil
	}
	if err != nil {
		return "", err
	}
	if err := to.stat(&st); err != nil {
		return "", err
	}
	if !x.is(&st) || checked && !x.same(&st) {
		return whyChanged, unix.Renameat2(to.fd, to.name, from.fd, from.name, unix.RENAME_NOREPLACE)
	}
	return "", r.setMode(to, st, x)
}

// setMode gives a directory back the mode that moving it took.
func (r *runner) setMode(p place, st unix.Stat_t, x ident) error {
	if !x.dir() || st.Mode == x.Mode {
		return nil
	}
	return unix.Fchmodat(p.fd, p.name, x.Mode&0o7777, 0)
}

func (r *runner) move(t tree, s *step, to place) (why string, err error) {
	dir, err := store.OpenUnlinked(path.Dir(t.lower(s.from)), store.PathOnly|unix.O_DIRECTORY)
	if gone(err) {
		return whyChanged, nil
	}
	if err != nil {
		return "", err
	}
	defer unix.Close(dir)
	return r.rename(place{dir, path.Base(s.from)}, to, s.theirs, true)
}

// swap exchanges ours and theirs, and exchanges them back if theirs is not the one expected.
func (r *runner) swap(up, low place, s *step) (why string, err error) {
	var st unix.Stat_t
	if err := low.stat(&st); err != nil {
		return whyChanged, nil
	}
	if !s.ours.is(&st) {
		if !s.theirs.same(&st) {
			return whyChanged, nil
		}
		if up.stat(&st) != nil || !s.ours.is(&st) {
			return "", errors.New("the record was changed")
		}
		r.l.at()
		if err := r.exchange(up, low, s); err != nil {
			return "", err
		}
		r.l.at()
	}
	if up.stat(&st) != nil || !s.theirs.same(&st) {
		return whyChanged, r.exchange(up, low, s)
	}
	return "", errors.Join(low.stat(&st), r.setMode(low, st, s.ours))
}

func (r *runner) exchange(up, low place, s *step) error {
	err := unix.Renameat2(up.fd, up.name, low.fd, low.name, unix.RENAME_EXCHANGE)
	if err != unix.EACCES {
		return err
	}
	for p, x := range map[place]ident{up: s.ours, low: s.theirs} {
		if x.dir() {
			_ = unix.Fchmodat(p.fd, p.name, x.Mode&0o7777|0o700, 0)
		}
	}
	return unix.Renameat2(up.fd, up.name, low.fd, low.name, unix.RENAME_EXCHANGE)
}

// meta sets mode, owner and time of what is from, in place, and comes to the same when it was cut off.
func (r *runner) meta(p place, from, to ident) (why string, err error) {
	var st unix.Stat_t
	if err := p.stat(&st); err != nil || from.Ino != 0 && !from.is(&st) {
		return whyChanged, nil
	}
	now := identOf(&st)
	if from.Ino != 0 && !from.dir() && now.Mtime != from.Mtime && now.Mtime != to.Mtime || now.dir() != to.dir() {
		return whyChanged, nil
	}
	if now.Mode == to.Mode && now.UID == to.UID && now.GID == to.GID && (now.Mtime == to.Mtime || to.Mtime == anyTime) {
		return "", nil
	}
	r.l.at()
	if now.UID != to.UID || now.GID != to.GID {
		if err := unix.Fchownat(p.fd, p.name, int(to.UID), int(to.GID), unix.AT_SYMLINK_NOFOLLOW); err != nil {
			return "", err
		}
		now.Mode = 0 // that may have taken bits away
	}
	if now.Mode != to.Mode && to.Mode&unix.S_IFMT != unix.S_IFLNK {
		if err := unix.Fchmodat(p.fd, p.name, to.Mode&0o7777, 0); err != nil {
			return "", err
		}
	}
	r.l.at()
	if to.Mtime == anyTime {
		return "", nil
	}
	return "", setTime(p.fd, p.name, to.Mtime)
}

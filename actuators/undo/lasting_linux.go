package undo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Bounds of what is copied of a layer that processes go on with.
const (
	maxKeptFiles = 50_000
	maxKeptBytes = 1 << 30
)

// errTooMuchKept says that a layer holds more than pp copies.
var errTooMuchKept = errors.New("the command changed too many files for pp to copy them")

// Lasting is a mounted layer that processes go on with after the command that it was made for has ended. The record of
// the command has a copy of it, since nothing that pp applies may change afterwards; what they write later, Into copies
// to the layer of another command.
type Lasting struct {
	Target string // the tree
	upper  string
	seen   map[string]unix.Stat_t // by path, what is known already
}

// Last moves a mounted layer to a directory of pp's own on the same file system, and puts a copy in its place. What is
// mounted stays what it is. Nobody may change files in it meanwhile.
func Last(m Mount, dir string) (*Lasting, error) {
	l := &Lasting{Target: m.Target, upper: path.Join(dir, "upper")}
	for _, d := range [...]struct{ from, to string }{{m.Upper, l.upper}, {m.Mask, path.Join(dir, "mask")},
		{m.Work, path.Join(dir, "work")}} {
		if d.from == "" {
			continue
		}
		if err := os.Rename(d.from, d.to); err != nil {
			return nil, err
		}
		var err error
		if d.from == m.Work {
			err = os.Mkdir(d.from, 0o700)
		} else {
			err = (&copier{}).copy(d.to, d.from)
		}
		if err != nil {
			return nil, err
		}
	}
	var err error
	l.seen, err = l.look()
	return l, err
}

// look finds all that the layer holds, by its path in the tree.
func (l *Lasting) look() (map[string]unix.Stat_t, error) {
	out := map[string]unix.Stat_t{}
	err := filepath.WalkDir(l.upper, func(name string, _ fs.DirEntry, err error) error {
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		var st unix.Stat_t
		if err == nil && name != l.upper && unix.Lstat(name, &st) == nil {
			out[strings.TrimPrefix(name, l.upper+"/")] = st
		}
		if len(out) > maxKeptFiles {
			return errTooMuchKept
		}
		return err
	})
	return out, err
}

// changed are the files that were changed or made since the last call of Into and are not older than those of the
// tree, and what all look like now. Directories are not among them, nor what a mask covers.
func (l *Lasting) changed() (names []string, now map[string]unix.Stat_t, err error) {
	if now, err = l.look(); err != nil {
		return nil, nil, err
	}
	for name, st := range now {
		was, known := l.seen[name]
		same := known && was.Ino == st.Ino && was.Ctim == st.Ctim && was.Size == st.Size
		var below unix.Stat_t
		older := unix.Lstat(path.Join(l.Target, name), &below) == nil && below.Mtim.Nano() > st.Mtim.Nano()
		if kind := st.Mode & unix.S_IFMT; same || older || kind != unix.S_IFREG && kind != unix.S_IFLNK {
			continue
		}
		if _, err := attribute(path.Join(l.upper, name), maskAttribute); err != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, now, nil
}

// Files are the regular files of the tree that the processes changed since the last call of Into, by their paths, and
// where what they are now can be read.
func (l *Lasting) Files() map[string]string {
	names, now, _ := l.changed()
	out := map[string]string{}
	for _, name := range names {
		var st unix.Stat_t
		if there := now[name]; there.Mode&unix.S_IFMT == unix.S_IFREG &&
			unix.Lstat(path.Join(l.Target, name), &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG {
			out[path.Join(l.Target, name)] = path.Join(l.upper, name)
		}
	}
	return out
}

// Into copies to a layer over the same tree, before it is mounted, what the processes changed, so that the command of
// that layer sees it, and that it is judged with what this one changes.
func (l *Lasting) Into(m Mount) error {
	names, now, err := l.changed()
	c := copier{}
	for _, name := range names {
		if err == nil {
			err = l.parents(name, m.Upper)
		}
		if err == nil {
			err = c.copy(path.Join(l.upper, name), path.Join(m.Upper, name))
		}
		if errors.Is(err, os.ErrExist) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, os.ErrNotExist) {
			err = nil // another layer has it, or it is gone by now
		}
	}
	if err == nil {
		l.seen = now
	}
	return err
}

// Newer reports whether a file of the tree is newer than what the processes made of it, or they did not change it.
func (l *Lasting) Newer(name string) bool {
	var here, theirs unix.Stat_t
	return unix.Lstat(path.Join(l.upper, strings.TrimPrefix(name, l.Target+"/")), &theirs) != nil ||
		unix.Lstat(name, &here) != nil || here.Mtim.Nano() > theirs.Mtim.Nano()
}

// Shows says that pp changed a path in the view of the processes: it is no change of theirs.
func (l *Lasting) Shows(name string) {
	var st unix.Stat_t
	rel := strings.TrimPrefix(name, l.Target+"/")
	if unix.Lstat(path.Join(l.upper, rel), &st) == nil {
		l.seen[rel] = st
	}
}

// parents makes the directories that lead to a path, like those of the tree.
func (l *Lasting) parents(name, upper string) error {
	var made []string
	for i := range name {
		if name[i] != '/' {
			continue
		}
		dir := path.Join(upper, name[:i])
		err := os.Mkdir(dir, 0o700)
		if err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		if err == nil {
			made = append(made, name[:i])
		}
	}
	for _, dir := range slices.Backward(made) {
		like := path.Join(l.Target, dir)
		if !exists(like) {
			like = path.Join(l.upper, dir)
		}
		if err := likeDir(like, path.Join(upper, dir)); err != nil {
			return err
		}
	}
	return nil
}

// copier copies trees, with all that an overlay keeps in them.
type copier struct {
	files int
	bytes int64
	links map[inode]string // where files with several names are
}

// copy copies a file or directory to a path where there is nothing.
func (c *copier) copy(from, to string) error {
	var st unix.Stat_t
	if err := unix.Lstat(from, &st); err != nil {
		return err
	}
	kind := st.Mode & unix.S_IFMT
	if c.files++; kind == unix.S_IFREG {
		c.bytes += st.Size
	}
	if c.files > maxKeptFiles || c.bytes > maxKeptBytes {
		return errTooMuchKept
	}
	if kind == unix.S_IFREG && st.Nlink > 1 {
		at := inode{uint64(st.Dev), st.Ino, 0}
		if first, ok := c.links[at]; ok {
			return os.Link(first, to)
		}
		if c.links == nil {
			c.links = map[inode]string{}
		}
		c.links[at] = to
	}
	if err := c.make(from, to, &st); err != nil {
		return fmt.Errorf("copying %s: %w", from, err)
	}
	names, err := attributes(from)
	for _, n := range names {
		if v, aerr := attribute(from, n); aerr == nil {
			_ = unix.Lsetxattr(to, n, v, 0) // the kernel's own cannot be given
		}
	}
	if os.Geteuid() == 0 {
		err = errors.Join(err, unix.Lchown(to, int(st.Uid), int(st.Gid)))
	}
	if kind != unix.S_IFLNK {
		err = errors.Join(err, unix.Fchmodat(unix.AT_FDCWD, to, st.Mode&0o7777, 0))
	}
	return errors.Join(err, setTime(unix.AT_FDCWD, to, st.Mtim.Nano()))
}

// make makes what a path holds, without its mode and times.
func (c *copier) make(from, to string, st *unix.Stat_t) error {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		if err := os.Mkdir(to, 0o700); err != nil {
			return err
		}
		entries, err := os.ReadDir(from)
		for _, e := range entries {
			if err == nil {
				err = c.copy(path.Join(from, e.Name()), path.Join(to, e.Name()))
			}
		}
		return err
	case unix.S_IFLNK:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case unix.S_IFREG:
		in, err := os.OpenFile(from, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
		if err != nil {
			return err
		}
		defer in.Close()
		out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, io.LimitReader(in, st.Size))
		return errors.Join(err, out.Close())
	}
	return unix.Mknod(to, st.Mode&unix.S_IFMT|0o600, int(st.Rdev))
}

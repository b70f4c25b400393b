package undo

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
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
// the command has a copy of it, since nothing that pp applies may change afterwards. What the processes write later
// stays in their layer, and is gone with it.
type Lasting struct {
	Target string // the tree
	upper  string
}

// Last moves a mounted layer to a directory of pp's own on the same file system, and puts a copy in its place. What is
// mounted stays what it is. Nobody may change files in it meanwhile. After an error everything is where it was.
func Last(m Mount, dir string) (*Lasting, error) {
	l := &Lasting{Target: m.Target, upper: path.Join(dir, "upper")}
	type move struct{ from, to string }
	var moved []move
	for _, d := range [...]move{{m.Upper, l.upper}, {m.Mask, path.Join(dir, "mask")}, {m.Work, path.Join(dir, "work")}} {
		if d.from == "" {
			continue
		}
		err := os.Rename(d.from, d.to)
		if err == nil {
			moved = append(moved, d)
			err = os.Mkdir(d.from, 0o700)
		}
		if err == nil && d.from != m.Work {
			err = copyTree(d.to, d.from)
		}
		if err != nil {
			for _, d := range moved {
				err = errors.Join(err, removeAll(d.from), os.Rename(d.to, d.from))
			}
			return nil, err
		}
	}
	return l, nil
}

// Newer reports whether a file of the tree is newer than what the processes made of it, or they did not change it.
func (l *Lasting) Newer(name string) bool {
	var here, theirs unix.Stat_t
	return unix.Lstat(path.Join(l.upper, strings.TrimPrefix(name, l.Target+"/")), &theirs) != nil ||
		unix.Lstat(name, &here) != nil || here.Mtim.Nano() > theirs.Mtim.Nano()
}

// copier copies a tree, with all that an overlay keeps in it. It reaches each file from the top of its tree, so that no
// link there leads elsewhere.
type copier struct {
	from, to *os.Root
	files    int
	bytes    int64
	links    map[inode]string // where files with several names are
}

// copyTree copies what is in a directory to one that is there.
func copyTree(from, to string) error {
	src, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer dst.Close()
	c := copier{from: src, to: dst, links: map[inode]string{}}
	return errors.Join(c.entries("."), c.finish("."))
}

// entries copies what is in a directory.
func (c *copier) entries(dir string) error {
	f, err := c.from.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	for _, name := range names {
		if err == nil {
			err = c.copy(path.Join(dir, name))
		}
	}
	return err
}

// copy copies a file or directory to where there is nothing.
func (c *copier) copy(name string) error {
	st, err := lstatIn(c.from, name)
	if err != nil {
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
			return c.to.Link(first, name)
		}
		c.links[at] = name
	}
	switch kind {
	case unix.S_IFDIR:
		err = c.to.Mkdir(name, 0o700)
		if err == nil {
			err = c.entries(name)
		}
	case unix.S_IFLNK:
		var target string
		if target, err = c.from.Readlink(name); err == nil {
			err = c.to.Symlink(target, name)
		}
	case unix.S_IFREG:
		err = c.content(name, st.Size)
	default:
		err = c.node(name, st)
	}
	if err == nil {
		err = c.finish(name)
	}
	if err != nil {
		return fmt.Errorf("copying %s: %w", name, err)
	}
	return nil
}

// content copies what a regular file holds.
func (c *copier) content(name string, size int64) error {
	in, err := c.from.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.to.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, size))
	return errors.Join(err, out.Close())
}

// node makes what is neither a file, a directory nor a link: an overlay notes with a device that a file was deleted.
func (c *copier) node(name string, st *unix.Stat_t) error {
	dir, err := c.to.Open(path.Dir(name))
	if err != nil {
		return err
	}
	defer dir.Close()
	return unix.Mknodat(int(dir.Fd()), path.Base(name), st.Mode&unix.S_IFMT|0o600, int(st.Rdev))
}

// finish gives a copy the attributes, owner, mode and times.
func (c *copier) finish(name string) error {
	st, err := lstatIn(c.from, name)
	if err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		err = c.to.Lchown(name, int(st.Uid), int(st.Gid))
	}
	kind := st.Mode & unix.S_IFMT
	if kind == unix.S_IFLNK {
		return err
	}
	if kind == unix.S_IFREG || kind == unix.S_IFDIR {
		err = errors.Join(err, c.attributes(name))
	}
	dir, derr := c.to.Open(path.Dir(name))
	if derr != nil {
		return errors.Join(err, derr)
	}
	defer dir.Close()
	base := path.Base(name)
	return errors.Join(err, unix.Fchmodat(int(dir.Fd()), base, st.Mode&0o7777, 0),
		setTime(int(dir.Fd()), base, st.Mtim.Nano()))
}

// attributes copies the extended attributes; the kernel's own cannot be given.
func (c *copier) attributes(name string) error {
	in, err := c.from.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.to.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return err
	}
	defer out.Close()
	names, err := attributesOf(int(in.Fd()))
	for _, n := range names {
		value := make([]byte, 64<<10)
		if size, aerr := unix.Fgetxattr(int(in.Fd()), n, value); aerr == nil {
			_ = unix.Fsetxattr(int(out.Fd()), n, value[:size], 0)
		}
	}
	return err
}

// attributesOf lists the extended attributes of an open file.
func attributesOf(fd int) ([]string, error) {
	list := make([]byte, 64<<10)
	size, err := unix.Flistxattr(fd, list)
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(string(list[:size]), func(r rune) bool { return r == 0 }), nil
}

// lstatIn looks at a file below a root, without following a link.
func lstatIn(root *os.Root, name string) (*unix.Stat_t, error) {
	dir, err := root.Open(path.Dir(name))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var st unix.Stat_t
	err = unix.Fstatat(int(dir.Fd()), path.Base(name), &st, unix.AT_SYMLINK_NOFOLLOW)
	return &st, err
}

package tools

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
)

// errStop ends a walk from within a visit.
var errStop = errors.New("enough was found")

// gitDir is left out of a walk that does not begin in it, without a word: what
// is in it is git's, and nearly always noise.
const gitDir = ".git"

// entry is one entry of a directory during a walk.
type entry struct {
	dirfd int    // its directory, open
	name  string // in it
	path  string // absolute
	rel   string // from the root of the walk
	typ   fs.FileMode
}

// walker goes through a tree, depth first, the names of a directory sorted. It
// follows no link: every directory is opened relative to the open one above.
type walker struct {
	ctx     context.Context
	opts    Options
	visited int
	left    leftOut
}

func (o Options) walker(ctx context.Context) walker { return walker{ctx: ctx, opts: o} }

// leftOut counts what a walk did not look at.
type leftOut struct {
	secret, unreadable, special, deep int
	private, subtrees                 int
	links, binary, long               int
	stopped                           string // why the walk ended early
}

// notes says what was left out, for the end of a result.
func (l leftOut) notes() []string {
	var out []string
	add := func(n int, one, many, why string) {
		if n > 0 {
			out = append(out, plural(n, one, many)+why)
		}
	}
	add(l.secret, "secret file", "secret files", " left out")
	add(l.private, "private file or directory", "private files or directories", " left out")
	add(l.subtrees, "private subtree", "private subtrees", " left out")
	add(l.unreadable, "entry", "entries", " could not be opened")
	add(l.links, "symbolic link", "symbolic links", " not followed")
	add(l.special, "special file", "special files", " left out")
	add(l.deep, "directory", "directories", " too deep to enter; give one as the path")
	add(l.binary, "file that is not text", "files that are not text", " left out")
	add(l.long, "file", "files", " searched in part, being over "+engine.FormatCount(maxFile)+" bytes")
	if l.stopped != "" {
		out = append(out, l.stopped)
	}
	return out
}

// walk visits what is below an open directory. It closes dirfd.
func (w *walker) walk(dirfd int, root string, visit func(entry) error) error {
	inGit := slices.Contains(strings.Split(root, "/"), gitDir)
	err := w.dir(dirfd, entry{path: root}, 0, inGit, visit)
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

func (w *walker) dir(dirfd int, at entry, depth int, inGit bool, visit func(entry) error) error {
	// The directory is read through an os.File, which owns the descriptor.
	d := os.NewFile(uintptr(dirfd), at.path)
	defer d.Close()
	list, err := w.entries(d)
	if err != nil {
		return err
	}
	for _, de := range list {
		e := entry{dirfd: dirfd, name: de.Name(), path: path.Join(at.path, de.Name()),
			rel: path.Join(at.rel, de.Name()), typ: de.Type()}
		if err := w.one(e, depth, inGit, visit); err != nil {
			return err
		}
	}
	return nil
}

// one visits an entry, then what is below it.
func (w *walker) one(e entry, depth int, inGit bool, visit func(entry) error) error {
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	if w.visited++; w.visited > maxVisited {
		w.left.stopped = "stopped after " + engine.FormatCount(maxVisited) + " entries; narrow the path"
		return errStop
	}
	if w.leaves(e.path) {
		return nil
	}
	if e.name == gitDir && !inGit {
		return nil
	}
	if err := visit(e); err != nil || !e.typ.IsDir() {
		return err
	}
	if depth+1 >= maxDepth {
		w.left.deep++
		return nil
	}
	below, err := store.OpenEntry(e.dirfd, e.name, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		w.left.unreadable++
		return nil
	}
	return w.dir(below, e, depth+1, inGit, visit)
}

// leaves reports whether a path is left out, whatever it is, and counts it.
func (w *walker) leaves(name string) bool {
	switch {
	case w.opts.Private.Whole(name):
		w.left.private++
	case w.opts.Skip(name):
		w.left.secret++
	default:
		return false
	}
	return true
}

// entries reads the names of a directory, sorted, and no more than maxEntries.
func (w *walker) entries(d *os.File) ([]fs.DirEntry, error) {
	var list []fs.DirEntry
	for {
		if w.ctx.Err() != nil {
			return nil, context.Cause(w.ctx)
		}
		some, err := d.ReadDir(1024)
		list = append(list, some...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			w.left.unreadable++
			break
		}
		if len(list) > maxEntries {
			list = list[:maxEntries]
			w.left.stopped = "a directory has over " + engine.FormatCount(maxEntries) +
				" entries, and only that many were looked at"
			break
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

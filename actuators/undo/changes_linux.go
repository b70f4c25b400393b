package undo

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
)

// Bounds of a comparison.
const (
	maxEntries = 500_000 // changed entries, and entries of what was deleted
	maxDepth   = 2000
	maxContent = 1 << 30            // bytes of files that are compared with what lies below; larger ones count as changed
	maxPath    = unix.PathMax - 256 // of data: their names get longer
)

// Changes compares what the command left with what lies below. The overlay must be
// unmounted, and everything that ran in it ended. It changes nothing below.
func (l *Layer) Changes() (Changes, error) {
	if l.state != stateReady && l.state != stateKept {
		return Changes{}, ErrState
	}
	var out Changes
	left, content := maxEntries, int64(maxContent)
	for i, t := range l.trees {
		w := walker{l: l, n: i, t: t, since: l.since[i], out: &out, left: &left, content: &content, moved: map[int][]int{}}
		low, err := store.OpenUnlinked(t.dir, store.PathOnly|unix.O_DIRECTORY)
		if err != nil {
			return out, fmt.Errorf("opening %s: %w", t.dir, err)
		}
		var up, st unix.Stat_t
		err = errors.Join(unix.Lstat(t.upper(""), &up), unix.Fstat(low, &st))
		if err == nil {
			err = w.merged(".", up, st, low, false)
		}
		unix.Close(low)
		if err != nil {
			return out, err
		}
		w.settle()
		w.staged()
	}
	out.Over = left <= 0
	return out, nil
}

// walker compares one tree.
type walker struct {
	l       *Layer
	n       int
	t       tree
	since   int64
	out     *Changes
	left    *int
	content *int64        // bytes that may still be compared
	moved   map[int][]int // changes that are masks which left their places, by mask
	busy    bool          // somebody else changed the directory at hand
	same    []string      // directories in which what is masked was replaced by the same
}

// entry is one name in an upper directory, with what lies below under the same name.
type entry struct {
	rel     string
	up, low unix.Stat_t
	below   bool
	attrs   []string
}

// merged compares a directory that is on both sides; low is open on the lower one.
func (w *walker) merged(rel string, up, st unix.Stat_t, low int, opaque bool) error {
	w.out.dirs = append(w.out.dirs, dirTimes{tree: w.n, path: rel, ours: identOf(&up), their: identOf(&st),
		changed: st.Ctim.Nano(), foreign: w.foreign(&st)})
	at := len(w.out.dirs) - 1
	e := entry{rel: rel, up: up, low: st, below: true}
	if up.Mode != st.Mode || up.Uid != st.Uid || up.Gid != st.Gid {
		w.add(e, engine.ChangeMetadata)
	}
	before := len(w.out.List)
	attrs, err := attributes(w.t.upper(rel))
	if err != nil {
		return err
	}
	if e.attrs = attrs; attributesDiffer(w.t.upper(rel), w.t.lower(rel), attrs, true) {
		c := w.add(e, engine.ChangeMetadata)
		c.Refused = "the extended attributes or access control lists of a directory changed, which is not taken over"
	}
	opaque = opaque || slices.Contains(attrs, opaqueAttribute)
	defer func(outer bool) { w.busy = outer }(w.busy)
	w.busy = w.foreign(&st)
	if err := w.dir(rel, up, low, opaque, false); err != nil {
		return err
	}
	switch {
	case len(w.out.List) > before || up.Mtim == st.Mtim:
	case slices.Contains(w.same, rel):
		w.out.dirs[at].ours.Mtime = w.out.dirs[at].their.Mtime
	default:
		w.add(e, engine.ChangeMetadata).onlyTimes = true
	}
	return nil
}

// dir compares what is in a directory. low is -1 when nothing lies below.
func (w *walker) dir(rel string, up unix.Stat_t, low int, opaque, fresh bool) error {
	if strings.Count(rel, "/") > maxDepth || len(w.t.upper(rel)) > maxPath {
		return fmt.Errorf("%s: the path is too long to be taken over", rel)
	}
	name := w.t.upper(rel)
	if up.Mode&0o700 != 0o700 && os.Geteuid() != 0 {
		// Its owner may enter it all the same.
		if err := unix.Fchmodat(unix.AT_FDCWD, name, up.Mode&0o7777|0o700, 0); err != nil {
			return err
		}
		defer func() { _ = unix.Fchmodat(unix.AT_FDCWD, name, up.Mode&0o7777, 0) }()
	}
	names, err := readNames(name, *w.left)
	if err != nil {
		return err
	}
	if (len(names) > 0 || opaque) && closed(low) {
		c := w.add(entry{rel: rel, up: up}, engine.ChangeModified)
		c.Refused = "its owner may not look into what was there, so that nobody can say what changed in it"
		return nil
	}
	for _, n := range names {
		if *w.left--; *w.left <= 0 {
			return nil
		}
		if err := w.one(rel, n, low, opaque, fresh); err != nil {
			return err
		}
	}
	if !opaque || low < 0 {
		return nil
	}
	return w.hidden(rel, names, low)
}

// hidden adds what lies below a directory that hides all of it, but for the names that it has itself.
func (w *walker) hidden(rel string, names []string, low int) error {
	below, err := readNames(w.t.lower(rel), *w.left)
	if err != nil && !errors.Is(err, unix.ENOENT) {
		return err
	}
	for _, n := range below {
		if _, ok := slices.BinarySearch(names, n); !ok {
			*w.left--
			w.deleted(entry{rel: path.Join(rel, n)}, low)
		}
	}
	return nil
}

// closed reports whether a directory cannot be entered, -1 being none. The overlay can.
func closed(dir int) bool {
	var st unix.Stat_t
	return dir >= 0 && unix.Fstatat(dir, ".", &st, 0) == unix.EACCES
}

func (w *walker) one(rel, name string, low int, opaque, fresh bool) error {
	e := entry{rel: path.Join(rel, name)}
	err := unix.Lstat(w.t.upper(e.rel), &e.up)
	if err != nil {
		return err
	}
	if low >= 0 {
		err = unix.Fstatat(low, name, &e.low, unix.AT_SYMLINK_NOFOLLOW)
		if e.below = err == nil; err != nil && err != unix.ENOENT {
			return fmt.Errorf("looking at %s: %w", w.t.lower(e.rel), err)
		}
	}
	if whiteout(e.up) {
		if fresh {
			c := w.add(e, engine.ChangeNew)
			c.Inside, c.Refused = true, "it stands for nothing"
		} else {
			w.deleted(e, low)
		}
		return nil
	}
	if e.attrs, err = attributes(w.t.upper(e.rel)); err != nil {
		return err
	}
	if done := w.masked(&e, fresh); done {
		return nil
	}
	isDir := e.up.Mode&unix.S_IFMT == unix.S_IFDIR
	if isDir && e.below && e.low.Mode&unix.S_IFMT == unix.S_IFDIR {
		next, err := store.OpenEntry(low, name, store.PathOnly|unix.O_DIRECTORY)
		if err != nil {
			return err
		}
		defer unix.Close(next)
		return w.merged(e.rel, e.up, e.low, next, opaque)
	}
	return w.replaced(&e, isDir, fresh)
}

// replaced compares what is not a directory on both sides, and all that is in a new directory.
func (w *walker) replaced(e *entry, isDir, fresh bool) error {
	if kind, changed := w.kind(e); changed {
		c := w.add(*e, kind)
		c.Inside = fresh
		if c.Was.IsDir() {
			w.scan(c)
		}
	}
	if isDir {
		defer func(outer bool) { w.busy = outer }(w.busy)
		w.busy = false
		return w.dir(e.rel, e.up, -1, false, true)
	}
	return nil
}

// kind compares two things that are not both directories.
func (w *walker) kind(e *entry) (kind engine.ChangeKind, changed bool) {
	up, low := &e.up, &e.low
	switch {
	case !e.below:
		return engine.ChangeNew, true
	case up.Mode&unix.S_IFMT != low.Mode&unix.S_IFMT, up.Size != low.Size:
		return engine.ChangeModified, true
	case up.Mode&unix.S_IFMT == unix.S_IFLNK:
		a, _ := os.Readlink(w.t.upper(e.rel))
		if b, err := os.Readlink(w.t.lower(e.rel)); err != nil || a != b {
			return engine.ChangeModified, true
		}
	case up.Mode&unix.S_IFMT != unix.S_IFREG:
		if up.Rdev != low.Rdev {
			return engine.ChangeModified, true
		}
	case up.Nlink > 1, !w.sameContent(e), w.attributesDiffer(e):
		return engine.ChangeModified, true // what has another name here shares its content with it
	}
	if up.Mode != low.Mode || up.Uid != low.Uid || up.Gid != low.Gid || up.Mtim != low.Mtim {
		return engine.ChangeMetadata, true
	}
	return engine.ChangeMetadata, false
}

func (w *walker) attributesDiffer(e *entry) bool {
	return attributesDiffer(w.t.upper(e.rel), w.t.lower(e.rel), e.attrs, false)
}

// sameContent compares two files of the same size, as far as that is affordable.
func (w *walker) sameContent(e *entry) bool {
	if *w.content -= e.up.Size; *w.content < 0 {
		return false
	}
	return store.SameFiles(w.t.upper(e.rel), w.t.lower(e.rel))
}

// deleted adds what is no longer there, unless somebody else deleted it too.
func (w *walker) deleted(e entry, low int) {
	if low < 0 || unix.Fstatat(low, path.Base(e.rel), &e.low, unix.AT_SYMLINK_NOFOLLOW) != nil {
		return
	}
	e.below = true
	c := w.add(e, engine.ChangeDeleted)
	if c.Was.IsDir() {
		w.scan(c)
	}
}

// scan looks at all that goes with a directory.
func (w *walker) scan(c *Change) {
	n, foreign := scan(w.t.lower(c.Path), w.foreign, *w.left)
	c.Entries = n
	*w.left -= n
	if foreign && c.Conflict == "" {
		c.Conflict = "somebody else changed something in it meanwhile"
	}
}

// scan counts what is below a directory, and reports whether any of it is changed. What its owner
// cannot read nobody can have changed without changing the directory itself, which the caller looks at.
func scan(dir string, changed func(*unix.Stat_t) bool, limit int) (entries int, foreign bool) {
	names, err := readNames(dir, limit)
	for _, n := range names {
		if entries++; entries >= limit {
			return entries, true
		}
		var st unix.Stat_t
		name := path.Join(dir, n)
		if err := unix.Lstat(name, &st); err == unix.EACCES {
			continue
		} else if err != nil || changed(&st) {
			foreign = true
		} else if st.Mode&unix.S_IFMT == unix.S_IFDIR {
			below, f := scan(name, changed, limit-entries)
			entries, foreign = entries+below, foreign || f
		}
	}
	return entries, foreign || err != nil && !errors.Is(err, unix.EACCES)
}

func (w *walker) foreign(st *unix.Stat_t) bool { return st.Ctim.Nano() >= w.since }

// add adds a change, with everything that can be said of it.
func (w *walker) add(e entry, kind engine.ChangeKind) *Change {
	c := Change{Tree: w.n, Path: e.rel, Kind: kind}
	if kind != engine.ChangeDeleted {
		c.Mode, c.Size, c.ours = store.Mode(e.up.Mode), e.up.Size, identOf(&e.up)
		w.describe(&c, &e)
	}
	if e.below {
		c.Was, c.WasSize, c.theirs = store.Mode(e.low.Mode), e.low.Size, identOf(&e.low)
		c.changed = e.low.Ctim.Nano()
		if e.low.Nlink > 1 && !c.Was.IsDir() {
			c.Linked = true
			if kind == engine.ChangeModified && c.Was.IsRegular() && c.Mode.IsRegular() {
				// The overlay keeps no sign of which it was.
				c.Refused = "the file has other names, and whether it was replaced or written to is not known"
			}
		}
		if w.foreign(&e.low) {
			c.Conflict = "somebody else changed it meanwhile"
		}
	}
	if kind == engine.ChangeNew && w.busy && slices.Contains(e.attrs, originAttribute) {
		// It may have come from elsewhere, or have been here when it was copied up.
		c.Conflict = "somebody else may have deleted it meanwhile"
	}
	c.Hidden = slices.ContainsFunc(w.t.masks, func(m Mask) bool { return within(m.Path, e.rel) && !m.Held })
	if kind != engine.ChangeMetadata && kind != engine.ChangeNew && within(path.Dir(w.t.data), w.t.lower(e.rel)) {
		c.Refused = "it holds the record of the layer"
	}
	w.out.List = append(w.out.List, c)
	return &w.out.List[len(w.out.List)-1]
}

// describe fills in what follows from the new file.
func (w *walker) describe(c *Change, e *entry) {
	if c.Mode&os.ModeSymlink != 0 {
		c.Link, _ = os.Readlink(w.t.upper(e.rel))
	}
	for _, n := range e.attrs {
		switch {
		case strings.HasPrefix(n, escapedPrefix):
			c.Refused = "it has extended attributes that an overlay takes for its own"
		case strings.HasPrefix(n, overlayPrefix), n == maskAttribute:
			c.strip = true
		case n == "security.capability" && differs(w.t.upper(e.rel), w.t.lower(e.rel), n):
			c.Refused = "it has privileges of its own (capabilities)"
		}
	}
}

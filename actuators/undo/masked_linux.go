package undo

import (
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
)

// masked deals with an entry that stands at a masked path, or for one; done says that there is no
// more to it.
func (w *walker) masked(e *entry, fresh bool) (done bool) {
	mask, of := -1, w.n
	if slices.Contains(e.attrs, maskAttribute) {
		if v, err := attribute(w.t.upper(e.rel), maskAttribute); err == nil {
			if tree, i, ok := w.l.maskOf(string(v)); ok {
				mask, of = i, tree
			}
		}
	}
	at := slices.IndexFunc(w.t.masks, func(m Mask) bool { return m.Path == e.rel })
	if at >= 0 {
		if mask == at && of == w.n && w.blank(e, of, mask) {
			return true // it was copied up, and is still what covers the file
		}
		held := w.t.masks[at].Held && mask < 0 && e.up.Mode == e.low.Mode
		if held && store.SameFiles(w.t.upper(e.rel), w.t.lower(e.rel)) {
			w.same = append(w.same, path.Dir(e.rel))
			return true // git put back what is there
		}
		c := w.add(*e, engine.ChangeModified)
		if mask >= 0 || !w.l.PutByGit(c) {
			c.Refused = "what it held was hidden from the command, so that what the command wrote does not rest on it"
		}
		return true
	}
	if mask < 0 || !w.blank(e, of, mask) {
		return false
	}
	kind := engine.ChangeNew
	if e.below {
		kind = engine.ChangeModified
	}
	c := w.add(*e, kind)
	c.Inside = fresh
	c.From, c.fromTree = w.l.trees[of].masks[mask].Path, of
	if of != w.n {
		c.Refused = "it stands for a masked file of another tree, of which the command saw nothing"
		return true
	}
	w.moved[mask] = append(w.moved[mask], len(w.out.List)-1)
	if kind == engine.ChangeModified {
		c.Refused = "a masked file was moved over another one"
	}
	return true
}

// blank reports whether a mask still is what it was made as.
func (w *walker) blank(e *entry, of, mask int) bool {
	if e.up.Mode&unix.S_IFMT == unix.S_IFDIR {
		names, err := os.ReadDir(w.t.upper(e.rel))
		return err == nil && len(names) == 0
	}
	t := w.l.trees[of]
	return store.SameFiles(w.t.upper(e.rel), path.Join(t.mask, t.masks[mask].Path))
}

// filled reports whether a filler stands for a file, by its name below a directory of the tree.
func (t tree) filled(dir string) func(name string) bool {
	return func(name string) bool {
		at := path.Join(dir, name)
		return slices.ContainsFunc(t.masks, func(m Mask) bool { return m.Held && m.Path == at })
	}
}

// settle finds out which masks were moved, and which were only copied.
func (w *walker) settle() {
	for mask, places := range w.moved {
		from := w.t.masks[mask].Path
		gone := slices.ContainsFunc(w.out.List, func(c Change) bool {
			return c.Tree == w.n && c.theirs.Ino != 0 && !c.Mode.IsDir() && within(from, c.Path) &&
				(c.Kind == engine.ChangeDeleted || c.Path != from)
		})
		for n, i := range places {
			c := &w.out.List[i]
			var st unix.Stat_t
			switch {
			case c.Refused != "":
			case !gone || n > 0:
				c.Refused = "it is a copy of a masked file, of which the command saw nothing"
			case unix.Lstat(w.t.lower(from), &st) != nil || w.foreign(&st):
				c.Conflict = "somebody else changed " + path.Join(w.t.dir, from) + " meanwhile"
			default:
				c.theirs, c.changed = identOf(&st), st.Ctim.Nano()
				c.Mode, c.Size = store.Mode(st.Mode), st.Size
			}
		}
	}
}

package undo

import (
	"context"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
)

// staged refuses what git made of masked files. To the command they were empty: an index that holds one so, or a
// stash that put one away, would keep an empty file in the place of what nobody had seen.
func (w *walker) staged() {
	for _, c := range w.out.List {
		dir, rest, ok := gitPath(c.Path)
		if !ok || c.Tree != w.n || c.Kind == engine.ChangeDeleted {
			continue
		}
		root := path.Dir(dir)
		part, _, _ := strings.Cut(rest, "/")
		switch {
		case rest == "index" && w.lost(dir) != "":
			w.refuse(root, "git would replace "+w.lost(dir)+", which it does not track and which is hidden from the "+
				"command. Move it away first")
		case rest == "index":
			w.refuse(dir, w.stagedMask(c.Path, func(m Mask, name string) (string, bool) {
				rel, below := below(m.Path, root)
				return path.Join(root, name), below && (name == "" || within(name, rel))
			}))
		case path.Base(rest) == "index" && (part == "worktrees" || part == "modules"):
			// Of another working tree, which stands somewhere else: the last name tells enough.
			w.refuse(dir, w.stagedMask(c.Path, func(m Mask, name string) (string, bool) {
				return m.Path, name == "" || path.Base(name) == path.Base(m.Path)
			}))
		case rest == "refs/stash":
			if name := w.stashedMask(root); name != "" {
				w.refuse(root, "git put "+name+" away as an empty file, since what it holds was hidden from the command")
			}
		}
	}
}

// lost finds a masked, untracked file that git replaced by a tracked one; "" if there is none. Since the file itself
// stays, the new index must not be applied.
func (w *walker) lost(git string) string {
	for _, c := range w.out.List {
		root := path.Dir(git)
		if _, in := below(c.Path, root); !in || c.Tree != w.n || c.Kind != engine.ChangeModified || c.Refused == "" ||
			w.t.isTracked(git, c.Path) {
			continue
		}
		for _, e := range w.t.entries(git, c.Path, w.t.upper) {
			if holds(&e.GitIndex, e.GitEntry, w.t.upper(c.Path)) && w.t.hasOld(git, e) {
				return c.Path
			}
		}
	}
	return ""
}

// refuse refuses all changes below a directory; why is "" for none.
func (w *walker) refuse(dir, why string) {
	if why == "" {
		return
	}
	for i := range w.out.List {
		if c := &w.out.List[i]; c.Tree == w.n && (dir == "." || within(c.Path, dir)) && c.Refused == "" {
			c.Refused = why
		}
	}
}

// stagedMask says that an index holds a masked file as the command saw it, and the one before did not; "" if not. Where
// a filter of the repository made something else of it, the times say that it is what git took in. at gives the path of
// an entry and whether it can be what a mask stands for; of no name, whether any can.
func (w *walker) stagedMask(index string, at func(m Mask, name string) (string, bool)) string {
	now, ok := ReadIndex(w.t.upper(index))
	was := map[string]string{}
	if old, ok := ReadIndex(w.t.lower(index)); ok {
		for _, e := range old.Entries {
			was[e.Name] = old.Object(e)
		}
	}
	for _, m := range w.t.masks {
		if _, any := at(m, ""); m.Absent || !any {
			continue
		}
		if !ok {
			return "git's index is written in a way that is not read here, so that nobody can say whether it has " + m.Path +
				" as an empty file"
		}
		for _, e := range now.Entries {
			name, stands := at(m, e.Name)
			if stands && was[e.Name] != now.Object(e) &&
				(now.Holds(e, w.t.filler(m), false) || w.looked(&now, e, m) || w.refused(&now, e, name)) {
				return "git staged " + name + " as an empty file, since what it holds was hidden from the command"
			}
		}
	}
	return ""
}

// looked reports whether an entry of an index is what git took a mask for, and not what is covered.
func (w *walker) looked(x *store.GitIndex, e store.GitEntry, m Mask) bool {
	var st unix.Stat_t
	return unix.Lstat(path.Join(w.t.mask, m.Path), &st) == nil && x.Fresh(e, st.Size, st.Mtim.Nano()) &&
		!holds(x, e, w.t.lower(m.Path))
}

// filler is what a mask holds.
func (t tree) filler(m Mask) []byte {
	content, _ := store.Read(context.Background(), path.Join(t.mask, m.Path), MaxFiller)
	return content
}

// refused reports whether an entry of an index is what the command made of a file, and that is refused.
func (w *walker) refused(x *store.GitIndex, e store.GitEntry, name string) bool {
	above := func(c Change) bool { return c.Tree == w.n && c.Refused != "" && within(name, c.Path) }
	if !slices.ContainsFunc(w.out.List, above) {
		return false
	}
	return holds(x, e, w.t.upper(name))
}

// stashedMask is a masked file below a directory that is gone, or in the place of which git put another one, "" for
// none.
func (w *walker) stashedMask(root string) string {
	for _, m := range w.t.masks {
		var st unix.Stat_t
		_, below := below(m.Path, root)
		if !below || m.Absent || m.Held || unix.Lstat(w.t.upper(m.Path), &st) != nil {
			continue
		}
		if names, err := attributes(w.t.upper(m.Path)); err != nil || !slices.Contains(names, maskAttribute) {
			return m.Path
		}
	}
	return ""
}

// below is a path as seen from a directory that it is in.
func below(name, dir string) (string, bool) {
	if dir == "." {
		return name, true
	}
	return strings.CutPrefix(name, dir+"/")
}

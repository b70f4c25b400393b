package undo

import (
	"encoding/hex"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
)

// PutByGit reports whether git itself put the file in place, or removed a file that it tracked. It compares the file
// with git's index: the index must name exactly this content, and git must have had that object before the command.
// The content of a file that a command wrote and staged is new to git.
func (l *Layer) PutByGit(c *Change) bool {
	t := l.trees[c.Tree]
	git, ok := t.repository(c.Path)
	lost := func(m Mask) bool { return within(m.Path, c.Path) && !m.Held && !t.isTracked(git, m.Path) }
	if !ok || c.Kind == engine.ChangeMetadata || slices.ContainsFunc(t.masks, lost) {
		return false
	}
	entries := t.entries(git, c.Path, t.upper)
	if c.Kind == engine.ChangeDeleted {
		return len(entries) == 0 && t.isTracked(git, c.Path)
	}
	return slices.ContainsFunc(entries, func(e indexed) bool {
		return c.Mode.IsRegular() && holds(&e.GitIndex, e.GitEntry, t.upper(c.Path)) && t.hasOld(git, e)
	})
}

// indexed is an entry together with its index.
type indexed struct {
	store.GitIndex
	store.GitEntry
}

// repository finds the git directory that is responsible for a path in a tree.
func (t tree) repository(rel string) (string, bool) {
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		git := path.Join(dir, ".git")
		for _, name := range [...]string{t.upper(git), t.lower(git)} {
			if info, err := os.Lstat(name); err == nil && info.IsDir() {
				return git, true
			}
		}
		if dir == "." {
			return "", false
		}
	}
}

// entries returns the entries of a path and of everything below it. It reads the index that at finds, or the existing
// one if the command wrote none.
func (t tree) entries(git, rel string, at func(string) string) (out []indexed) {
	x, ok := ReadIndex(at(path.Join(git, "index")))
	if !ok {
		x, _ = ReadIndex(t.lower(path.Join(git, "index")))
	}
	name, _ := below(rel, path.Dir(git))
	for _, e := range x.Entries {
		if within(e.Name, name) {
			out = append(out, indexed{x, e})
		}
	}
	return out
}

// isTracked reports whether git tracked a path, or something below it, before the command.
func (t tree) isTracked(git, rel string) bool { return len(t.entries(git, rel, t.lower)) > 0 }

// hasOld reports whether git had an object before the command: it is neither a new loose object nor in a new pack.
func (t tree) hasOld(git string, e indexed) bool {
	id := hex.EncodeToString([]byte(e.Object(e.GitEntry)[4:]))
	object := path.Join(git, "objects", id[:2], id[2:])
	var st unix.Stat_t
	if unix.Lstat(t.lower(object), &st) == nil {
		return true
	}
	packs, _ := os.ReadDir(t.upper(path.Join(git, "objects/pack")))
	return unix.Lstat(t.upper(object), &st) != nil && !slices.ContainsFunc(packs, func(p os.DirEntry) bool {
		return unix.Lstat(t.lower(path.Join(git, "objects/pack", p.Name())), &st) != nil
	})
}

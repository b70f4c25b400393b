package layer

import (
	"encoding/hex"
	"os"
	"path"
	"slices"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/gitindex"
)

// PutByGit reports whether git itself put there what stands at a path, or took away what it tracked. Its index says
// so: it names the very content, which git had before the command, or no longer has what it had. What a command wrote
// and staged is new to git.
func (l *Layer) PutByGit(c *Change) bool {
	t := l.trees[c.Tree]
	git, ok := t.repository(c.Path)
	lost := func(m Mask) bool { return within(m.Path, c.Path) && !m.Held && !t.tracked(git, m.Path) }
	if !ok || c.Kind == engine.ChangeMetadata || slices.ContainsFunc(t.masks, lost) {
		return false
	}
	entries := t.entries(git, c.Path, t.upper)
	if c.Kind == engine.ChangeDeleted {
		return len(entries) == 0 && t.tracked(git, c.Path)
	}
	return slices.ContainsFunc(entries, func(e indexed) bool {
		return c.Mode.IsRegular() && holds(&e.Index, e.Entry, t.upper(c.Path)) && t.had(git, e)
	})
}

// indexed is an entry with the index that it stands in.
type indexed struct {
	gitindex.Index
	gitindex.Entry
}

// repository is git's own directory, in a tree, for what stands at a path.
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

// entries are those of a path, or of all below it, in the index that at finds; where the command wrote none, in the
// one that is there.
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

// tracked reports whether git tracked a path, or something below it, before the command.
func (t tree) tracked(git, rel string) bool { return len(t.entries(git, rel, t.lower)) > 0 }

// had reports whether git had an object before the command: it is neither new by itself nor in a new pack.
func (t tree) had(git string, e indexed) bool {
	id := hex.EncodeToString([]byte(e.Object(e.Entry)[4:]))
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

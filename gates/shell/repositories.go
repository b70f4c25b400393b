package shell

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// repositories finds git's repositories as git does, by what a command would find when it runs.
type repositories struct{ view effect.FS }

func (o *overlay) repositories() repositories { return repositories{o} }

// nearest finds the nearest .git of a directory and those above, or the bare repository that it is in.
func (g repositories) nearest(dir string) (gitDir, bool) {
	for at := dir; ; at = path.Dir(at) {
		r := g.at(path.Join(at, ".git"), at)
		if r.dir == "" {
			if r = g.at(at, ""); r.dir == at && !g.bare(at) {
				r.dir = ""
			}
		}
		if r.dir != "" || at == "/" || at == "." {
			return r, r.dir != ""
		}
	}
}

// absolute is a path as seen from a directory, with its links resolved; "" stays that.
func (g repositories) absolute(dir, name string) string {
	if name == "" {
		return ""
	}
	p, err := effect.Resolve(g.view, dir, name)
	if err != nil {
		return path.Join(dir, name)
	}
	return p.Name
}

// knows reports whether the directory that a .git file names belongs to that working tree: it names it too, or is that
// of a submodule of a repository around it.
func (g repositories) knows(dir, tree string) bool {
	if back := g.pointer(path.Join(dir, "gitdir")); back != "" {
		return g.absolute(dir, back) == path.Join(tree, ".git")
	}
	around, _, module := strings.Cut(dir, "/.git/modules/")
	return module && effect.Within(tree, around)
}

// maxPointer bounds the files in which git names a directory.
const maxPointer = 1 << 20

// at reads a .git, which is a directory or a file that names one; the zero gitDir when it is neither.
func (g repositories) at(name, tree string) gitDir {
	name = g.absolute("/", name)
	info, err := g.view.Lstat(name)
	switch {
	case err != nil:
		return gitDir{}
	case info.Mode&fs.ModeDir == 0:
		if g.tooLarge(name) {
			return gitDir{dir: name, common: name, tree: tree, unread: true}
		}
		target, ok := strings.CutPrefix(g.pointer(name), "gitdir: ")
		if !ok {
			return gitDir{}
		}
		name = g.absolute(path.Dir(name), target)
	}
	r := gitDir{dir: name, common: name, tree: tree}
	r.foreign = info.Mode&fs.ModeDir == 0 && !g.knows(name, tree)
	if common := g.pointer(path.Join(name, "commondir")); common != "" {
		r.common = g.absolute(name, common)
	}
	r.unread = g.tooLarge(path.Join(name, "commondir"))
	return r
}

// tooLarge reports whether a file in which git names a directory has more bytes than pp reads.
func (g repositories) tooLarge(name string) bool {
	info, err := g.view.Lstat(name)
	return err == nil && info.Size > maxPointer
}

// pointer reads a file in which git names a directory, "" when it is none.
func (g repositories) pointer(name string) string {
	info, err := g.view.Lstat(name)
	if err != nil || !info.Mode.IsRegular() || g.tooLarge(name) {
		return ""
	}
	text, err := g.view.ReadFile(name, maxPointer)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// bare reports whether a directory is a repository of its own.
func (g repositories) bare(dir string) bool {
	return !slices.ContainsFunc([]string{"HEAD", "objects", "refs"}, func(n string) bool {
		_, err := g.view.Lstat(path.Join(dir, n))
		return err != nil
	})
}

// hooked reports whether a repository has hooks, of its own or in a directory that its configuration names.
func (g repositories) hooked(r gitDir) bool {
	names, err := g.view.ReadDir(path.Join(r.common, "hooks"))
	tooMany := err != nil && len(names) > 0
	if tooMany || slices.ContainsFunc(names, func(n string) bool { return !strings.HasSuffix(n, ".sample") }) {
		return true
	}
	config, _ := g.view.ReadFile(path.Join(r.common, "config"), maxPointer)
	return len(config) == maxPointer || strings.Contains(strings.ToLower(string(config)), "hookspath")
}

// near finds the repository that git takes a path for, as it looks for it.
func (g repositories) near(name string) gitDir {
	for _, at := range [...]string{name, name + ".git"} {
		if r := g.at(path.Join(at, ".git"), at); r.dir != "" {
			return r
		}
		if r := g.at(at, ""); r.dir != "" && g.bare(r.dir) {
			return r
		}
	}
	return gitDir{}
}

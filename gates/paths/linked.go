package paths

import (
	"cmp"
	"io/fs"
	"path"

	"pp/engine"
	"pp/engine/effect"
)

// maxNamed bounds the search for the other names of files in each place; what is
// found within it counts.
const maxNamed = 20_000

// LinkedFiles are the files that hold secrets or belong to pp, by what they are and
// not by name: a hard link gives such a file another name, by which nothing tells it.
// Looked at are the workspace, pp's own directories, the places of secrets in the
// home and in the system, and the directories that near names.
func LinkedFiles(f engine.Facts, near ...string) map[effect.Node]Place {
	s := linkedSearch{facts: f, left: maxNamed, found: map[effect.Node]Place{}}
	if f.FS == nil {
		return s.found
	}
	for _, dir := range f.Own.Paths {
		s.left = maxNamed
		s.tree(dir, Place{Own: OwnFiles}, 0)
	}
	s.left = maxNamed
	if f.Home != "" {
		s.dir(f.Home)
		s.dir(path.Join(f.Home, ".config"))
		for i := range indexed().entries {
			e := &indexed().entries[i]
			if e.class == secret && e.in == anywhere && !e.last.open() && (e.tree || e.lead != "") {
				s.named(path.Join(f.Home, e.given))
			}
		}
	}
	for _, name := range SystemSecrets() {
		s.named(name)
	}
	for _, dir := range near {
		s.dir(dir)
	}
	for _, root := range f.Workspace.Roots() {
		if root != "" {
			s.left = maxNamed
			s.tree(root, Place{}, 0)
		}
	}
	return s.found
}

type linkedSearch struct {
	facts engine.Facts
	left  int
	found map[effect.Node]Place
}

// dir looks at the entries of one directory.
func (s *linkedSearch) dir(dir string) {
	names, _ := s.facts.FS.ReadDir(dir)
	for _, n := range names {
		s.named(path.Join(dir, n))
	}
}

// named takes a path that holds secrets by its name, and all below it.
func (s *linkedSearch) named(name string) {
	if s.left--; s.left < 0 {
		return
	}
	info, err := s.facts.FS.Lstat(name)
	if err != nil {
		return
	}
	if kind, secret := Secret(name, info.Mode.IsDir()); secret {
		s.all(name, info, Place{Secret: kind}, 0)
	}
}

// all takes a path and what is below it for what they are known to be.
func (s *linkedSearch) all(name string, info effect.FileInfo, at Place, depth int) {
	switch {
	case info.Mode.IsRegular():
		if _, known := s.found[info.Node()]; !known {
			s.found[info.Node()] = at
		}
	case info.Mode.IsDir():
		s.tree(name, at, depth+1)
	}
}

// private says whether a path is private, and of a file with several names whether a part of it is.
func (s *linkedSearch) private(name string, info effect.FileInfo) string {
	switch rules := s.facts.Private; {
	case rules == nil:
	case rules.Whole(name):
		return "private"
	case info.Links > 1 && info.Mode.IsRegular() && rules.MayHold(name) && HoldsPrivate(s.facts, name):
		return PrivatePart
	}
	return ""
}

// tree walks a directory. What it holds is at, or what its name says where at is
// nothing; there, git's own directories and installed packages are left out, as
// everywhere in the search for secrets.
func (s *linkedSearch) tree(dir string, at Place, depth int) {
	names, _ := s.facts.FS.ReadDir(dir)
	for _, n := range names {
		if s.left--; s.left < 0 || depth > 64 {
			return
		}
		full := path.Join(dir, n)
		info, err := s.facts.FS.Lstat(full)
		if err != nil || info.Mode&fs.ModeSymlink != 0 {
			continue
		}
		is := at
		if at == (Place{}) {
			kind, _ := Secret(full, info.Mode.IsDir())
			is = Place{Secret: cmp.Or(kind, s.private(full, info))}
		}
		switch {
		case is != (Place{}):
			s.all(full, info, is, depth)
		case info.Mode.IsDir() && n != ".git" && n != "node_modules":
			s.tree(full, Place{}, depth+1)
		}
	}
}

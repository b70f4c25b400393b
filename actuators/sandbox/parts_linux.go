package sandbox

import (
	"path"

	"pp/engine/effect"
)

// part grants a part of a repository or of the workspace. What would open a whole home is not granted, nor a
// repository of which the working tree cannot be seen: git would take every file for deleted.
func (b *builder) part(p effect.Path) {
	repository := p.Repository()
	switch {
	case p.Part == effect.PartPersonal:
		b.entry(p.Name)
		b.entry(p.Name + ".lock")
		b.approved = append(b.approved, p.Name) // git keeps the mode that it had
	case p.Part == effect.PartManifest:
		b.entry(p.Name)
		b.approved = append(b.approved, p.Name)
	case p.Part == effect.PartTree && !b.holdsHome(p.Name):
		b.grant(p.Name, GrantTree)
		b.opened = append(b.opened, p.Name)
	case p.Part == effect.PartWork && !b.holdsHome(p.Name):
		b.grant(p.Name, GrantTree)
	case repository == "" || !isDir(repository):
	case b.workingTree(repository):
		b.grant(repository, GrantTree)
		b.parts[repository] = append(b.parts[repository], p.Part)
	}
}

// workingTree makes the files that a repository is about visible, and reports whether they are.
func (b *builder) workingTree(repository string) bool {
	if path.Base(repository) != ".git" {
		return true // a bare one, or one of several working trees, which is in the workspace
	}
	tree := path.Dir(repository)
	if !withinAny(tree, b.spec.Hidden) || withinAny(tree, b.roots) {
		return true
	}
	if b.holdsHome(tree) || !b.sandbox.tree.scan(tree).complete {
		return false
	}
	b.reads = append(b.reads, tree)
	return true
}

// holdsHome reports whether a directory is the home, a directory of homes, or above it.
func (b *builder) holdsHome(dir string) bool {
	home := b.sandbox.opts.Home
	return dir == "/" || dir == "/home" || dir == "/root" || home != "" && effect.Within(home, dir)
}

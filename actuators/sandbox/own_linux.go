package sandbox

import (
	"fmt"
	"path"
	"slices"

	"pp/actuators/undo"
	"pp/engine/effect"
)

// own are pp's own files, to be masked. Where they lie in what a command may write, as
// when ~/.config/pp is a link into the workspace, the links that lead to them stay as
// they are, and so do the names of the directories above them: whoever could move
// those away could put other files in pp's place. A place that is empty cannot be
// kept so.
func (b *builder) own() ([]Mask, error) {
	var out []Mask
	for _, name := range b.sandbox.opts.Own {
		root, written := b.treeAround(name)
		switch {
		case isLink(name):
			if written {
				b.spec.ReadOnly = append(b.spec.ReadOnly, name)
			}
		case exists(name):
			out = append(out, Mask{Path: name, Dir: isDir(name)})
		case written:
			return nil, fmt.Errorf("%s belongs to pp and is not there, and the command could make it; "+
				"make it yourself, or take away the link that leads there", name)
		}
		if written {
			b.pin(root, path.Dir(name))
		}
	}
	for _, root := range b.roots { // what commands changed and deleted, to be taken back
		if name := path.Join(root, undo.InTree); isDir(name) {
			out = append(out, Mask{Path: name, Dir: true})
		}
	}
	return out, nil
}

// treeAround is the tree that a command may write and that has a path in it.
func (b *builder) treeAround(name string) (root string, written bool) {
	for _, g := range b.spec.Writable {
		if g.Kind == GrantTree && g.Path != name && effect.Within(name, g.Path) {
			return g.Path, true
		}
	}
	return "", false
}

// pin mounts each directory from one below a root down to another on itself: it stays
// writable, and keeps its name.
func (b *builder) pin(root, dir string) {
	for ; dir != root && effect.Within(dir, root); dir = path.Dir(dir) {
		isIt := func(g Grant) bool { return g.Path == dir }
		if !slices.ContainsFunc(b.spec.Writable, isIt) {
			b.spec.Writable = append(b.spec.Writable, Grant{Path: dir, Kind: GrantTree})
		}
	}
}

package effect

// Workspace is the tree the agent works in, and trees added to it.
type Workspace struct {
	Root  string   // "" when there is none
	Added []string // --add-dir and configured roots
	Why   string   // when there is no root: why not
}

// Roots returns the tree and the added ones.
func (w Workspace) Roots() []string { return append([]string{w.Root}, w.Added...) }

// Contains reports whether a resolved path is in the workspace, and in which root.
func (w Workspace) Contains(name string) (root string, ok bool) {
	if Within(name, w.Root) {
		return w.Root, true
	}
	for _, r := range w.Added {
		if Within(name, r) {
			return r, true
		}
	}
	return "", false
}

// Within reports whether a resolved path is dir or below it.
func Within(name, dir string) bool {
	if dir == "" {
		return false
	}
	if dir == "/" || name == dir {
		return true
	}
	return len(name) > len(dir) && name[len(dir)] == '/' && name[:len(dir)] == dir
}

package hook

import (
	"path"
	"path/filepath"
	"strings"
)

// within is a directory, or one that is named from it.
func within(dir, name string) string {
	switch {
	case name == "":
		return dir
	case filepath.IsAbs(name):
		return name
	}
	return filepath.Join(dir, name)
}

// globbed is the directory below which everything is that a pattern finds, which is looked for from
// another.
func globbed(dir, pattern string) string {
	switch base := globBase(pattern); {
	case base == ".":
		return dir
	case dir == "" || path.IsAbs(base):
		return base
	default:
		return path.Join(dir, base)
	}
}

// edits are several edits of one file.
func edits(file string, list []Fields) File {
	var before, after []string
	for _, e := range list {
		if old := e.Optional("old_string"); old != "" {
			before = append(before, old)
		}
		after = append(after, e.Optional("new_string"))
	}
	return File{Op: Edit, Path: file, Content: strings.Join(after, "\n"), Old: strings.Join(before, "\n")}
}

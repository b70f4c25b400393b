package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
)

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}

// withinAny reports whether a path is one of the directories or below one.
func withinAny(name string, dirs ...string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return effect.Within(name, dir) })
}

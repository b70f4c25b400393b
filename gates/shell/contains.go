package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
)

// listed reports whether a word is in a list that is separated by spaces.
func listed(list, word string) bool {
	if word == "" || strings.IndexByte(word, ' ') >= 0 {
		return false
	}
	for i := 0; ; i++ { // a blank stands at both ends of the list
		j := strings.Index(list[i:], word)
		if j < 0 {
			return false
		}
		if i += j; list[i-1] == ' ' && list[i+len(word)] == ' ' {
			return true
		}
	}
}

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

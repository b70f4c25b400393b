package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/exit"
)

// Bounds on what a pattern stands for.
const (
	maxFiles = 1000
	maxDirs  = 20_000 // that ** leads through
)

// expand gives the file of that name, or the names of the files that it matches as a
// pattern: * and ? and [a-z] within a component, ** for any number of directories. As in
// a shell, no name that begins with a dot is meant unless the pattern has the dot.
func (l *Limits) expand(pattern string) ([]string, error) {
	keeps := func(name string, swept bool) string {
		if l.kept == nil {
			return ""
		}
		return l.kept(name, swept)
	}
	if _, err := os.Lstat(pattern); err == nil || !strings.ContainsAny(pattern, "*?[") {
		if why := keeps(pattern, false); why != "" {
			return nil, exit.UsageError("name that file itself if a model may read it",
				"%s leads to another file, which may hold secrets (%s)", pattern, why)
		}
		return []string{pattern}, nil
	}
	bases, last := []string{""}, pattern
	if first, rest, deep := strings.Cut(pattern, "**/"); deep {
		var err error
		if bases, err = directories(filepath.Clean(first)); err != nil { // "." for none
			return nil, err
		}
		last = rest
	}
	var out []string
	for _, base := range bases {
		found, err := filepath.Glob(filepath.Join(literal(base), last))
		if err != nil {
			return nil, exit.UsageError("write [[] for a bracket that stands for itself", "%s is no pattern: %v", pattern, err)
		}
		for _, name := range found {
			info, err := os.Stat(name)
			if err != nil || !info.Mode().IsRegular() || dotted(name) && !dotted(pattern) {
				continue
			}
			if keeps(name, true) != "" {
				return nil, exit.UsageError("give a narrower pattern, or name the file itself if a model may read it",
					"%s matches %s, which may hold secrets", pattern, name)
			}
			out = append(out, name)
		}
	}
	switch {
	case len(out) == 0:
		return nil, exit.UsageError("check the pattern; pp looks in the current directory", "%s matches no file", pattern)
	case len(out) > maxFiles:
		return nil, exit.UsageError("give a narrower pattern", "%s matches %d files, and at most %d can be given",
			pattern, len(out), maxFiles)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// directories are a directory and all below it whose names begin with no dot.
func directories(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil, !d.IsDir():
			return nil // what cannot be read has no files to give
		case name != root && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		case len(out) == maxDirs:
			return exit.UsageError("give a narrower pattern", "** below %s leads through more than %d directories",
				root, maxDirs)
		}
		out = append(out, name)
		return nil
	})
	return out, err
}

// literal is a name as a pattern that matches only it.
func literal(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// dotted reports whether a component of a name begins with a dot.
func dotted(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") && strings.Trim(part, ".") != ""
	})
}

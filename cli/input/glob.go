package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/gates"
)

// Bounds on what a pattern stands for.
const (
	maxFiles = 1000
	maxDirs  = 20_000 // that ** leads through
)

// expand gives the file of that name, or the names of the files that it matches as a
// pattern: * and ? and [a-z] within a component, ** for any number of directories. As in
// a shell, no name that begins with a dot is meant unless the pattern has the dot.
func expand(pattern string) ([]string, error) {
	if _, err := os.Lstat(pattern); err == nil || !strings.ContainsAny(pattern, "*?[") {
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
			if isSecret(name) {
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

// isSecret reports whether a name, or what it links to, is that of a secret: a pattern
// is no word that a person gave for it.
func isSecret(name string) bool {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return true
	}
	for _, n := range []string{name, real} {
		abs, err := filepath.Abs(n)
		if _, secret := gates.SecretPath(abs, false); secret || err != nil {
			return true
		}
	}
	return false
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

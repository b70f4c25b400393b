package system

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/tools"
	"pp/cli/exit"
)

// Bounds on what a pattern stands for.
const (
	maxFiles = 1000
	maxDirs  = 20_000 // that are looked through
)

// special are the characters that make a pattern of a name.
const special = "*?[{"

// expand returns the file of a name, or the files that match it as a pattern; see [tools.CompileGlob]. A pattern must
// contain a leading dot to match one, as in a shell.
func (l *InputLimits) expand(pattern string) ([]string, error) {
	keeps := func(name string, swept bool) string {
		if l.kept == nil {
			return ""
		}
		return l.kept(name, swept)
	}
	if _, err := os.Lstat(pattern); err == nil || !strings.ContainsAny(pattern, special) {
		if why := keeps(pattern, false); why != "" {
			return nil, exit.UsageError("name that file itself if a model may read it",
				"%s leads to another file, which may hold secrets (%s)", pattern, why)
		}
		return []string{pattern}, nil
	}
	out, err := matches(pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range out {
		if keeps(name, true) != "" {
			return nil, exit.UsageError("give a narrower pattern, or name the file itself if a model may read it",
				"%s matches %s, which may hold secrets", pattern, name)
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
	return out, nil
}

// sweep looks for the files that a pattern matches below the directory that it begins with.
type sweep struct {
	glob          tools.Glob
	root          string
	deepest       int  // how many directories below the root a file may be, -1 for any number
	dirDots, dots bool // the names of directories, of files may begin with a dot
	dirs          int
	found         []string
}

func matches(pattern string) ([]string, error) {
	at := strings.LastIndexByte(pattern[:strings.IndexAny(pattern, special+`\`)], '/') + 1
	rest := pattern[at:]
	g, err := tools.CompileGlob(rest)
	if err != nil {
		return nil, exit.UsageError("write [[] for a bracket that stands for itself", "%v", err)
	}
	s := sweep{glob: g, root: pattern[:at], deepest: strings.Count(rest, "/"), dirDots: dotted(path.Dir(rest)),
		dots: dotted(pattern)}
	if strings.Contains(rest, "**") {
		s.deepest = -1
	}
	return s.found, s.dir("", 0)
}

// dir looks through a directory. What cannot be read has no files to give.
func (s *sweep) dir(rel string, depth int) error {
	if s.dirs++; s.dirs > maxDirs {
		return exit.UsageError("give a narrower pattern", "the pattern leads through more than %d directories below %s",
			maxDirs, filepath.Clean(s.root))
	}
	list, _ := os.ReadDir(filepath.Clean(filepath.Join(s.root, rel)))
	for _, d := range list {
		below := path.Join(rel, d.Name())
		name := filepath.Join(s.root, below)
		dir, file := d.IsDir(), d.Type().IsRegular()
		if d.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(name)
			dir, file = err == nil && info.IsDir() && s.deepest >= 0, err == nil && info.Mode().IsRegular()
		}
		hidden := strings.HasPrefix(d.Name(), ".")
		switch {
		case file && (s.dots || !hidden) && s.glob.Match(below):
			s.found = append(s.found, name)
		case dir && (s.dirDots || !hidden) && depth != s.deepest:
			if err := s.dir(below, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// dotted reports whether a component of a name begins with a dot.
func dotted(name string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
		return strings.HasPrefix(part, ".") && strings.Trim(part, ".") != ""
	})
}

package gates

import (
	"path"
	"strings"

	"pp/gates/paths"
)

// maxIgnore bounds a file of patterns that is read, in bytes.
const maxIgnore = 64 << 10

// Ignored implements engine.Recoverer: it reports whether the patterns of the repository leave a path out of git, and
// git does not track it. The person's own patterns for all repositories are not read.
func (k *Kept) Ignored(name string, dir bool) bool {
	if k.fs == nil || paths.GitOf(name) != paths.GitNone {
		return false
	}
	top, t := k.repository(path.Dir(name))
	rel, inside := strings.CutPrefix(name, top+"/")
	if _, tracked := t.entries[rel]; tracked || !t.known || !inside {
		return false
	}
	segments := strings.Split(rel, "/")
	for i := range segments { // what is below an ignored directory is ignored
		if k.leftOut(top, t.dir, segments[:i+1], dir || i < len(segments)-1) {
			return true
		}
	}
	return false
}

// leftOut reports whether the last pattern that fits a path leaves it out.
func (k *Kept) leftOut(top, git string, segments []string, dir bool) (out bool) {
	apply := func(file string, rel []string) {
		text, err := k.fs.ReadFile(file, maxIgnore)
		if err != nil || len(text) == maxIgnore {
			return
		}
		for line := range strings.Lines(string(text)) {
			if pattern, negated, ok := ignorePattern(line, dir); ok && fitsIgnore(pattern, rel) {
				out = !negated
			}
		}
	}
	apply(path.Join(git, "info/exclude"), segments)
	for i := range segments {
		apply(path.Join(top, path.Join(segments[:i]...), ".gitignore"), segments[i:])
	}
	return out
}

// ignorePattern reads a line of a .gitignore as the segments of a pattern. It is false for a line without a pattern,
// and for one that is only for directories where the path is none.
func ignorePattern(line string, dir bool) (pattern []string, negated, ok bool) {
	line = strings.TrimRight(line, "\r\n")
	if trimmed := strings.TrimRight(line, " "); !strings.HasSuffix(trimmed, `\`) {
		line = trimmed
	}
	if strings.HasPrefix(line, "#") {
		return nil, false, false
	}
	line, negated = strings.CutPrefix(line, "!")
	line, onlyDir := strings.CutSuffix(line, "/")
	if line == "" || onlyDir && !dir {
		return nil, false, false
	}
	if !strings.Contains(line, "/") {
		line = "**/" + line
	}
	return strings.Split(strings.TrimPrefix(line, "/"), "/"), negated, true
}

// fitsIgnore reports whether the segments of a pattern fit those of a path; "**" fits any number of them.
func fitsIgnore(pattern, segments []string) bool {
	for i, p := range pattern {
		if p == "**" {
			if i == len(pattern)-1 {
				return len(segments) > i
			}
			for skip := i; skip < len(segments); skip++ {
				if fitsIgnore(pattern[i+1:], segments[skip:]) {
					return true
				}
			}
			return false
		}
		if i >= len(segments) {
			return false
		}
		if ok, err := path.Match(p, segments[i]); err != nil || !ok {
			return false
		}
	}
	return len(pattern) == len(segments)
}

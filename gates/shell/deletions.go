package shell

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/engine/gitindex"
)

// Bounds of looking for files that are gone.
const (
	maxGitIndex   = 64 << 20 // bytes of git's index
	maxLookedAt   = 50_000   // tracked files
	maxGoneListed = 5        // names in a sentence
)

// deletions are the files that git tracks and that are gone, so that git add or git commit deletes them for everybody.
// The command itself does not name them.
type deletions struct{ *applied }

// say names them behind what the command does, "" for none.
func (ap deletions) say() string {
	adds := ap.in.Name == "git add" || ap.in.Name == "git stage"
	if !adds && ap.in.Name != "git commit" || len(ap.dirs) != 1 || ap.hasFlag("--ignore-r", "--no-a") {
		return ""
	}
	all := anyWord(ap.gitWords(), func(w word) bool {
		short := strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--")
		return short && strings.ContainsAny(w.Text, "aAu") || hasAnyPrefix(w.Text, "--a", "--u")
	})
	specs, limited := ap.limits()
	r, ok := ap.findRepository(ap.dirs[0])
	if !ok || r.tree == "" || !all && len(specs) == 0 && !limited {
		return ""
	}
	data, err := ap.view.ReadFile(path.Join(r.dir, "index"), maxGitIndex)
	x, whole := gitindex.Parse(data)
	if err != nil || !whole || len(x.Entries) > maxLookedAt {
		return ", and whether that deletes files is not known"
	}
	var gone []string
	for _, e := range x.Entries {
		name := path.Join(r.tree, e.Name)
		in := func(spec string) bool { return effect.Within(name, spec) }
		if x.Apart(e) || len(specs) > 0 && !slices.ContainsFunc(specs, in) {
			continue
		}
		if _, err := ap.view.Lstat(name); err != nil && !slices.Contains(gone, e.Name) {
			gone = append(gone, e.Name)
		}
	}
	if len(gone) == 0 {
		return ""
	}
	out := ", which deletes " + strings.Join(gone[:min(len(gone), maxGoneListed)], ", ")
	if more := len(gone) - maxGoneListed; more > 0 {
		out += fmt.Sprintf(" and %d more", more)
	}
	return out
}

// limits are the paths that the words of git add and git commit limit it to; limited says that there are some, known
// or not.
func (ap deletions) limits() (paths []string, limited bool) {
	words := ap.gitWords()
	for i, w := range words {
		valued := i > 0 && ap.in.Name == "git commit" && strings.HasPrefix(words[i-1].Text, "-") &&
			strings.ContainsAny(words[i-1].Text[len(words[i-1].Text)-1:], "mFCct")
		if strings.HasPrefix(w.Text, "-") || valued {
			continue
		}
		limited = true
		if !w.Known || w.Many || strings.ContainsAny(w.Text, "*?[:") {
			return nil, true
		}
		paths = append(paths, ap.view.repositories().absolute(ap.dirs[0], w.Text))
	}
	return paths, limited
}

package shell

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/engine/gitindex"
)

// The bounds of the search for deleted files.
const (
	maxGitIndex   = 64 << 20 // bytes of git's index
	maxLookedAt   = 50_000   // tracked files
	maxGoneListed = 5        // names in one sentence
)

// deletions finds the tracked files that are gone, and that git add or git commit therefore deletes for everybody. The
// command itself does not name them.
type deletions struct{ *applied }

// say names the deleted files, as an addition to a sentence about the command; "" for none.
func (ap deletions) say() string {
	adds := ap.in.Name == "git add" || ap.in.Name == "git stage"
	if !adds && ap.in.Name != "git commit" || len(ap.dirs) != 1 || ap.hasFlag("--ignore-r", "--no-a") {
		return ""
	}
	all := anyWord(ap.gitWords(), func(w word) bool {
		short := strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--")
		return short && strings.ContainsAny(w.Text, "aAu") || hasAnyPrefix(w.Text, "--a", "--u")
	})
	if r, ok := ap.facts.FS.(interface{ Recorded() bool }); ok && r.Recorded() {
		return ""
	}
	r, ok := ap.findRepository(ap.dirs[0])
	if !ok || r.tree == "" || !all && len(ap.in.Args) == 0 {
		return ""
	}
	data, err := ap.view.ReadFile(path.Join(r.dir, "index"), maxGitIndex)
	x, whole := gitindex.Parse(data)
	if err != nil || !whole || len(x.Entries) > maxLookedAt {
		return ", and may delete files that pp could not check"
	}
	var gone []string
	specs := ap.limits()
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

// limits returns the paths that the operands of git add or git commit limit it to; nil if they are not all known.
func (ap deletions) limits() (paths []string) {
	for _, at := range ap.in.Args {
		w := ap.words[at]
		if !w.Known || w.Many || strings.ContainsAny(w.Text, "*?[:") {
			return nil
		}
		paths = append(paths, ap.view.repositories().absolute(ap.dirs[0], w.Text))
	}
	return paths
}

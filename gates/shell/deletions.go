package shell

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/store"
)

// The bounds of the search for deleted files.
const (
	maxGitIndex   = 64 << 20 // bytes of git's index
	maxLookedAt   = 50_000   // tracked files
	maxGoneListed = 5        // names in one sentence
)

// deletions finds the tracked files that git add or git commit deletes for everybody: those that are gone, and those
// whose deletion is in the index. The command itself does not name them.
type deletions struct{ *applied }

// explainDeletions adds the deleted files to the cause of a hazard.
func explainDeletions(ap deletions, c cause.Cause) cause.Cause {
	adds := ap.in.Name == "git add" || ap.in.Name == "git stage"
	if !adds && ap.in.Name != "git commit" || len(ap.dirs) != 1 || hasFlag(ap.applied, "--ignore-r", "--no-a") {
		return c
	}
	if r, ok := ap.facts.FS.(interface{ Recorded() bool }); ok && r.Recorded() {
		return c
	}
	r, ok := findRepository(ap.applied, ap.dirs[0])
	if !ok || r.tree == "" {
		return c
	}
	var gone []string
	known := true
	if !adds && ap.facts.Commits != nil {
		gone, known = ap.facts.Commits.Removed(r.dir)
	}
	if known && (len(ap.in.Args) > 0 || takesAll(ap, adds)) {
		var missing []string
		missing, known = findMissing(ap, r)
		gone = append(gone, missing...)
	}
	specs := findLimits(ap)
	gone = slices.DeleteFunc(gone, func(name string) bool {
		in := func(spec string) bool { return effect.Within(path.Join(r.tree, name), spec) }
		return len(specs) > 0 && !slices.ContainsFunc(specs, in)
	})
	switch {
	case !known:
		c.Of, c.Kind = c.Kind, cause.MayDeleteTracked
		return c
	case len(gone) == 0:
		return c
	}
	c.Of, c.Kind, c.Word = c.Kind, cause.DeletesTracked, strings.Join(gone[:min(len(gone), maxGoneListed)], ", ")
	if more := len(gone) - maxGoneListed; more > 0 {
		c.Word += fmt.Sprintf(" and %d more", more)
	}
	return c
}

// takesAll reports whether a flag has git add or git commit take all changed files.
func takesAll(ap deletions, adds bool) bool {
	return anyWord(gitWords(ap.applied), func(w word) bool {
		if adds {
			return hasAnyPrefix(w.Text, "--a", "--u") || isShort(w.Text) && strings.ContainsAny(w.Text, "Au")
		}
		before, _, _ := strings.Cut(w.Text, "m") // a message may follow
		return strings.HasPrefix(w.Text, "--al") || isShort(w.Text) && strings.Contains(before, "a")
	})
}

// isShort reports whether a word is one or more short flags.
func isShort(text string) bool { return strings.HasPrefix(text, "-") && !strings.HasPrefix(text, "--") }

// findMissing returns the tracked files of a repository that are gone. whole is false if pp could not check all.
func findMissing(ap deletions, r gitDir) (gone []string, whole bool) {
	data, err := ap.view.ReadFile(path.Join(r.dir, "index"), maxGitIndex)
	x, whole := store.ParseGitIndex(data)
	if err != nil || !whole || len(x.Entries) > maxLookedAt {
		return nil, false
	}
	for _, e := range x.Entries {
		if x.Apart(e) || len(gone) > 0 && gone[len(gone)-1] == e.Name { // a conflict has several entries
			continue
		}
		if _, err := ap.view.Lstat(path.Join(r.tree, e.Name)); err != nil {
			gone = append(gone, e.Name)
		}
	}
	return gone, true
}

// findLimits returns the paths that the operands of git add or git commit limit it to; nil if they are not all known.
func findLimits(ap deletions) (paths []string) {
	for _, at := range ap.in.Args {
		w := ap.words[at]
		if !w.Known || w.Many || strings.ContainsAny(w.Text, "*?[:") {
			return nil
		}
		paths = append(paths, ap.view.repositories().absolute(ap.dirs[0], w.Text))
	}
	return paths
}

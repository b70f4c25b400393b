package undo

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"pp/engine/effect"
	"pp/engine/store"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff is what a change did to a text, as a unified diff. It reports false for what is no text, too large, or no file
// on either side. It is for before Take.
func (l *Layer) Diff(c *Change) (unified string, ok bool) {
	t := l.trees[c.Tree]
	var before, after []byte
	if c.Was.IsRegular() && c.theirs.Ino != 0 && c.From == "" {
		if before, ok = readText(t.lower(c.Path)); !ok {
			return "", false
		}
	}
	if c.Mode.IsRegular() && c.ours.Ino != 0 && c.From == "" {
		if after, ok = readText(t.upper(c.Path)); !ok {
			return "", false
		}
	}
	text := diff.Diff(effect.Named(path.Join("a", c.Path)), before, effect.Named(path.Join("b", c.Path)), after)
	return string(text), ok
}

// maxTaken bounds the text of Taken, in bytes.
const maxTaken = 256 << 10

// Taken says what was taken over, a line for each file but those of git's data, with a unified diff of a text that was
// changed and that private says nothing against.
func (l *Layer) Taken(private func(name string) bool) string {
	var b strings.Builder
	git := 0
	for i, s := range l.steps {
		t := l.trees[s.tree]
		name := t.lower(s.path)
		did := [...]string{opPut: "created ", opMove: "moved " + effect.Named(t.lower(s.from)) + " to ", opSwap: "changed ",
			opMeta: "mode or owner of ", opDrop: "deleted ", opDir: ""}[s.op]
		if _, skipped := l.skipped[i]; skipped || did == "" || b.Len() > maxTaken {
			continue
		}
		was, ok := readText(t.upper(s.path))
		now, too := readText(name)
		if _, rest, in := gitPath(s.path); in {
			if git++; rest == "logs/HEAD" && too {
				b.WriteString(committed(was, now))
			}
			continue
		}
		if s.op != opSwap || !ok || !too || private(name) {
			b.WriteString(did + effect.Named(name) + "\n")
			continue
		}
		b.Write(diff.Diff(effect.Named(path.Join("a", s.path)), was, effect.Named(path.Join("b", s.path)), now))
	}
	if git == 1 {
		b.WriteString("changed a file of git\n")
	} else if git > 1 {
		fmt.Fprintf(&b, "changed %d files of git\n", git)
	}
	if b.Len() > maxTaken {
		b.WriteString("and more\n")
	}
	return b.String()
}

// committed names the commits that git added to its log of HEAD, which was longer by them: a line each.
func committed(was, now []byte) string {
	added, _ := bytes.CutPrefix(now, was)
	var b strings.Builder
	for line := range strings.Lines(string(added)) {
		who, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		how, subject, found := strings.Cut(what, ": ")
		if ids := strings.Fields(who); found && strings.HasPrefix(how, "commit") && len(ids) > 1 && len(ids[1]) >= 40 {
			fmt.Fprintf(&b, "%s %s: %s\n", how, ids[1][:7], subject)
		}
	}
	return b.String()
}

func readText(name string) ([]byte, bool) {
	data, err := store.Whole(name, maxDiffBytes)
	return data, err == nil && isText(data)
}

package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pp/actuators/tools"
	"pp/actuators/undo"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
)

// errNoDiff says that an action is not a write or edit.
var errNoDiff = errors.New("no diff: only write-file, edit-file and org-modify-file have one")

// changesText reports whether an action is one of which a diff can be shown.
func changesText(a engine.Action) bool {
	c, ok := a.Op.(engine.Call)
	return ok && slices.Contains([]string{"write-file", "edit-file", "org-modify-file"}, c.Tool)
}

// Quote shows a text that somebody else wrote, every byte of it.
func (p *Person) Quote(text string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		p.pager.quote(nil, line)
	}
}

// Diff shows a unified diff.
func (p *Person) Diff(text string) {
	palette := p.pager.palette
	styles := map[byte]func(string) string{'+': palette.Green, '-': palette.Red, '@': palette.Bold}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		var style func(string) string
		if line != "" {
			style = styles[line[0]]
		}
		p.pager.quote(style, line)
	}
}

// Change returns a unified diff of the changes that an action would make, or "" if it writes no text.
func Change(m *setup.Agent, a engine.Action) (string, error) {
	if !changesText(a) {
		return "", nil
	}
	return Asker{Agent: m}.change(m.Judge.Now(a))
}

// change returns the unified diff of a write or an edit.
func (k Asker) change(v engine.Verdict) (string, error) {
	list, err := Changes(k.Agent, v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, c := range list {
		b.WriteString(undo.Diff(c.Path, c.Before, c.After, c.Exists))
	}
	if b.Len() == 0 {
		return "", errors.New("nothing would change")
	}
	return b.String(), nil
}

// FileChange is what an action would make of one file, which is new unless it exists.
type FileChange struct {
	Path, Before, After string
	Exists              bool
}

// Changes returns the changes that a write or an edit would make, as it was judged, without making them.
func Changes(m *setup.Agent, v engine.Verdict) ([]FileChange, error) {
	c, ok := v.Action.Op.(engine.Call)
	if !ok || !changesText(v.Action) {
		return nil, errNoDiff
	}
	if len(v.Effects.Writes) != 1 {
		return nil, errors.New("there is no diff of a change to two files")
	}
	p := v.Effects.Writes[0]
	before, exists, err := contentOf(v, p.Name)
	if err != nil {
		return nil, err
	}
	after, _, err := tools.After(c, m.Settings.Private, p.Name, before)
	if err != nil {
		return nil, fmt.Errorf("it would fail: %w", err)
	}
	return []FileChange{{p.Name, before, after, exists}}, nil
}

// contentOf is what a file holds, as it was judged.
func contentOf(v engine.Verdict, name string) (text string, exists bool, err error) {
	before, err := v.Facts.FS.ReadFile(name, approval.MaxContent)
	exists = !errors.Is(err, fs.ErrNotExist)
	if err != nil && exists {
		return "", true, fmt.Errorf("there is no diff, as what is there cannot be read: %w", err)
	}
	if info, err := v.Facts.FS.Lstat(name); exists && (err != nil || info.Size != int64(len(before))) {
		return "", true, fmt.Errorf("there is no diff: %s is not what it was, or has more than %d MiB", name,
			approval.MaxContent>>20)
	}
	return string(before), exists, nil
}

package command

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/memory/org"
	"pp/engine/regular"
)

// doneTree is a headline that is done, with nothing open below it.
type doneTree struct {
	file, target, title, hash string
}

// archiving moves headlines that are done to FILE_archive. Each is an action of its own,
// judged, recorded and undone as a model's would be.
type archiving struct {
	run      // whose words are files; none are those of the memex
	settings *setup.Settings
	yes      bool // without a question
}

func (r archiving) archive() error {
	trees, err := r.doneTrees()
	if err != nil {
		return err
	}
	if len(trees) == 0 {
		return r.Out.Print("nothing to archive: no headline is done\n")
	}
	var list strings.Builder
	for _, t := range trees {
		fmt.Fprintf(&list, "%s: %s\n", t.file, output.OneLine(t.title, shownContent))
	}
	if r.Options.DryRun {
		return r.Out.Print("would archive " + counted(len(trees), "headline") + ":\n" + list.String())
	}
	err = r.confirm(r.ctx, r.yes, "give --yes to archive without being asked; --dry-run lists what would be",
		func(p *ask.Person) { p.Say("%s", r.Out.Redact(list.String())) },
		"archive "+counted(len(trees), "headline")+"?", "nothing was archived")
	if err != nil {
		return err
	}
	return r.move(trees)
}

// doneTrees are those of the files that are named, else of the memex.
func (r archiving) doneTrees() ([]doneTree, error) {
	names := r.words
	if dir := r.settings.Config.MemexDir; len(names) == 0 {
		if dir == "" {
			return nil, exit.UsageError("name files, or set memex_dir", "there is no memex")
		}
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && filepath.Ext(name) == ".org" && !r.settings.Private.Whole(name) {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("looking for files of the memex: %w", err)
		}
	}
	var out []doneTree
	for _, name := range names {
		full, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		data, err := regular.Read(r.ctx, full, maxOrgFile)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, exit.UsageError("check the name", "%s: no such file", name)
		}
		if err != nil {
			return nil, exit.DataError("", "%w", err)
		}
		out = append(out, r.doneIn(full, string(data))...)
	}
	return out, nil
}

// maxOrgFile bounds the files whose headlines are archived, in bytes.
const maxOrgFile = 64 << 20

func (r archiving) doneIn(name, text string) (out []doneTree) {
	d := org.Parse(text)
	hidden := r.settings.Private.Spans(text)
	for _, i := range d.DoneSubtrees() {
		h := d.Headlines[i]
		private := func(s org.Span) bool { return s.Start < h.End && h.Start < s.End }
		if slices.ContainsFunc(hidden, private) {
			continue
		}
		target := h.ID
		if target == "" {
			target = strings.Join(d.Outline(i), "/")
		}
		sum := d.Hash(i)
		out = append(out, doneTree{name, target, h.Title, hex.EncodeToString(sum[:])})
	}
	return out
}

// move archives the headlines; the first that cannot be ends it.
func (r archiving) move(trees []doneTree) error {
	if err := r.Options.Allow.Set("org-modify-file"); err != nil { // as the person has just said
		return err
	}
	m, err := r.Agent()
	if err != nil {
		return err
	}
	l, meta, err := ask.Begin(m)
	if err != nil {
		return err
	}
	aside(l)
	var actions []engine.ActionReport
	for _, t := range trees {
		out := l.Run(r.ctx, setup.Request(meta, t.action()))
		if err := deniedBy(out); err != nil {
			return errors.Join(err, m.End(r.ctx, out).Err)
		}
		actions = append(actions, out.Actions...)
		out.Actions = actions
		if _, failed := out.Unmended(); failed || out.Err != nil || len(out.Denials)+len(out.Pending) > 0 {
			return r.Out.Conclude(nil, m.End(r.ctx, out))
		}
		if err := r.Out.Print("archived " + output.OneLine(t.title, shownContent) + " of " + t.file + "\n"); err != nil {
			return err
		}
	}
	return m.End(context.WithoutCancel(r.ctx), engine.Outcome{}).Err
}

// action is the call that archives a headline.
func (t doneTree) action() engine.Action {
	a := toolCall("org-modify-file", "FILEPATH", t.file, "TARGET", t.target, "BEFORE", t.hash, "ACTION", "archive")
	a.Explanation = "Archived by the person."
	return a
}

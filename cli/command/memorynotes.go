package command

import (
	"context"
	"fmt"
	"strings"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/memory"
)

// noteRow is a note as --json prints it.
func noteRow(n memory.Note) row {
	r := row{{"handle", n.Handle}, {"id", n.ID}, {"type", n.Type}, {"scope", n.Scope.String()},
		{"origin", strings.ToLower(n.Origin.String())}, {"title", n.Title}}.and("todo", n.TODO).
		join(row{{"tags", all(n.Tags)}}).and("file", n.File).join(row{{"when", n.When}})
	if n.Hash != (memory.Hash{}) {
		r = r.and("hash", n.Hash.String())
	}
	return r
}

// noteTitle is a note's heading as Org writes it.
func noteTitle(n memory.Note) string {
	title := output.OneLine(n.Title, 100)
	if n.TODO != "" {
		title = n.TODO + " " + title
	}
	if len(n.Tags) > 0 {
		title += "  :" + strings.Join(n.Tags, ":") + ":"
	}
	return title
}

// noteLine is a note in a list.
func noteLine(n memory.Note) string {
	line := fmt.Sprintf("%-5s %s  %s", n.Handle, output.When(n.When), noteTitle(n))
	if n.Origin == engine.OriginUntrusted {
		line += "  (untrusted)"
	}
	return line + "\n"
}

// list lists notes, the newest first.
func (r *memoryRun) list() error {
	q, err := r.query("")
	if err != nil {
		return err
	}
	narrowed := len(q.Tags) > 0 || q.TODO != "" || !q.Since.IsZero()
	q.Limit, q.Bare = q.Limit+1, true // one more to know whether there are more
	hits, err := findNotes(r.App, r.ctx, r.Memory, q)
	if err != nil {
		return err
	}
	none := "nothing is remembered\n"
	if narrowed {
		none = "nothing that fits is remembered\n"
	}
	err = showList(r.App, hits[:min(len(hits), r.limit)], none, func(h memory.Hit) (any, string) {
		return noteRow(h.Note), noteLine(h.Note)
	})
	if len(hits) > r.limit && !r.Options.JSON && err == nil {
		err = r.Out.Print("there are more: --limit N shows more\n")
	}
	return err
}

// search lists the notes that fit best.
func (r *memoryRun) search() error {
	text := strings.TrimSpace(strings.Join(r.words, " "))
	if text == "" {
		return exit.UsageError("`pp memory list` lists notes by tag, date and keyword", "there is nothing to search for")
	}
	q, err := r.query(text)
	if err != nil {
		return err
	}
	return SearchMemory(r.App, r.ctx, r.Memory, q)
}

// SearchMemory lists the notes that fit a query best.
func SearchMemory(a App, ctx context.Context, m *setup.Memory, q memory.Query) error {
	hits, err := findNotes(a, ctx, m, q)
	if err != nil {
		return err
	}
	return showList(a, hits, "nothing was found\n", func(h memory.Hit) (any, string) {
		text := noteLine(h.Note)
		for line := range strings.Lines(h.Excerpt) {
			if line = strings.TrimSpace(line); line != "" && line != strings.TrimSpace(h.Title) {
				text += "      " + line + "\n"
			}
		}
		return noteRow(h.Note).and("excerpt", h.Excerpt).and("score", h.Score), text
	})
}

// show prints a note with all that it says.
func (r *memoryRun) show() error {
	n, err := r.Memory.Note(r.ctx, r.words[0], memory.Reach{All: true})
	if err != nil {
		return err
	}
	t, err := r.Memory.Text(r.ctx, n)
	if err != nil {
		return err
	}
	data, text := noteRow(t.Note), t.Body
	facts := [][2]string{{"type", strings.ToLower(t.Type)}, {"scope", scopeText(t.Scope)},
		{"origin", strings.ToLower(t.Origin.String())}}
	if t.File == "" {
		o, err := r.Memory.Store.Get(t.ID)
		if err != nil {
			return r.Memory.Explained(err)
		}
		data = data.and("version", o.Version)
		facts = append(facts, [2]string{"version", fmt.Sprintf("%d, %.12s", o.Version, o.Hash)})
	} else {
		text = t.Whole
		facts = append(facts, [2]string{"file", t.File}, [2]string{"hash", fmt.Sprintf("%.12s", t.Hash)})
	}
	facts = append(facts, [2]string{"when", output.When(t.When)}, [2]string{"id", t.ID})
	shown := noteLine(t.Note) + lines(9, facts...) + "\n" + strings.TrimRight(text, "\n") + "\n"
	if t.Private > 0 {
		shown += fmt.Sprintf("(%d private headlines are left out)\n", t.Private)
	}
	return r.App.Show(data.join(row{{"text", text}}).and("private", t.Private), shown)
}

// scopeText is a scope for a person.
func scopeText(s memory.Scope) string { return strings.TrimSpace(s.Kind.String() + " " + s.Name) }

// findNotes gives the notes of a query, and says what was not looked at.
func findNotes(a App, ctx context.Context, m *setup.Memory, q memory.Query) ([]memory.Hit, error) {
	hits, behind, err := m.Find(ctx, q)
	if err == nil && len(hits) == 0 && !q.Scope.All {
		q.Scope.All = true
		if others, _, _ := m.Find(ctx, q); len(others) > 0 {
			a.Out.NoteOnce("other workspaces and conversations have some; --scope all shows them")
		}
	}
	if behind > 0 {
		a.Out.NoteOnce(counted(behind, "text") + " not looked at again yet, and perhaps changed; `pp memory reindex` does")
	}
	return hits, err
}

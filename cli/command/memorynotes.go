package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/memory"
)

// noteJSON is a note as --json prints it; its names do not follow those of the code.
type noteJSON struct {
	Handle  string    `json:"handle"`
	ID      string    `json:"id"`
	Type    string    `json:"type"`
	Scope   string    `json:"scope"`
	Origin  string    `json:"origin"`
	Title   string    `json:"title"`
	TODO    string    `json:"todo,omitempty"`
	Tags    []string  `json:"tags"`
	File    string    `json:"file,omitempty"`
	When    time.Time `json:"when"`
	Hash    string    `json:"hash,omitempty"`
	Version int       `json:"version,omitempty"` // of what pp was told
	Newer   string    `json:"newer,omitempty"`   // the handle of a later note about the same thing
	Text    *string   `json:"text,omitempty"`
	Excerpt string    `json:"excerpt,omitempty"` // of what was found
	Score   float64   `json:"score,omitempty"`
	Private int       `json:"private,omitempty"` // headlines left out of text
}

func noteOf(n memory.Note) noteJSON {
	j := noteJSON{Handle: n.Handle, ID: n.ID, Type: n.Type, Scope: n.Scope.String(),
		Origin: strings.ToLower(n.Origin.String()), Title: n.Title, TODO: n.TODO, Tags: append([]string{}, n.Tags...),
		File: n.File, When: n.When, Newer: n.Newer}
	if n.Hash != (memory.Hash{}) {
		j.Hash = n.Hash.String()
	}
	return j
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
	if n.Newer != "" {
		line += "  (newer: " + n.Newer + ")"
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
	return showList(r.App, min(len(hits), r.limit), none, func(i int) (any, string) {
		text := noteLine(hits[i].Note)
		if i+1 == r.limit && len(hits) > r.limit {
			text += "there are more: --limit N shows more\n"
		}
		return noteOf(hits[i].Note), text
	})
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
	return showList(a, len(hits), "nothing was found\n", func(i int) (any, string) {
		h, text := hits[i], noteLine(hits[i].Note)
		j := noteOf(h.Note)
		j.Excerpt, j.Score = h.Excerpt, h.Score
		for line := range strings.Lines(h.Excerpt) {
			if line = strings.TrimSpace(line); line != "" && line != strings.TrimSpace(h.Title) {
				text += "      " + line + "\n"
			}
		}
		return j, text
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
	j := noteOf(t.Note)
	j.Text, j.Private = &t.Body, t.Private
	facts := [][2]string{{"type", strings.ToLower(t.Type)}, {"scope", scopeText(t.Scope)}, {"origin", j.Origin}}
	if t.File == "" {
		o, err := r.Memory.Store.Get(t.ID)
		if err != nil {
			return r.Memory.Explained(err)
		}
		j.Version = o.Version
		facts = append(facts, [2]string{"version", fmt.Sprintf("%d, %.12s", o.Version, o.Hash)})
	} else {
		j.Text = &t.Whole
		facts = append(facts, [2]string{"file", t.File}, [2]string{"hash", fmt.Sprintf("%.12s", t.Hash)})
	}
	facts = append(facts, [2]string{"when", output.When(t.When)}, [2]string{"id", t.ID})
	var b strings.Builder
	b.WriteString(noteLine(t.Note))
	for _, f := range facts {
		if f[1] != "" {
			fmt.Fprintf(&b, "%-8s %s\n", f[0], f[1])
		}
	}
	b.WriteString("\n" + strings.TrimRight(*j.Text, "\n") + "\n")
	if t.Private > 0 {
		fmt.Fprintf(&b, "(%d private headlines are left out)\n", t.Private)
	}
	return r.App.Show(j, b.String())
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

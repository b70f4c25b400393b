package talk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory"
)

// recalling is memory in a conversation: what its prompts are given of it.
type recalling struct {
	*Talk
	scopes []scope // where /push went
}

// recallingBy is a command that works on memory.
func recallingBy(run func(*recalling, context.Context, []string) error) slashRun {
	return func(c *conversation, ctx context.Context, words []string) error { return run(&c.recall, ctx, words) }
}

// remembered is what pp remembers; an error where there is no place for it.
func (r *recalling) remembered() (*setup.Memory, error) {
	if r.Agent.Memory == nil {
		return nil, exit.NoPlace("notes")
	}
	return r.Agent.Memory, nil
}

// memory says what is remembered, or lists the notes that fit some words.
func (r *recalling) memory(ctx context.Context, words []string) error {
	m, err := r.remembered()
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return command.MemoryStatus(r.App, ctx, m)
	}
	return command.SearchMemory(r.App, ctx, m, memory.Query{Text: strings.Join(words, " "),
		Scope: r.Agent.Notes.Reach(false)})
}

// remember keeps what the person says, for this workspace.
func (r *recalling) remember(ctx context.Context, words []string) error {
	if _, err := r.remembered(); err != nil {
		return err
	}
	text := strings.Join(words, " ")
	if err := command.CheckNote(r.App, text); err != nil {
		return err
	}
	n, err := r.Agent.Notes.Remember(ctx, memory.Object{Type: "NOTE",
		Scope: r.Agent.Notes.ScopeOf(memory.ScopeWorkspace), Origin: engine.OriginPerson, Content: text})
	if err != nil {
		return err
	}
	return r.App.Out.Print("remembered " + n.Handle + " for " + command.Holder(n.Scope) + "\n")
}

// scope is one place of the stack: what is shown of memory while the person is at it.
type scope struct {
	name   string
	recall setup.Recall
}

// focus shows or sets the note that the person is at; - has what fits best be it again.
func (r *recalling) focus(ctx context.Context, words []string) error {
	name := strings.Join(words, " ")
	switch name {
	case "":
		return r.App.Out.Print(r.standing() + "\n")
	case "-":
		r.Agent.Recall.Focus = ""
		return r.App.Out.Print(r.standing() + "\n")
	}
	m, err := r.remembered()
	if err != nil {
		return err
	}
	n, err := m.Note(ctx, name, r.Agent.Notes.Reach(false))
	if err != nil {
		return err
	}
	r.Agent.Recall.On, r.Agent.Recall.Focus = true, n.Handle
	return r.App.Out.Print("focus: {" + n.Handle + "} " + n.Title + "\n")
}

// standing is what is shown of memory now, in words.
func (r *recalling) standing() string {
	recall := r.Agent.Recall
	switch {
	case recall.Focus != "":
		return "focus: {" + recall.Focus + "}"
	case recall.On:
		return "focus: what fits best"
	}
	return "no focus, and prompts go without memory; /focus NOTE or /context on changes that"
}

// push goes into a directory of notes, or to a note, until /pop.
func (r *recalling) push(ctx context.Context, words []string) error {
	name := strings.Join(words, " ")
	if name == "" {
		return exit.UsageError("write /push DIR or /push NOTE", "/push needs to know where")
	}
	m, err := r.remembered()
	if err != nil {
		return err
	}
	next := setup.Recall{On: true}
	if dir, ok := r.directory(name); ok {
		above := r.Agent.Recall.Within
		name, next.Within = dir, func(n memory.Note) bool {
			return n.File != "" && effect.Within(n.File, dir) && (above == nil || above(n))
		}
	} else {
		n, err := m.Note(ctx, name, r.Agent.Notes.Reach(false))
		if err != nil {
			return err
		}
		name, next.Focus, next.Within = "{"+n.Handle+"} "+n.Title, n.Handle, r.Agent.Recall.Within
	}
	r.scopes = append(r.scopes, scope{name, r.Agent.Recall})
	r.Agent.Recall = next
	return r.stack(ctx, nil)
}

// directory is a directory by its name, from the memex or from where pp works.
func (r *recalling) directory(name string) (string, bool) {
	s := r.Agent.Settings
	for _, dir := range []string{s.Where.Dir, s.Config.MemexDir} {
		full := name
		if !filepath.IsAbs(name) {
			full = filepath.Join(dir, name)
		}
		real, err := filepath.EvalSymlinks(full)
		if err != nil {
			continue
		}
		if info, err := os.Stat(real); err == nil && info.IsDir() {
			return real, true
		} else if errors.Is(err, fs.ErrNotExist) {
			continue
		}
	}
	return "", false
}

// pop goes back to where the last /push was made.
func (r *recalling) pop(ctx context.Context, _ []string) error {
	if len(r.scopes) == 0 {
		return exit.UsageError("/push DIR or /push NOTE goes somewhere", "there is nowhere to go back to")
	}
	last := r.scopes[len(r.scopes)-1]
	r.scopes, r.Agent.Recall = r.scopes[:len(r.scopes)-1], last.recall
	return r.stack(ctx, nil)
}

// stack lists where /push went, the innermost last.
func (r *recalling) stack(context.Context, []string) error {
	var b strings.Builder
	for i, s := range r.scopes {
		fmt.Fprintf(&b, "%d  %s\n", i+1, s.name)
	}
	b.WriteString(r.standing() + "\n")
	return r.App.Out.Print(b.String())
}

// recalled shows what memory has for some words, or switches it on and off.
func (r *recalling) recalled(ctx context.Context, words []string) error {
	if _, err := r.remembered(); err != nil {
		return err
	}
	switch text := strings.Join(words, " "); text {
	case "on":
		r.Agent.Recall.On = true
		return r.App.Out.Print(r.standing() + "\n")
	case "off":
		r.Agent.Recall = setup.Recall{}
		return r.App.Out.Print(r.standing() + "\n")
	default:
		return r.shown(ctx, text)
	}
}

// shown prints the context that a message would go with.
func (r *recalling) shown(ctx context.Context, text string) error {
	was := r.Agent.Recall
	r.Agent.Recall.On = true
	passages, err := r.Loop.Contexter.Context(ctx, text)
	r.Agent.Recall = was
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, p := range passages {
		b.WriteString(p.Text)
	}
	if b.Len() == 0 {
		b.WriteString("memory has nothing for this\n")
	}
	return r.App.Out.Print(r.App.Out.Redact(b.String()))
}

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

// remembered is what pp remembers; an error where there is no place for it.
func (c *conversation) remembered() (*setup.Memory, error) {
	if c.Agent.Memory == nil {
		return nil, exit.NoPlace("notes")
	}
	return c.Agent.Memory, nil
}

// memory says what is remembered, or lists the notes that fit some words.
func (c *conversation) memory(ctx context.Context, words []string) error {
	m, err := c.remembered()
	if err != nil {
		return err
	}
	if len(words) == 0 {
		return command.MemoryStatus(c.App, ctx, m)
	}
	return command.SearchMemory(c.App, ctx, m, memory.Query{Text: strings.Join(words, " "),
		Scope: c.Agent.Notes.Reach(false)})
}

// remember keeps what the person says, for this workspace.
func (c *conversation) remember(ctx context.Context, words []string) error {
	if _, err := c.remembered(); err != nil {
		return err
	}
	text := strings.Join(words, " ")
	if err := command.CheckNote(c.App, text); err != nil {
		return err
	}
	n, err := c.Agent.Notes.Remember(ctx, memory.Object{Type: "NOTE",
		Scope: c.Agent.Notes.ScopeOf(memory.ScopeWorkspace), Origin: engine.OriginPerson, Content: text})
	if err != nil {
		return err
	}
	return c.App.Out.Print("remembered " + n.Handle + " for " + command.Holder(n.Scope) + "\n")
}

// scope is one place of the stack: what is shown of memory while the person is at it.
type scope struct {
	name   string
	recall setup.Recall
}

// focus shows or sets the note that the person is at; - has what fits best be it again.
func (c *conversation) focus(ctx context.Context, words []string) error {
	name := strings.Join(words, " ")
	switch name {
	case "":
		return c.App.Out.Print(c.standing() + "\n")
	case "-":
		c.Agent.Recall.Focus = ""
		return c.App.Out.Print(c.standing() + "\n")
	}
	m, err := c.remembered()
	if err != nil {
		return err
	}
	n, err := m.Note(ctx, name, c.Agent.Notes.Reach(false))
	if err != nil {
		return err
	}
	c.Agent.Recall.On, c.Agent.Recall.Focus = true, n.Handle
	return c.App.Out.Print("focus: {" + n.Handle + "} " + n.Title + "\n")
}

// standing is what is shown of memory now, in words.
func (c *conversation) standing() string {
	recall := c.Agent.Recall
	switch {
	case recall.Focus != "":
		return "focus: {" + recall.Focus + "}"
	case recall.On:
		return "focus: what fits best"
	}
	return "no focus, and prompts go without memory; /focus NOTE or /context on changes that"
}

// push goes into a directory of notes, or to a note, until /pop.
func (c *conversation) push(ctx context.Context, words []string) error {
	name := strings.Join(words, " ")
	if name == "" {
		return exit.UsageError("write /push DIR or /push NOTE", "/push needs to know where")
	}
	m, err := c.remembered()
	if err != nil {
		return err
	}
	next := setup.Recall{On: true}
	if dir, ok := c.directory(name); ok {
		above := c.Agent.Recall.Within
		name, next.Within = dir, func(n memory.Note) bool {
			return n.File != "" && effect.Within(n.File, dir) && (above == nil || above(n))
		}
	} else {
		n, err := m.Note(ctx, name, c.Agent.Notes.Reach(false))
		if err != nil {
			return err
		}
		name, next.Focus, next.Within = "{"+n.Handle+"} "+n.Title, n.Handle, c.Agent.Recall.Within
	}
	c.scopes = append(c.scopes, scope{name, c.Agent.Recall})
	c.Agent.Recall = next
	return c.stack(ctx, nil)
}

// directory is a directory by its name, from the memex or from where pp works.
func (c *conversation) directory(name string) (string, bool) {
	s := c.Agent.Settings
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
func (c *conversation) pop(ctx context.Context, _ []string) error {
	if len(c.scopes) == 0 {
		return exit.UsageError("/push DIR or /push NOTE goes somewhere", "there is nowhere to go back to")
	}
	last := c.scopes[len(c.scopes)-1]
	c.scopes, c.Agent.Recall = c.scopes[:len(c.scopes)-1], last.recall
	return c.stack(ctx, nil)
}

// stack lists where /push went, the innermost last.
func (c *conversation) stack(context.Context, []string) error {
	var b strings.Builder
	for i, s := range c.scopes {
		fmt.Fprintf(&b, "%d  %s\n", i+1, s.name)
	}
	b.WriteString(c.standing() + "\n")
	return c.App.Out.Print(b.String())
}

// recalled shows what memory has for some words, or switches it on and off.
func (c *conversation) recalled(ctx context.Context, words []string) error {
	if _, err := c.remembered(); err != nil {
		return err
	}
	switch text := strings.Join(words, " "); text {
	case "on":
		c.Agent.Recall.On = true
		return c.App.Out.Print(c.standing() + "\n")
	case "off":
		c.Agent.Recall = setup.Recall{}
		return c.App.Out.Print(c.standing() + "\n")
	default:
		return c.shown(ctx, text)
	}
}

// shown prints the context that a message would go with.
func (c *conversation) shown(ctx context.Context, text string) error {
	was := c.Agent.Recall
	c.Agent.Recall.On = true
	passages, err := c.Loop.Contexter.Context(ctx, text)
	c.Agent.Recall = was
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
	return c.App.Out.Print(c.App.Out.Redact(b.String()))
}

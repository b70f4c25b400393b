package talk

import (
	"context"
	"os"
	"strings"

	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/system"
	"pp/engine"
)

// attached is what goes with the next message.
type attached struct {
	engine.Input
	limits system.InputLimits // what may still be read for it
}

// attach adds files to the next message, lists what goes with it, or drops that.
func (c *conversation) attach(ctx context.Context, words []string) error {
	switch name := strings.Join(words, " "); name {
	case "":
	case "-":
		c.next = attached{}
	default:
		if len(c.next.Attachments) == 0 {
			c.next.limits = c.Agent.Settings.InputLimits()
		}
		if _, _, served := command.ResourceOf(name); served {
			if err := command.AttachResource(c.App, ctx, c.Agent, name, &c.next.Input); err != nil {
				return err
			}
			break
		}
		found, err := c.next.limits.Files(ctx, name)
		if err != nil {
			return err
		}
		command.Attach(c.App, &c.next.Input, found...)
	}
	var b strings.Builder
	for _, a := range c.next.Attachments {
		b.WriteString(a.Label + " (" + a.String() + ")\n")
	}
	if b.Len() == 0 {
		b.WriteString("nothing goes with the next message\n")
	}
	return c.App.Out.Print(b.String())
}

// message is a message of the person's, with what they attached.
func (c *conversation) message(text string) engine.Input {
	in := engine.Input{Text: text, Origin: engine.OriginPerson, Attachments: c.next.Attachments}
	c.next = attached{}
	command.NoteRead(c.Agent, in)
	return in
}

// edit lets the person write a message in their editor, and sends it.
func (c *conversation) edit(ctx context.Context, words []string) error {
	const unsent = "nothing was sent"
	draft, text, err := ask.NewDraft(c.App.System, c.App.Signals, os.TempDir(), "pp-message-*.md",
		strings.Join(words, " "), "export EDITOR=vi, or end a line with \\ to go on in the next")
	if err != nil {
		return draft.Keep(err, unsent)
	}
	if err := draft.Drop(); err != nil {
		return err
	}
	if text = strings.TrimSpace(text); text == "" {
		return c.App.Out.Print(unsent + "\n")
	}
	c.lines.Keep(text)
	c.App.Out.Note("sent", text)
	return c.Turn(ctx, c.message(text))
}

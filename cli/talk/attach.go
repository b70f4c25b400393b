package talk

import (
	"context"
	"strings"

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

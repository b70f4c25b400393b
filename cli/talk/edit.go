package talk

import (
	"context"
	"os"
	"strings"

	"pp/cli/ask"
)

// edit has a message written in the person's own editor, and sends it.
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

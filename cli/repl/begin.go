package repl

import (
	"context"
	"os"
	"strings"

	"pp/cli/edit"
	"pp/cli/exit"
	"pp/engine"
)

// renew begins a new conversation with whom is asked now; what was granted and read in
// the old one counts no more.
func (t *conversation) renew(context.Context, []string) error {
	old := t.agent
	if err := t.begin(old.Anew()); err != nil {
		return err
	}
	t.agent.Providers.Order, t.agent.Providers.Models = old.Providers.Order, old.Providers.Models
	t.verdict, t.judged = engine.Verdict{}, false
	if err := t.agent.Provide(t.loop); err != nil {
		return err
	}
	t.banner()
	return old.Close()
}

// acceptEdits switches whether edits in the workspace are asked about.
func (t *conversation) acceptEdits(_ context.Context, words []string) error {
	accept := !t.agent.Settings.Options.AcceptEdits
	switch strings.Join(words, " ") {
	case "":
	case "on":
		accept = true
	case "off":
		accept = false
	default:
		return exit.UsageError("write /accept-edits, /accept-edits on or /accept-edits off", "/accept-edits cannot do that")
	}
	t.agent.AcceptEdits(accept)
	return t.app.Out.Print(modeOf(t.agent.Settings) + "\n")
}

// edit has a message written in the person's own editor, and sends it.
func (t *conversation) edit(ctx context.Context, words []string) error {
	const unsent = "nothing was sent"
	draft, text, err := edit.NewDraft(t.app.System, t.app.Signals, os.TempDir(), "pp-message-*.md", strings.Join(words, " "),
		"export EDITOR=vi, or end a line with \\ to go on in the next")
	if err != nil {
		return draft.Keep(err, unsent)
	}
	if err := draft.Drop(); err != nil {
		return err
	}
	if text = strings.TrimSpace(text); text == "" {
		return t.app.Out.Print(unsent + "\n")
	}
	t.lines.Keep(text)
	t.app.Out.Note("sent", text)
	_, err = t.run(ctx, engine.Signal{Type: engine.TypeEvent, Meta: t.meta(), Payload: said(text)})
	return err
}

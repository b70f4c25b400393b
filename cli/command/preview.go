package command

import (
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/engine"
)

// Preview does a command in a layer, prints what it did, and drops it.
func Preview(a App) *cli.Command {
	return &cli.Command{Name: "preview", Usage: "do a command in a layer, print what it would change, and drop it",
		UsageText: "'COMMAND' | -- COMMAND …",
		Description: "give it quoted, or after --, when it has flags. Nothing of it is left.\n" +
			"exit codes: 0 all of it would be taken over, also of a command that failed, 3 the gates deny it or some of it,\n" +
			"4 a person would be asked about it, 1 it leaves the workspace or there is no layer, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			text := strings.Join(c.Args().Slice(), " ")
			if strings.TrimSpace(text) == "" {
				return exit.UsageError("try: pp preview make clean", "there is no command")
			}
			a.Signals.Handle()
			return preview(a, c, text)
		}}
}

func preview(a App, c *cli.Context, text string) error {
	m, err := a.Agent()
	if err != nil {
		return err
	}
	id, err := m.Converse()
	if err != nil {
		return err
	}
	l, err := m.Loop(id, nil)
	if err != nil {
		return err
	}
	l.DryRun, l.Tries, l.Provider = true, true, silentProvider{}
	var judged engine.Verdict
	var tried *engine.Tried
	shown := ""
	l.Watch = func(e engine.Event) {
		switch e := e.(type) {
		case engine.Judged:
			judged = e.Verdict
		case engine.Tried:
			tried, shown = &e, a.Out.TriedText(e)
		case engine.Thinking, engine.Answered, engine.Remarked, engine.Rejected, engine.Acted:
		}
	}
	out := m.Runner(l)(c.Context, engine.Signal{Type: engine.TypeRequest, Meta: engine.Meta{Source: engine.TargetCLI,
		Session: id},
		Payload: engine.Request{Action: ShellAction(text)}})
	switch {
	case out.Err != nil:
		return out.Err
	case judged.Decision == engine.Deny:
		return exit.New(exit.Denied, "", errors.New(judged.Sentence()))
	case tried == nil:
		return exit.New(exit.Failed, "a command that leaves the workspace or the machine is only judged: pp check --explain",
			errors.New("it cannot be done in a layer: "+judged.Sentence()))
	}
	if err := a.Out.Print(shown); err != nil {
		return err
	}
	never := func(d engine.Reviewed) bool { return d.Finding.Decision == engine.Deny }
	switch {
	case len(out.Pending) > 0:
		return exit.Silent(exit.Suspended)
	case slices.ContainsFunc(tried.Did, never):
		return exit.Silent(exit.Denied)
	}
	return nil
}

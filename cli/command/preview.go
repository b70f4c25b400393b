package command

import (
	"errors"
	"strings"

	"github.com/urfave/cli/v2"
	"mvdan.cc/sh/v3/syntax"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
)

// Preview does a command in a layer, prints what it did, and drops it.
func Preview(a App) *cli.Command {
	return &cli.Command{Name: "preview", Usage: "do a command in a layer, print what it would change, and drop it",
		UsageText: "'COMMAND' | COMMAND … | -- COMMAND …",
		Description: "The rest of the line is the command, its flags too; one word is a line for the shell. Nothing of it\n" +
			"is left, also with sandbox.ask = \"before\".\n" +
			"exit codes: 0 all of it would be taken over, also of a command that failed, 3 the gates deny it or some of it,\n" +
			"4 a person would be asked about it, 1 it leaves the workspace or there is no layer, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			text := commandLine(c.Args().Slice())
			if strings.TrimSpace(text) == "" {
				return exit.UsageError("try: pp preview make clean", "there is no command")
			}
			a.Signals.Handle()
			return preview(a, c, text)
		}}
}

func preview(a App, c *cli.Context, text string) error {
	a.Options.DryRun = true // nor is it a conversation to go on with
	m, err := a.Agent()
	if err != nil {
		return err
	}
	id, err := m.Records.Converse()
	if err != nil {
		return err
	}
	l, err := m.Loop(id, nil)
	if err != nil {
		return err
	}
	l.Provider = silentProvider{}
	facts := l.Facts
	l.Facts = func(a engine.Action) engine.Facts {
		f := facts(a)
		f.AskBefore = false // the person asked for this, and nothing of it stays
		return f
	}
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
	out := m.Runner(l)(c.Context, setup.Request(engine.Meta{Source: engine.TargetCLI, Session: id}, ShellAction(text)))
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
	sayWhy(a, tried.Did)
	switch {
	case len(out.Pending) > 0:
		return exit.Silent(exit.Suspended)
	case len(out.Denials) > 0:
		return exit.Silent(exit.Denied)
	}
	return nil
}

// sayWhy says why a person would be asked about what a command did, a rule once, and what of it would never be
// taken over.
func sayWhy(a App, did []engine.Reviewed) {
	for _, d := range did {
		if d.Finding.Decision == engine.Deny {
			a.Out.Note("would withhold", d.Finding.Rule+": "+d.Finding.Reason)
		}
	}
	for _, why := range output.WhyAsked(did) {
		a.Out.Note("would ask for approval", why)
	}
}

// commandLine is what a shell reads as these words; one word is a line already.
func commandLine(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = w
		if q, err := syntax.Quote(w, syntax.LangBash); err == nil {
			quoted[i] = q
		}
	}
	return strings.Join(quoted, " ")
}

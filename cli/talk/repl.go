package talk

import (
	"context"
	"errors"
	"io"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
)

// Converse takes messages, forms and commands from a terminal until Ctrl-D. Ctrl-C
// cancels the turn that runs, or the line being typed, and keeps the session.
func Converse(a command.App, ctx context.Context, m *setup.Agent) error {
	if err := canType(a.System); err != nil {
		return err
	}
	if o := a.Options; a.Out.Report != nil || o.Out != "" || o.Extract || o.ShowPrompt {
		return exit.UsageError("leave them out, or give a prompt",
			"a conversation takes no --output-format, --output, --extract and --show-prompt")
	}
	if !a.Options.Quiet && !a.Options.Verbose {
		a.Out.Trace = output.TraceLine
	}
	c := &conversation{Talk: &Talk{App: a}}
	err := c.begin(m)
	if err != nil {
		return err
	}
	defer func() { c.Close() }()
	if c.lines, err = openLines(c); err != nil {
		return err
	}
	defer c.lines.Close()
	c.news.show = c.lines.Note
	defer c.background(ctx)()
	c.banner()
	for ctx.Err() == nil {
		text, err := c.read(ctx)
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, exit.ErrInterrupted):
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		default:
			if err := c.respond(ctx, text); errors.Is(err, errQuit) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	return context.Cause(ctx)
}

// begin opens a conversation with an agent.
func (c *conversation) begin(m *setup.Agent) error {
	t, err := Open(c.App, m, c, nil, follower{m})
	if err != nil {
		return err
	}
	c.Talk = t
	t.Loop.Watch = c.watch(t.Loop.Watch)
	t.Evaluates(func(value string) error { return t.App.Out.Print(t.App.Out.Redact(value) + "\n") })
	return nil
}

// startAnew begins a new conversation with whom is asked now; what was granted and read in
// the old one counts no more.
func (c *conversation) startAnew(context.Context, []string) error {
	old := c.Agent
	fresh := old.Anew()
	if err := c.begin(fresh); err != nil {
		return errors.Join(err, fresh.Close())
	}
	c.verdict, c.judged, c.next = engine.Verdict{}, false, attached{}
	c.banner()
	return old.Close()
}

// canType refuses a conversation where nobody can type: CI is set, or another
// job has the terminal, where reading would stop this process.
func canType(sys system.System) error {
	if sys.Env("CI") != "" {
		return exit.UsageError(`give a prompt: pp "summarize this" < FILE; pp help lists more`,
			"there is nothing to do, and with CI set nobody is at the terminal")
	}
	if !system.Foreground(sys.Stdin) {
		return exit.UsageError(`bring it to the foreground, or give a prompt: pp "summarize this" < FILE`,
			"a conversation needs the terminal, which another job has")
	}
	return nil
}

// respond acts on what the person typed. What goes wrong is said; only errQuit
// and an output that is gone come back.
func (c *conversation) respond(ctx context.Context, text string) error {
	switch text {
	case "exit", "quit":
		return errQuit
	case "help", "?":
		text = "/help"
	}
	message, whatever := quoted(text)
	switch {
	case text == "":
		return nil
	case whatever:
		text = message
	case command.ServerPrompt(c.Agent, text):
		return c.served(ctx, text)
	case isSlash(text):
		return c.App.Signals.Turn(ctx, func(ctx context.Context) error { return c.command(ctx, text) })
	case strings.HasPrefix(text, "("), text == "*", text == "**", text == "***": // the last values
		return c.form(ctx, text)
	}
	return c.turn(ctx, c.message(text))
}

// served sends a prompt of a server.
func (c *conversation) served(ctx context.Context, text string) error {
	return c.App.Signals.Turn(ctx, func(ctx context.Context) error {
		in := engine.Input{Text: text, Origin: engine.OriginPerson, Attachments: c.next.Attachments}
		if err := command.TakePrompt(c.App, ctx, c.Agent, &in); err != nil {
			c.App.Out.Say(exit.Classify(err))
			return nil
		}
		c.next = attached{}
		command.NoteRead(c.Agent, in)
		return c.Turn(ctx, in)
	})
}

// turn runs one signal through the loop. What goes wrong is said; only a signal
// to the whole process ends the conversation.
func (c *conversation) turn(ctx context.Context, p engine.Payload) error {
	return c.App.Signals.Turn(ctx, func(ctx context.Context) error { return c.Turn(ctx, p) })
}

// Watch implements Front: see watch.
func (c *conversation) Watch(engine.Event) {}

// Concluded implements Front.
func (c *conversation) Concluded(out *output.Printer, _ string, came engine.Outcome) error {
	out.SayUndone(came)
	if came.Err != nil {
		out.Say(output.Ended(out, came))
	}
	return nil
}

// follower shows a command's output as it comes, unless the planner that proposed the
// command answers with it.
type follower struct{ agent *setup.Agent }

// Write implements io.Writer.
func (f follower) Write(p []byte) (int, error) {
	if f.agent.Providers.Planner() {
		return len(p), nil
	}
	return f.agent.Out.Stderr.Write(p)
}

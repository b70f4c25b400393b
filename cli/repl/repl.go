package repl

import (
	"context"
	"errors"
	"io"
	"strings"

	"pp/cli/ask"
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
	c := &conversation{app: a}
	err := c.begin(m)
	if err != nil {
		return err
	}
	defer func() { c.agent.Close() }()
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
	m.Live = follower{m}
	m.Skills.Follow = true
	m.Recall.On = m.Recall.On || m.Settings.Config.MemexDir != ""
	loop, meta, err := ask.Begin(m)
	if err != nil {
		return err
	}
	m.Out.Onward = output.Conversing
	loop.Watch = c.watch(loop.Watch)
	loop.Handlers[engine.SensorReplEval] = c.evaluate
	c.agent, c.loop, c.id = m, loop, meta.Session
	c.asks.app, c.asks.agent, c.asks.loop = c.app, m, loop
	c.recall.app, c.recall.agent, c.recall.loop = c.app, m, loop
	c.lisp = command.NewLisp()
	return nil
}

// startAnew begins a new conversation with whom is asked now; what was granted and read in
// the old one counts no more.
func (c *conversation) startAnew(context.Context, []string) error {
	old := c.agent
	fresh := old.Anew()
	if err := c.begin(fresh); err != nil {
		return errors.Join(err, fresh.Close())
	}
	c.verdict, c.judged, c.next = engine.Verdict{}, false, attached{}
	c.banner()
	return old.Close()
}

// meta is what the signals of this conversation carry.
func (c *conversation) meta() engine.Meta {
	return engine.Meta{Source: engine.TargetCLI, Session: c.id}
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
	case command.ServerPrompt(c.agent, text):
		return c.served(ctx, text)
	case isSlash(text):
		return c.app.Signals.Turn(ctx, func(ctx context.Context) error { return c.command(ctx, text) })
	case strings.HasPrefix(text, "("), text == "*", text == "**", text == "***": // the last values
		return c.form(ctx, text)
	}
	return c.turn(ctx, c.message(text))
}

// served sends a prompt of a server.
func (c *conversation) served(ctx context.Context, text string) error {
	return c.app.Signals.Turn(ctx, func(ctx context.Context) error {
		in := engine.Input{Text: text, Origin: engine.OriginPerson, Attachments: c.next.Attachments}
		if err := command.TakePrompt(c.app, ctx, c.agent, &in); err != nil {
			c.app.Out.Say(exit.Classify(err))
			return nil
		}
		c.next = attached{}
		command.NoteRead(c.agent, in)
		return c.run(ctx, in)
	})
}

// turn runs one signal through the loop. What goes wrong is said; only a signal
// to the whole process ends the conversation.
func (c *conversation) turn(ctx context.Context, p engine.Payload) error {
	return c.app.Signals.Turn(ctx, func(ctx context.Context) error { return c.run(ctx, p) })
}

// run is turn for a context that is interruptible already.
func (c *conversation) run(ctx context.Context, p engine.Payload) error {
	c.agent.Answers, c.agent.Refused = nil, nil
	c.agent.InForce.Refit(c.loop)
	out := c.loop.Run(ctx, engine.Signal{Meta: c.meta(), Payload: p})
	if out.Err != nil {
		c.app.Out.Cut()
	}
	return c.printOutcome(out)
}

// printOutcome prints what came of a signal.
func (c *conversation) printOutcome(out engine.Outcome) error {
	c.app.Out.From = out.Provider
	for _, answer := range c.agent.Answers {
		if err := c.app.Out.Answer(answer); err != nil {
			return err
		}
	}
	c.app.Out.SayUndone(out)
	if out.Err != nil {
		c.app.Out.Say(output.Ended(c.app.Out, out))
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

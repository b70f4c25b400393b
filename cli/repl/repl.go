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
	t := &conversation{app: a}
	err := t.begin(m)
	if err != nil {
		return err
	}
	defer func() { t.agent.Close() }()
	if t.lines, err = openLines(t); err != nil {
		return err
	}
	defer t.lines.Close()
	t.banner()
	for ctx.Err() == nil {
		text, err := t.read(ctx)
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, exit.ErrInterrupted):
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		default:
			if err := t.respond(ctx, text); errors.Is(err, errQuit) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
	return context.Cause(ctx)
}

// begin opens a conversation with an agent.
func (t *conversation) begin(m *setup.Agent) error {
	id, err := m.Converse()
	if err != nil {
		return err
	}
	m.Live = t.app.Out.Stderr
	loop, err := m.Loop(id, ask.Asker{Agent: m, Meta: engine.Meta{Source: engine.TargetCLI, Session: id}})
	if err != nil {
		return err
	}
	loop.Watch = t.watch(loop.Watch)
	loop.Handlers = map[engine.Sensor]engine.Handler{engine.SensorReplEval: t.evaluate}
	t.agent, t.loop, t.id = m, loop, id
	return nil
}

// meta is what the signals of this conversation carry.
func (t *conversation) meta() engine.Meta {
	return engine.Meta{Source: engine.TargetCLI, Session: t.id}
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
func (t *conversation) respond(ctx context.Context, text string) error {
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
	case isSlash(text):
		return t.app.Signals.Turn(ctx, func(ctx context.Context) error { return t.command(ctx, text) })
	case strings.HasPrefix(text, "("):
		return t.form(ctx, text)
	}
	return t.turn(ctx, engine.TypeEvent, said(text))
}

// said is a message of the person's.
func said(text string) engine.Input { return engine.Input{Text: text, Origin: engine.OriginPerson} }

// turn runs one signal through the loop. What goes wrong is said; only a signal
// to the whole process ends the conversation.
func (t *conversation) turn(ctx context.Context, kind engine.Type, p engine.Payload) error {
	return t.app.Signals.Turn(ctx, func(ctx context.Context) error {
		_, err := t.run(ctx, engine.Signal{Type: kind, Meta: t.meta(), Payload: p})
		return err
	})
}

// run is turn for a context that is interruptible already; it gives what came
// of the signal.
func (t *conversation) run(ctx context.Context, s engine.Signal) (engine.Outcome, error) {
	t.agent.Answers, t.agent.Refused = nil, nil
	out := t.loop.Run(ctx, s)
	return out, t.told(out)
}

// told prints what came of a signal.
func (t *conversation) told(out engine.Outcome) error {
	for _, answer := range t.agent.Answers {
		if err := t.app.Out.Answer(answer); err != nil {
			return err
		}
	}
	t.app.Out.SayPending(out)
	if out.Err != nil {
		t.app.Out.Say(exit.Classify(out.Err))
	}
	return nil
}

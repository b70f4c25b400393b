package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"pp/engine"
)

// repl takes messages, forms and commands from a terminal until Ctrl-D. Ctrl-C
// cancels the turn that runs, or the line being typed, and keeps the session.
func (a *app) repl(ctx context.Context, around surroundings) error {
	if err := a.canType(); err != nil {
		return err
	}
	if o := &a.opts; a.report != nil || o.out != "" || o.extract || o.showPrompt {
		return usageError("leave them out, or give a prompt", "a conversation takes no --output-format, --output, --extract and --show-prompt")
	}
	m, err := a.build(around)
	if err != nil {
		return err
	}
	id, err := a.converse(m)
	if err != nil {
		return err
	}
	a.live = a.stderr
	l, err := a.loop(m, id)
	if err != nil {
		return err
	}
	for _, c := range m.closers() {
		defer c.Close()
	}
	t := a.converseWith(m, l, id)
	if t.lines, err = a.openLines(t); err != nil {
		return err
	}
	defer t.lines.close()
	for ctx.Err() == nil {
		text, err := t.read(ctx)
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, errInterrupted):
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

// canType refuses a conversation where nobody can type: CI is set, or another
// job has the terminal, where reading would stop this process.
func (a *app) canType() error {
	if a.sys.env("CI") != "" {
		return usageError(`give a prompt: pp "summarize this" < FILE; pp help lists more`, "there is nothing to do, and with CI set nobody is at the terminal")
	}
	if !foreground(a.sys.Stdin) {
		return usageError(`bring it to the foreground, or give a prompt: pp "summarize this" < FILE`,
			"a conversation needs the terminal, which another job has")
	}
	return nil
}

// respond acts on what the person typed. What goes wrong is said; only errQuit
// and an output that is gone come back.
func (t *talk) respond(ctx context.Context, text string) error {
	switch {
	case text == "":
		return nil
	case isSlash(text):
		return t.app.interruptibly(ctx, func(ctx context.Context) error { return t.command(ctx, text) })
	case strings.HasPrefix(text, "("):
		return t.form(ctx, text)
	}
	return t.turn(ctx, engine.TypeEvent, engine.Input{Text: text, Origin: engine.OriginPerson})
}

// interruptibly runs something that Ctrl-C cancels without ending the
// conversation.
func (a *app) interruptibly(ctx context.Context, run func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	interrupt := func() { cancel(errInterrupted) }
	a.onTurn.Store(&interrupt)
	defer a.onTurn.Store(nil)
	return run(ctx)
}

// turn runs one signal through the loop. What goes wrong is said; only a signal
// to the whole process ends the conversation.
func (t *talk) turn(ctx context.Context, kind engine.Type, p engine.Payload) error {
	return t.app.interruptibly(ctx, func(ctx context.Context) error {
		_, err := t.run(ctx, engine.Signal{Type: kind, Meta: engine.Meta{Source: engine.TargetCLI, Session: t.id}, Payload: p})
		return err
	})
}

// run is turn for a context that is interruptible already; it gives what came
// of the signal.
func (t *talk) run(ctx context.Context, s engine.Signal) (engine.Outcome, error) {
	a, m := t.app, t.machine
	m.answers, m.refused = nil, nil
	out := t.loop.Run(ctx, s)
	for _, answer := range m.answers {
		if !strings.HasSuffix(answer, "\n") {
			answer += "\n"
		}
		if err := a.print(a.redact(answer)); err != nil {
			return out, err
		}
	}
	a.sayPending(out)
	if out.Err != nil {
		a.say(classify(out.Err))
	}
	return out, nil
}

// historyFile is where the lines are kept, "" when there is no place for them.
func (a *app) historyFile() string {
	dir := a.cfg.Paths.StateDir
	if dir == "" || os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	name := filepath.Join(dir, "history")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return ""
	}
	f.Close()
	return name
}

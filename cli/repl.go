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

// converse takes messages, forms and commands from a terminal until Ctrl-D. Ctrl-C
// cancels the turn that runs, or the line being typed, and keeps the session.
func converse(a app, ctx context.Context, m *agent) error {
	if err := canType(a.sys); err != nil {
		return err
	}
	if o := a.opts; a.out.report != nil || o.out != "" || o.extract || o.showPrompt {
		return usageError("leave them out, or give a prompt", "a conversation takes no --output-format, --output, --extract and --show-prompt")
	}
	id, err := m.converse()
	if err != nil {
		return err
	}
	m.live = a.out.stderr
	t := &talk{app: a, agent: m, id: id}
	if t.loop, err = m.loop(id, asker{m, t.meta()}); err != nil {
		return err
	}
	defer m.close()
	t.loop.Watch = t.watch(t.loop.Watch)
	t.loop.Handlers = map[engine.Sensor]engine.Handler{engine.SensorReplEval: t.evaluate}
	if t.lines, err = openLines(t); err != nil {
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

// meta is what the signals of this conversation carry.
func (t *talk) meta() engine.Meta { return engine.Meta{Source: engine.TargetCLI, Session: t.id} }

// canType refuses a conversation where nobody can type: CI is set, or another
// job has the terminal, where reading would stop this process.
func canType(sys System) error {
	if sys.env("CI") != "" {
		return usageError(`give a prompt: pp "summarize this" < FILE; pp help lists more`, "there is nothing to do, and with CI set nobody is at the terminal")
	}
	if !foreground(sys.Stdin) {
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
		return t.app.signals.turn(ctx, func(ctx context.Context) error { return t.command(ctx, text) })
	case strings.HasPrefix(text, "("):
		return t.form(ctx, text)
	}
	return t.turn(ctx, engine.TypeEvent, engine.Input{Text: text, Origin: engine.OriginPerson})
}

// turn runs one signal through the loop. What goes wrong is said; only a signal
// to the whole process ends the conversation.
func (t *talk) turn(ctx context.Context, kind engine.Type, p engine.Payload) error {
	return t.app.signals.turn(ctx, func(ctx context.Context) error {
		_, err := t.run(ctx, engine.Signal{Type: kind, Meta: t.meta(), Payload: p})
		return err
	})
}

// run is turn for a context that is interruptible already; it gives what came
// of the signal.
func (t *talk) run(ctx context.Context, s engine.Signal) (engine.Outcome, error) {
	t.agent.answers, t.agent.refused = nil, nil
	out := t.loop.Run(ctx, s)
	return out, t.told(out)
}

// told prints what came of a signal.
func (t *talk) told(out engine.Outcome) error {
	for _, answer := range t.agent.answers {
		if !strings.HasSuffix(answer, "\n") {
			answer += "\n"
		}
		if err := t.app.out.print(t.app.out.redact(answer)); err != nil {
			return err
		}
	}
	t.app.out.sayPending(out)
	if out.Err != nil {
		t.app.out.say(classify(out.Err))
	}
	return nil
}

// historyFile is where the lines are kept, "" when there is no place for them.
func historyFile(s *settings) string {
	name := s.kept("history")
	if name == "" || os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return ""
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return ""
	}
	f.Close()
	return name
}

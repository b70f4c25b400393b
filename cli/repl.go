package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/chzyer/readline"

	"pp/engine"
)

// repl takes lines from a terminal until Ctrl-D. Ctrl-C cancels the turn that
// runs, or the line being typed, and keeps the session.
func (a *app) repl(ctx context.Context, around surroundings) error {
	m, err := a.build(around)
	if err != nil {
		return err
	}
	id, err := a.converse(m)
	if err != nil {
		return err
	}
	l, err := a.loop(m, id)
	if err != nil {
		return err
	}
	a.live = a.stderr
	for _, c := range m.closers() {
		defer c.Close()
	}
	t := a.converseWith(m, l)
	line, err := readline.NewEx(&readline.Config{Prompt: t.promptText(), HistoryFile: a.historyFile(), HistorySearchFold: true, AutoComplete: t,
		InterruptPrompt: "", EOFPrompt: "", Stdin: readline.NewCancelableStdin(a.sys.Stdin), Stdout: a.sys.Stderr, Stderr: a.sys.Stderr})
	if err != nil {
		return err
	}
	defer line.Close()
	for ctx.Err() == nil {
		line.SetPrompt(t.promptText())
		text, err := line.Readline()
		switch {
		case errors.Is(err, readline.ErrInterrupt):
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		text = strings.TrimSpace(text)
		switch {
		case text == "":
			continue
		case isSlash(text):
			if errors.Is(t.command(ctx, text), errQuit) {
				return nil
			}
			continue
		}
		if err := a.turn(ctx, m, l, id, text); err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

// turn runs one line through the loop. What goes wrong is said; only a signal
// to the whole process ends the conversation.
func (a *app) turn(ctx context.Context, m *machine, l *engine.Loop, id, text string) error {
	turnCtx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	interrupt := func() { cancel(errInterrupted) }
	a.onTurn.Store(&interrupt)
	defer a.onTurn.Store(nil)
	m.answers = nil
	out := l.Run(turnCtx, engine.Signal{Type: engine.TypeEvent, Meta: engine.Meta{Source: engine.TargetCLI, Session: id},
		Payload: engine.Input{Text: text, Origin: engine.OriginPerson}})
	for _, answer := range m.answers {
		if !strings.HasSuffix(answer, "\n") {
			answer += "\n"
		}
		if err := a.print(a.redact(answer)); err != nil {
			return err
		}
	}
	a.sayPending(out)
	if out.Err != nil {
		a.say(classify(out.Err))
	}
	return nil
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

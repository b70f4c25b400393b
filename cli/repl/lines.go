package repl

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"time"

	"github.com/chzyer/readline"
	"golang.org/x/sys/unix"

	"pp/cli/exit"
	"pp/cli/input"
	"pp/cli/system"
	"pp/cli/term"
	"pp/sexp"
)

// lines is where the lines of a conversation come from.
type lines interface {
	// next gives one line, or a pasted text as one. The error is io.EOF when the
	// person left, errInterrupted when they gave the line up, or ctx's cause.
	next(ctx context.Context, prompt string) (string, error)
	// keep puts a text in the history.
	keep(text string)
	close()
}

// openLines gives the line editor, or plain lines where the terminal can do no
// more than show them.
func openLines(t *conversation) (lines, error) {
	sys, history := t.app.System, historyFile(t.agent.Settings)
	if kind := sys.Env("TERM"); kind == "" || kind == "dumb" {
		return &plainLines{in: sys.Stdin, out: sys.Stderr, interruptible: t.app.Signals.Turn, joins: system.IsTerminal(sys.Stderr),
			history: history}, nil
	}
	return newEditor(sys, history, t)
}

const continued = "...> " // the prompt of a form that is not closed

// read gives what the person typed, without the space around it. A form goes on
// until it closes.
func (t *conversation) read(ctx context.Context) (string, error) {
	text, err := t.lines.next(ctx, t.promptText())
	for err == nil && unfinished(text) {
		var more string
		if more, err = t.lines.next(ctx, continued); err == nil {
			text += "\n" + more
		}
	}
	if err != nil {
		return "", err
	}
	if text = strings.TrimSpace(text); text != "" {
		t.lines.keep(text)
	}
	return text, nil
}

// unfinished reports whether a text is a form that has not closed.
func unfinished(text string) bool {
	if !strings.HasPrefix(strings.TrimSpace(text), "(") {
		return false
	}
	_, err := sexp.ReadAll(text, sexp.Limits{})
	return sexp.IsIncomplete(err)
}

// editor is the line editor: history, search, completion.
type editor struct {
	line  *readline.Instance
	in    *pasteReader
	out   io.Writer
	paste bool // the terminal is asked to mark what is pasted
}

func newEditor(sys system.System, history string, c readline.AutoCompleter) (*editor, error) {
	e := &editor{in: &pasteReader{from: readline.NewCancelableStdin(sys.Stdin)}, out: sys.Stderr, paste: system.IsTerminal(sys.Stderr)}
	e.in.suspend = e.suspend
	line, err := readline.NewEx(&readline.Config{HistoryFile: history, HistorySearchFold: true, DisableAutoSaveHistory: true,
		AutoComplete: c, Painter: painter{}, InterruptPrompt: "\n", EOFPrompt: "\n", Stdin: e.in, Stdout: sys.Stderr, Stderr: sys.Stderr})
	if err != nil {
		return nil, err
	}
	e.line = line
	return e, nil
}

// The sequences that have a terminal mark pasted text (bracketed paste).
const (
	markPastes = "\x1b[?2004h"
	leavePaste = "\x1b[?2004l"
)

func (e *editor) next(ctx context.Context, prompt string) (string, error) {
	// The editor knows no context: it ends when its input does.
	stop := context.AfterFunc(ctx, func() { e.in.Close() })
	defer stop()
	if e.paste {
		io.WriteString(e.out, markPastes)
		defer io.WriteString(e.out, leavePaste)
	}
	e.line.SetPrompt(prompt)
	text, err := e.line.Readline()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case e.in.ended():
		return "", io.EOF // a line that was not ended was not said
	case errors.Is(err, readline.ErrInterrupt):
		return "", exit.ErrInterrupted
	case err != nil:
		return "", err
	}
	return unpaste(text), nil
}

func (e *editor) keep(text string) {
	// A history that cannot be written is no reason to disturb a conversation.
	_ = e.line.SaveHistory(asPasted(text))
}

func (e *editor) close() {
	e.in.Close()
	e.line.Close()
}

// suspend is Ctrl-Z: what the terminal itself would do, were it not raw. The
// job is stopped, and nothing else.
func (e *editor) suspend() {
	e.line.Terminal.ExitRawMode()
	if e.paste {
		io.WriteString(e.out, leavePaste)
	}
	system.StopJob()
	e.line.Terminal.EnterRawMode()
	if e.paste {
		io.WriteString(e.out, markPastes)
	}
	e.line.Refresh()
}

// plainLines takes lines as the terminal itself edits them.
type plainLines struct {
	in            *os.File
	out           io.Writer
	interruptible func(context.Context, func(context.Context) error) error
	joins         bool   // lines that arrive together are one text
	history       string // the file, "" when there is none
}

// together is how soon the next line of a pasted text comes.
const together = 20 * time.Millisecond

func (p *plainLines) next(ctx context.Context, prompt string) (string, error) {
	io.WriteString(p.out, prompt)
	var text string
	err := p.interruptible(ctx, func(ctx context.Context) (err error) {
		text, err = p.line(ctx)
		for err == nil && p.joins && !isSlash(text) && system.Ready(p.in, together) {
			var more string
			if more, err = p.line(ctx); err == nil {
				text += "\n" + more
			}
		}
		return err
	})
	if err != nil {
		io.WriteString(p.out, "\n")
	}
	return text, err
}

// line reads one line.
func (p *plainLines) line(ctx context.Context) (string, error) {
	var text bytes.Buffer
	buf := make([]byte, 4096)
	for {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if !system.Ready(p.in, system.PollEvery) {
			continue
		}
		n, err := unix.Read(int(p.in.Fd()), buf)
		if errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) {
			continue
		}
		if err != nil || n == 0 && text.Len() == 0 {
			return "", io.EOF
		}
		text.Write(buf[:n])
		if line, whole := bytes.CutSuffix(text.Bytes(), []byte("\n")); whole {
			return string(line), nil
		}
		if text.Len() > input.MaxPipePrompt {
			return "", exit.UsageError("put it in a file and give that with -f", "a line has at most %d KiB", input.MaxPipePrompt>>10)
		}
	}
}

func (p *plainLines) keep(text string) {
	if p.history == "" {
		return
	}
	f, err := os.OpenFile(p.history, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	io.WriteString(f, asPasted(text)+"\n")
}

func (p *plainLines) close() {}

// painter shows what stands in a line without being seen.
type painter struct{}

// Paint implements readline.Painter.
func (painter) Paint(line []rune, _ int) []rune {
	out := make([]rune, len(line))
	for i, r := range line {
		switch c, pasted := controlOf(r); {
		case pasted && c == 0x7f:
			out[i] = '\u2421'
		case pasted:
			out[i] = '\u2400' + rune(c)
		case r >= 0x80 && term.Escape(string(r), term.Text, term.Plain) != string(r):
			out[i] = '\ufffd'
		default:
			out[i] = r
		}
	}
	return out
}

package ask

import (
	"context"
	"errors"
	"io"

	"github.com/chzyer/readline"
	xterm "golang.org/x/term"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
)

// EditorOptions are what a line editor works on.
type EditorOptions struct {
	In       io.ReadCloser // what is typed; Close ends a Read that waits
	Out      io.Writer     // where the line is drawn
	FD       int           // of the terminal, which is raw while a line is edited
	History  string        // the file, "" when there is none
	Complete readline.AutoCompleter
}

// LineEditor is a line editor with history, search and completion. It is for one goroutine at a time.
type LineEditor struct {
	line  *readline.Instance
	in    *pasteReader
	out   io.Writer
	paste bool // the terminal is asked to mark what is pasted
}

// NewLineEditor starts a line editor; Close ends it.
func NewLineEditor(o EditorOptions) (*LineEditor, error) {
	e := &LineEditor{in: &pasteReader{from: o.In}, out: o.Out, paste: system.IsTerminal(o.Out)}
	e.in.suspend = e.suspend
	var before *readline.State
	line, err := readline.NewEx(&readline.Config{HistoryFile: o.History, HistorySearchFold: true,
		DisableAutoSaveHistory: true, AutoComplete: o.Complete, Painter: painter{}, InterruptPrompt: "\n",
		EOFPrompt: "\n", Stdin: e.in, Stdout: o.Out,
		Stderr: o.Out, FuncIsTerminal: func() bool { return xterm.IsTerminal(o.FD) },
		FuncMakeRaw: func() (err error) {
			before, err = readline.MakeRaw(o.FD)
			return err
		},
		FuncExitRaw: func() error {
			if before == nil {
				return nil
			}
			return readline.Restore(o.FD, before)
		}})
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

// Begin puts a text into the next line, to be changed there.
func (e *LineEditor) Begin(text string) { e.line.Operation.SetBuffer(HistoryLine(text)) }

// Next returns one line, or a whole pasted text. The error is io.EOF after Ctrl-D, exit.ErrInterrupted after Ctrl-C, or
// ctx's cause.
func (e *LineEditor) Next(ctx context.Context, prompt string) (string, error) {
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

// Note shows a note above the line that is being edited, which stays as it is; for any goroutine.
func (e *LineEditor) Note(text string) bool {
	_, err := io.WriteString(e.line.Stderr(), output.Escape("pp: background: "+text, output.Text)+"\n")
	return err == nil
}

// Keep adds a text to the history. It ignores errors, since the history is a convenience.
func (e *LineEditor) Keep(text string) { _ = e.line.SaveHistory(HistoryLine(text)) }

// Close ends the editor; the terminal is as it was.
func (e *LineEditor) Close() {
	e.in.Close()
	e.line.Close()
}

// suspend handles Ctrl-Z as a terminal that is not raw would: it stops the job.
func (e *LineEditor) suspend() {
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
		case r >= 0x80 && output.Escape(string(r), output.Text) != string(r):
			out[i] = '\ufffd'
		default:
			out[i] = r
		}
	}
	return out
}

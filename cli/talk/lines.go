package talk

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

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/system"
	"pp/sexp"
)

// lines is where the lines of a conversation come from.
type lines interface {
	// Next gives one line, or a pasted text as one. The error is io.EOF when the
	// person left, exit.ErrInterrupted when they gave the line up, or ctx's cause.
	Next(ctx context.Context, prompt string) (string, error)
	// Keep puts a text in the history.
	Keep(text string)
	// Note shows a note beside the line that is being typed, and reports whether it could: at any time, from any
	// goroutine.
	Note(text string) bool
	Close()
}

// openLines gives the line editor, or plain lines where the terminal can do no
// more than show them.
func openLines(c *conversation) (lines, error) {
	sys, history := c.App.System, historyFile(c.Agent)
	if sys.Dumb() {
		return &plainLines{in: sys.Stdin, out: sys.Stderr, interruptible: c.App.Signals.Turn,
			joinPasted: system.IsTerminal(sys.Stderr), history: history}, nil
	}
	return ask.NewLineEditor(ask.EditorOptions{In: readline.NewCancelableStdin(sys.Stdin), Out: sys.Stderr,
		FD:      int(sys.Stdin.Fd()),
		History: history, Complete: completer{c}})
}

const continuationPrompt = "...> " // the prompt of a text that goes on

// read gives what the person typed, without the space around it. A form goes on
// until it closes, a text in three quotes until they do, and any other after a line
// that ends with a backslash.
func (c *conversation) read(ctx context.Context) (string, error) {
	for _, text := range c.news.asks(true) {
		c.App.Out.Note("background", text)
	}
	defer c.keepNews()
	text, err := c.lines.Next(ctx, c.promptText())
	for err == nil {
		begun, open := continues(text)
		if !open {
			break
		}
		var more string
		if more, err = c.lines.Next(ctx, continuationPrompt); err == nil {
			text = begun + "\n" + more
		}
	}
	if err != nil {
		return "", err
	}
	if text = strings.TrimSpace(text); text != "" {
		c.lines.Keep(text)
	}
	return text, nil
}

// keepNews has what the jobs in the background come to kept until the next line is waited for.
func (c *conversation) keepNews() {
	for _, text := range c.news.asks(false) {
		c.news.tell(text)
	}
}

// threeQuotes begin and end a text of several lines, which is a message whatever
// stands in it.
const threeQuotes = `"""`

// continues reports whether another line belongs to a text, and what of it is before
// that line. A terminal without a line editor gives Alt-Enter as an escape character at
// the end of a line.
func continues(text string) (begun string, open bool) {
	trimmed := strings.TrimSpace(text)
	switch {
	case strings.HasPrefix(trimmed, "("):
		_, err := sexp.ReadAll(text, sexp.Limits{})
		return text, sexp.IsIncomplete(err)
	case strings.HasPrefix(trimmed, threeQuotes):
		_, closed := quoted(trimmed)
		return text, !closed
	case isSlash(trimmed):
		return text, false
	}
	if begun, altEnter := strings.CutSuffix(text, "\x1b"); altEnter {
		return begun, true
	}
	before := strings.TrimRight(text, `\`)
	return strings.TrimSuffix(text, `\`), (len(text)-len(before))%2 == 1
}

// quoted is what stands between three quotes and three quotes.
func quoted(text string) (inner string, ok bool) {
	rest, begins := strings.CutPrefix(text, threeQuotes)
	inner, ends := strings.CutSuffix(rest, threeQuotes)
	return strings.Trim(inner, "\n"), begins && ends
}

// plainLines takes lines as the terminal itself edits them.
type plainLines struct {
	in            *os.File
	out           io.Writer
	interruptible func(context.Context, func(context.Context) error) error
	joinPasted    bool   // lines that arrive together are one text
	history       string // the file, "" when there is none
}

// pasteGap is how soon the next line of a pasted text comes.
const pasteGap = 20 * time.Millisecond

// Next implements lines.
func (p *plainLines) Next(ctx context.Context, prompt string) (string, error) {
	io.WriteString(p.out, prompt)
	var text string
	err := p.interruptible(ctx, func(ctx context.Context) (err error) {
		text, err = p.line(ctx)
		for err == nil && p.joinPasted && !isSlash(text) && system.Ready(p.in, pasteGap) {
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
		if text.Len() > system.MaxPipePrompt {
			return "", exit.UsageError("put it in a file and give that with -f", "a line has at most %d KiB",
				system.MaxPipePrompt>>10)
		}
	}
}

// Keep implements lines.
func (p *plainLines) Keep(text string) {
	if p.history == "" {
		return
	}
	f, err := os.OpenFile(p.history, os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	io.WriteString(f, ask.HistoryLine(text)+"\n")
}

// Note implements lines: what is typed there cannot be written again.
func (p *plainLines) Note(string) bool { return false }

// Close implements lines.
func (p *plainLines) Close() {}

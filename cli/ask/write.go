package ask

import (
	"context"
	"errors"
	"io"
	"strings"

	xterm "golang.org/x/term"

	"pp/cli/exit"
	"pp/cli/system"
)

// editLine lets the person edit a text, and returns "" if they cancel. A dumb terminal starts with an empty line.
func (p *Person) editLine(ctx context.Context, prompt, text string) (string, error) {
	if p.dumb {
		return p.line(ctx, prompt)
	}
	p.readyToWrite()
	p.pager.flush()
	defer p.pager.resetPage()
	reading, stop := context.WithCancel(ctx)
	line, err := NewLineEditor(EditorOptions{In: keyboard{p, reading, stop}, Out: p.tty, FD: int(p.tty.Fd())})
	if err != nil {
		stop()
		return "", err
	}
	defer line.Close()
	line.Begin(text)
	revised, err := line.Next(ctx, prompt)
	switch {
	case errors.Is(err, io.EOF) && !system.Foreground(p.tty):
		return "", p.away()
	case errors.Is(err, io.EOF): // Ctrl-D
		return "", nil
	}
	return strings.TrimSpace(revised), err
}

// keyboard reads the person's input byte by byte, until it is closed. It implements io.ReadCloser.
type keyboard struct {
	p     *Person
	ctx   context.Context
	close func()
}

// Read implements io.Reader.
func (t keyboard) Read(b []byte) (int, error) {
	c, err := t.p.read(t.ctx)
	if err != nil || len(b) == 0 {
		return 0, err
	}
	b[0] = c
	return 1, nil
}

// Close implements io.Closer.
func (t keyboard) Close() error {
	t.close()
	return nil
}

// KeyMax bounds a key, in bytes.
const KeyMax = 4 << 10

// Hidden reads a line that is not shown.
func (p *Person) Hidden(ctx context.Context, prompt string) (string, error) {
	fd := int(p.tty.Fd())
	state, err := xterm.MakeRaw(fd)
	if err != nil {
		return "", err
	}
	defer p.Say("\n")
	defer xterm.Restore(fd, state)
	p.Say("%s", prompt)
	system.DropTyped(p.tty)
	var text []byte
	for len(text) <= KeyMax {
		c, err := p.read(ctx)
		switch {
		case errors.Is(err, io.EOF):
			return string(text), nil
		case err != nil:
			return "", err
		case c == '\r', c == '\n', c == ctrlD:
			return string(text), nil
		case c == ctrlC: // which raw mode does not turn into a signal
			return "", exit.ErrInterrupted
		case c == ctrlU:
			text = nil
		case c == '\x7f', c == '\b':
			text = text[:max(len(text)-1, 0)]
		default:
			text = append(text, c)
		}
	}
	return string(text), nil
}

package ask

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	xterm "golang.org/x/term"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
)

// Person is somebody at the terminal who can be asked.
type Person struct {
	tty   *os.File
	dumb  bool  // it can do no more than show lines
	pager pager // what was said to them
	// restore undoes what present changed about signals.
	restore func()
}

// away ends the asking: nothing more is said at the terminal.
func (p *Person) away() error {
	p.pager.drop()
	return ErrNobody
}

// Present opens the terminal if a person can answer: /dev/tty opens, this is its foreground process group, standard
// error is a terminal, and CI is unset.
func Present(sys system.System, color string) (*Person, bool) {
	if sys.Env("CI") != "" || !system.IsTerminal(sys.Stderr) {
		return nil, false
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, false
	}
	// Reading from a background job would stop the process.
	if !system.Foreground(tty) {
		tty.Close()
		return nil, false
	}
	return &Person{tty: tty, dumb: sys.Dumb(), restore: unstoppable(),
		pager: newPager(tty, output.NewPalette(output.ShowsColours(color, sys.Getenv)))}, true
}

// unstoppable keeps this process running when it moves to the background during a question.
func unstoppable() (undo func()) {
	var changed []os.Signal
	for _, s := range []os.Signal{syscall.SIGTTIN, syscall.SIGTTOU} {
		if !signal.Ignored(s) {
			signal.Ignore(s)
			changed = append(changed, s)
		}
	}
	return func() {
		if len(changed) > 0 {
			signal.Reset(changed...)
		}
	}
}

// Close shows what is still held, and leaves the terminal as it was. A nil Person is somebody elsewhere.
func (p *Person) Close() {
	if p == nil {
		return
	}
	p.pager.showRest()
	p.restore()
	p.tty.Close()
}

// Say shows a text to the person, one page for each key.
func (p *Person) Say(format string, args ...any) { p.pager.write(nil, format, args...) }

// choice asks until one of the keys answers. 'n' always does, and ctrlD stands for other refusals. Enter does not
// answer, since the person may have typed it for the previous question.
func (p *Person) choice(ctx context.Context, keys, asked string) (byte, error) {
	for wrong := 1; ; wrong++ {
		p.pager.write(p.pager.palette.Bold, "%s ", asked)
		key, err := p.key(ctx)
		if err == nil && key > ' ' && key < 0x7f {
			p.Say("%c", key)
		}
		p.Say("\n")
		if key >= 'A' && key <= 'Z' {
			key += 'a' - 'A'
		}
		switch {
		case err != nil:
			return 0, err
		case key == 'n', strings.IndexByte(keys, key) >= 0:
			return key, nil
		case key == 'q', key == ctrlD, key == escape:
			return ctrlD, nil
		case key != enter:
			if err := p.settle(ctx); err != nil {
				return 0, err
			}
		}
		if wrong >= wrongKeys {
			p.Say("n is no, and so are q, Esc and Ctrl-D\n")
		}
	}
}

// wrongKeys is after how many keys that are no choice it is said how to say no.
const wrongKeys = 5

// key waits for one key, and returns 'n' if the person left the pager. It ignores earlier keys.
func (p *Person) key(ctx context.Context) (byte, error) {
	for len(p.pager.held) > 0 {
		p.pager.askForPage()
		key, err := p.rawKey(ctx)
		p.pager.erase()
		if err != nil {
			return 0, err
		}
		if strings.IndexByte(pageNo, key) >= 0 {
			p.pager.drop()
			return 'n', nil
		}
		p.pager.nextPage()
	}
	key, err := p.rawKey(ctx)
	p.pager.resetPage()
	return key, err
}

// The control characters that raw mode gives as they are.
const (
	ctrlC  = 3
	ctrlD  = 4
	enter  = '\r'
	ctrlU  = 21
	ctrlZ  = 26
	escape = 27
)

// pageNo are the keys that show no further page.
const pageNo = "nNqQ\x04\x1b"

// severalKeys stands for what is no single key: an arrow, or a text that was pasted.
const severalKeys = 0

func (p *Person) rawKey(ctx context.Context) (byte, error) {
	for {
		key, err := p.oneKey(ctx)
		if err != nil || key != ctrlZ {
			return key, err
		}
		// As the terminal would: the job is stopped, and asks on when it is continued.
		system.StopJob()
		p.pager.tail = p.pager.lastRow
	}
}

// oneKey reads a key from the raw terminal, and an Enter that comes with it. What else comes in one burst is no key.
func (p *Person) oneKey(ctx context.Context) (key byte, err error) {
	err = p.raw(func() (err error) {
		system.DropTyped(p.tty)
		if key, err = p.rawByte(ctx); err != nil {
			return err
		}
		more, last, err := p.more(ctx, burst)
		switch {
		case more > 1, more == 1 && last != enter && last != '\n':
			key = severalKeys
		case key == '\n':
			key = enter
		}
		return err
	})
	return key, err
}

// settle reads on after what is no answer: a word that is being typed is no answer in any of its letters.
func (p *Person) settle(ctx context.Context) error {
	return p.raw(func() error {
		_, _, err := p.more(ctx, wordGap)
		return err
	})
}

// How soon the rest of a burst comes, and the next letter of a word that is typed.
const (
	burst   = 40 * time.Millisecond
	wordGap = 700 * time.Millisecond
)

// more reads until nothing came for a while, and tells how many bytes it was and the last of them.
func (p *Person) more(ctx context.Context, gap time.Duration) (n int, last byte, err error) {
	for ; system.Ready(p.tty, gap); n++ {
		if last, err = p.rawByte(ctx); err != nil {
			return n, 0, err
		}
	}
	return n, last, nil
}

// raw does something with the terminal in raw mode, and leaves the terminal as it was.
func (p *Person) raw(do func() error) error {
	// Whose terminal it is comes first: another job must not find it changed.
	if !system.Foreground(p.tty) {
		return p.away()
	}
	fd := int(p.tty.Fd())
	state, err := xterm.MakeRaw(fd)
	if err != nil {
		return p.away()
	}
	defer func() {
		if system.Foreground(p.tty) {
			_ = xterm.Restore(fd, state) // a terminal that is gone needs no restoring
		}
	}()
	return do()
}

// rawByte reads a byte in raw mode, which turns neither Ctrl-C into a signal nor Ctrl-D into an end.
func (p *Person) rawByte(ctx context.Context) (byte, error) {
	c, err := p.read(ctx)
	if errors.Is(err, io.EOF) {
		return 0, p.away()
	}
	if err == nil && c == ctrlC {
		return 0, exit.ErrInterrupted
	}
	return c, err
}

// read waits for one byte.
func (p *Person) read(ctx context.Context) (byte, error) {
	buf := make([]byte, 1)
	for {
		ready, err := p.readable(ctx)
		if err != nil {
			return 0, err
		}
		if !ready {
			continue
		}
		n, err := unix.Read(int(p.tty.Fd()), buf)
		switch {
		case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
		case err != nil:
			return 0, p.away()
		case n == 0:
			return 0, io.EOF
		default:
			return buf[0], nil
		}
	}
}

// readable waits briefly for input, so that the caller soon notices a cancelled context or a lost terminal.
func (p *Person) readable(ctx context.Context) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if !system.Foreground(p.tty) {
		return false, p.away()
	}
	// A question is complete only now, when what was typed before it is gone.
	p.pager.flush()
	return system.Ready(p.tty, system.PollEvery), nil
}

// maxAnswer bounds a line that a person writes, in bytes.
const maxAnswer = 64 << 10

// readyToWrite flushes the pager and discards earlier keys, before the person writes a line.
func (p *Person) readyToWrite() {
	for len(p.pager.held) > 0 {
		p.pager.nextPage()
	}
	system.DropTyped(p.tty)
}

// line reads a line that the terminal itself edits; "" if the person enters nothing.
func (p *Person) line(ctx context.Context, prompt string) (string, error) {
	p.Say("%s", prompt)
	p.readyToWrite()
	defer p.pager.resetPage()
	var text strings.Builder
	for text.Len() < maxAnswer {
		c, err := p.read(ctx)
		if errors.Is(err, io.EOF) { // Ctrl-D
			p.Say("\n")
			return "", nil
		}
		if err != nil {
			return "", err
		}
		if c == '\n' {
			break
		}
		text.WriteByte(c)
	}
	p.pager.column = 0
	return strings.TrimSpace(text.String()), nil
}

// Confirm asks a question that only y answers with yes. For any other answer it returns the error denied.
func (p *Person) Confirm(ctx context.Context, question, denied string) error {
	yes, err := p.Yes(ctx, question)
	if err == nil && !yes {
		err = exit.New(exit.Denied, "", errors.New(denied))
	}
	return err
}

// Yes asks a question that only y answers with yes.
func (p *Person) Yes(ctx context.Context, question string) (bool, error) {
	key, err := p.choice(ctx, "y", question+" y yes, n no")
	return key == 'y', err
}

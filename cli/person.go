package cli

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

	"pp/cli/term"
)

// person is somebody at the terminal who can be asked.
type person struct {
	tty   *os.File
	paper paper // what was said to them
	// restore undoes what present changed about signals.
	restore func()
}

// errAway says that the person went away while being asked: the terminal hung
// up, or another job has it now.
var errAway = errors.New("nobody is at the terminal any more")

// away ends the asking: nothing more is said at the terminal.
func (p *person) away() error {
	p.paper.drop()
	return errAway
}

// present opens the terminal when a person is there to answer: /dev/tty opens,
// we are its foreground process group, standard error is a terminal and CI is
// unset. Anything else is nobody.
func present(sys System, color string) (*person, bool) {
	if sys.env("CI") != "" || !isTerminal(sys.Stderr) {
		return nil, false
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, false
	}
	// Reading from a background job would stop the process.
	if !foreground(tty) {
		tty.Close()
		return nil, false
	}
	mode, _ := term.ParseColorMode(color) // checked with the flags; auto otherwise
	colour := mode.Enabled(true, sys.Getenv)
	return &person{tty: tty, restore: unstoppable(), paper: newPaper(tty, term.NewPalette(colour))}, true
}

// unstoppable has this process go on when it is moved to the background while
// it asks: reading from the terminal fails then and does not stop it.
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

func (p *person) close() {
	p.paper.rest()
	p.restore()
	p.tty.Close()
}

// foreground reports whether this process may read from a terminal without being
// stopped for it.
func foreground(f *os.File) bool {
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// pollEvery is how long a wait for input may take to notice a cancelled context.
const pollEvery = 20 * time.Millisecond

// ready waits for input for a while.
func ready(f *os.File, wait time.Duration) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(wait/time.Millisecond))
	return err == nil && n > 0
}

// say tells the person something. What does not fit on the screen waits until
// the next key is asked for, and is shown page by page then; nothing is left out.
func (p *person) say(format string, args ...any) { p.paper.write(nil, format, args...) }

// key waits for one key. What was typed before it was asked for does not count.
// The key is 'n' when the person had seen enough of a long text.
func (p *person) key(ctx context.Context) (byte, error) {
	for p.paper.more() {
		p.paper.turnPage()
		key, err := p.rawKey(ctx)
		p.paper.erase()
		if err != nil {
			return 0, err
		}
		if key == 'n' || key == 'N' || key == 'q' || key == ctrlD {
			p.paper.drop()
			return 'n', nil
		}
		p.paper.nextPage()
	}
	key, err := p.rawKey(ctx)
	p.paper.seen()
	return key, err
}

// The control characters that raw mode gives as they are.
const (
	ctrlC = 3
	ctrlD = 4
	ctrlZ = 26
)

func (p *person) rawKey(ctx context.Context) (byte, error) {
	for {
		key, err := p.oneKey(ctx)
		if err != nil || key != ctrlZ {
			return key, err
		}
		// As the terminal would: the job is stopped, and asks on when it is continued.
		stopJob()
		p.paper.again()
	}
}

// stopWait is how long a stop may take to happen; where nothing can continue the
// job it never does.
const stopWait = 200 * time.Millisecond

// stopJob stops this job, and returns when it is continued: the signal comes a
// moment after it was sent, and the terminal must not be touched in between.
func stopJob() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	_ = unix.Kill(0, unix.SIGTSTP)
	select {
	case <-continued:
	case <-time.After(stopWait):
	}
}

// oneKey reads a byte from the raw terminal, and leaves the terminal as it was.
func (p *person) oneKey(ctx context.Context) (byte, error) {
	// Whose terminal it is comes first: another job must not find it changed.
	if !foreground(p.tty) {
		return 0, p.away()
	}
	fd := int(p.tty.Fd())
	state, err := xterm.MakeRaw(fd)
	if err != nil {
		return 0, p.away()
	}
	defer func() {
		if foreground(p.tty) {
			_ = xterm.Restore(fd, state) // a terminal that is gone needs no restoring
		}
	}()
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH)
	key, err := p.read(ctx)
	if errors.Is(err, io.EOF) {
		return 0, p.away() // Ctrl-D is a byte here
	}
	if err == nil && key == ctrlC { // which raw mode does not turn into a signal
		return 0, errInterrupted
	}
	return key, err
}

// read waits for one byte.
func (p *person) read(ctx context.Context) (byte, error) {
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

// readable waits a moment for input, so that a cancelled context is seen soon,
// and so is another job that got the terminal.
func (p *person) readable(ctx context.Context) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	if !foreground(p.tty) {
		return false, p.away()
	}
	// A question is complete only now, when what was typed before it is gone.
	p.paper.flush()
	return ready(p.tty, pollEvery), nil
}

// maxAnswer bounds a line that a person writes, in bytes.
const maxAnswer = 64 << 10

// line reads a line that is edited by the terminal itself; "" when the person
// gives none.
func (p *person) line(ctx context.Context, prompt string) (string, error) {
	p.say("%s", prompt)
	for len(p.paper.held) > 0 {
		p.paper.nextPage()
	}
	_ = unix.IoctlSetInt(int(p.tty.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	defer p.paper.seen()
	var text strings.Builder
	for text.Len() < maxAnswer {
		c, err := p.read(ctx)
		if errors.Is(err, io.EOF) { // Ctrl-D
			p.say("\n")
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
	p.paper.ended()
	return strings.TrimSpace(text.String()), nil
}

// confirm asks a question that only y answers with yes; else it is denied, with what
// that means.
func (p *person) confirm(ctx context.Context, question, denied string) error {
	p.say("%s y yes, anything else no ", question)
	key, err := p.key(ctx)
	p.say("\n")
	if err == nil && key != 'y' && key != 'Y' {
		err = &failure{code: exitDenied, kind: "denied", err: errors.New(denied)}
	}
	return err
}

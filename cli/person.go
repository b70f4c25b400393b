package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"
	xterm "golang.org/x/term"

	"pp/cli/term"
)

// person is somebody at the terminal who can be asked.
type person struct {
	tty *os.File
	out io.Writer // escapes whatever could deceive
}

// present opens the terminal when a person is there to answer: /dev/tty opens,
// we are its foreground process group, standard error is a terminal and CI is
// unset (design section 8). Anything else is nobody.
func (a *app) present() (*person, bool) {
	if a.sys.env("CI") != "" || !isTerminal(a.sys.Stderr) {
		return nil, false
	}
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, false
	}
	// Reading from a background job would stop the process.
	if group, err := unix.IoctlGetInt(int(tty.Fd()), unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		tty.Close()
		return nil, false
	}
	return &person{tty: tty, out: term.NewWriter(tty, term.Strict, term.Plain)}, true
}

func (p *person) close() { p.tty.Close() }

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

func (p *person) say(format string, args ...any) { fmt.Fprintf(p.out, format, args...) }

// key waits for one key. What was typed before it was asked for does not count.
func (p *person) key(ctx context.Context) (byte, error) {
	fd := int(p.tty.Fd())
	state, err := xterm.MakeRaw(fd)
	if err != nil {
		return 0, err
	}
	defer xterm.Restore(fd, state)
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH)
	buf := make([]byte, 1)
	for {
		ready, err := p.readable(ctx)
		if err != nil {
			return 0, err
		}
		if !ready {
			continue
		}
		n, err := unix.Read(fd, buf)
		if errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) {
			continue
		}
		if err != nil || n == 0 {
			return 0, io.EOF
		}
		if buf[0] == 3 { // Ctrl-C, which raw mode does not turn into a signal
			return 0, errInterrupted
		}
		return buf[0], nil
	}
}

// readable waits a moment for input, so that a cancelled context is seen soon.
func (p *person) readable(ctx context.Context) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	fds := []unix.PollFd{{Fd: int32(p.tty.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, 50)
	if err != nil && !errors.Is(err, unix.EINTR) {
		return false, err
	}
	return n > 0, nil
}

// line reads a line that is edited by the terminal itself.
func (p *person) line(ctx context.Context, prompt string) (string, error) {
	p.say("%s", prompt)
	_ = unix.IoctlSetInt(int(p.tty.Fd()), unix.TCFLSH, unix.TCIFLUSH)
	var text strings.Builder
	buf := make([]byte, 1)
	for text.Len() < 64<<10 {
		ready, err := p.readable(ctx)
		if err != nil {
			return "", err
		}
		if !ready {
			continue
		}
		n, err := unix.Read(int(p.tty.Fd()), buf)
		if errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN) {
			continue
		}
		if err != nil || n == 0 || buf[0] == '\n' {
			break
		}
		text.WriteByte(buf[0])
	}
	return strings.TrimSpace(text.String()), nil
}

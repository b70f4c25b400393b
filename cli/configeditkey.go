package cli

import (
	"context"
	"strings"

	"golang.org/x/sys/unix"
	xterm "golang.org/x/term"
)

// keyMax bounds a key, in bytes.
const keyMax = 4 << 10

// readKey takes a key from standard input, or from the terminal without
// showing it.
func readKey(a app, ctx context.Context, s *settings, name string) (string, error) {
	var text string
	if isTerminal(a.sys.Stdin) {
		p, ok := a.present()
		if !ok {
			return "", usageError("pipe the key into standard input", "nobody is at the terminal to type the key")
		}
		defer p.close()
		var err error
		if text, err = p.hidden(ctx, name+" (not shown): "); err != nil {
			return "", err
		}
	} else if a.sys.Stdin != nil {
		data, err := readStdin(ctx, a.sys, s.stdinLimits(), a.out.stderr)
		if err != nil {
			return "", err
		}
		text = string(data)
	}
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return "", usageError("type it at the terminal, or pipe one line into standard input", "no key was given; nothing was changed")
	case len(text) > keyMax, strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }): // as what sends it wants
		return "", usageError("give one word of letters, digits and punctuation", "that is no key; nothing was changed")
	}
	return text, nil
}

// hidden reads a line that is not shown.
func (p *person) hidden(ctx context.Context, prompt string) (string, error) {
	fd := int(p.tty.Fd())
	state, err := xterm.MakeRaw(fd)
	if err != nil {
		return "", err
	}
	defer p.say("\n")
	defer xterm.Restore(fd, state)
	p.say("%s", prompt)
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH)
	var text []byte
	buf := make([]byte, 1)
	for len(text) <= keyMax {
		ready, err := p.readable(ctx)
		if err != nil {
			return "", err
		}
		if !ready {
			continue
		}
		n, err := unix.Read(fd, buf)
		switch {
		case err == unix.EINTR || err == unix.EAGAIN:
		case err != nil || n == 0 || buf[0] == '\r' || buf[0] == '\n' || buf[0] == 4: // Ctrl-D
			return string(text), nil
		case buf[0] == 3: // Ctrl-C, which raw mode does not turn into a signal
			return "", errInterrupted
		case buf[0] == 21: // Ctrl-U
			text = nil
		case buf[0] == 127 || buf[0] == 8:
			text = text[:max(len(text)-1, 0)]
		default:
			text = append(text, buf[0])
		}
	}
	return string(text), nil
}

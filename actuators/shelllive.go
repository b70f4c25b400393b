package actuators

import (
	"bytes"
	"io"
)

// Bounds of what is held back of the live output.
const (
	maxHeld  = 4 << 10  // bytes of a line that has no end yet
	maxBlock = 64 << 10 // bytes of a block that begins as a private key does
)

// live passes the output of a command on to a person while it runs: whole lines,
// so that a secret in one can be masked, and where a person reads it, nothing but
// a word of output that is not text. It is used by one command.
type live struct {
	to   io.Writer
	mask func(string) string
	text bool // a person reads it
	held []byte
	mute bool
}

// write takes what the command wrote. unfit says that the output has turned out to
// be nothing for a person to read.
func (l *live) write(p []byte, unfit bool) {
	switch {
	case l.mute:
		return
	case unfit:
		l.mute, l.held = true, nil
		_, _ = io.WriteString(l.to, "[binary output, not shown]\n")
		return
	}
	l.held = append(l.held, p...)
	end := bytes.LastIndexAny(l.held, "\n\r") + 1
	if key := bytes.LastIndex(l.held, []byte("-----BEGIN ")); key >= 0 && !bytes.Contains(l.held[key:],
		[]byte("-----END ")) && len(l.held)-key < maxBlock {
		end = min(end, key)
	} else if end == 0 && len(l.held) > maxHeld {
		end = len(l.held)
	}
	l.pass(end)
}

// flush passes on the last line, which has no end.
func (l *live) flush() {
	if l != nil && !l.mute {
		l.pass(len(l.held))
	}
}

func (l *live) pass(n int) {
	if n == 0 {
		return
	}
	text := string(l.held[:n])
	l.held = append(l.held[:0], l.held[n:]...)
	if l.mask != nil {
		text = l.mask(text)
	}
	_, _ = io.WriteString(l.to, text)
}

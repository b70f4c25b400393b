package ask

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// pasteReader removes the marks of bracketed paste. It maps pasted control characters to private ones, which the line
// editor treats as text.
type pasteReader struct {
	from    io.ReadCloser
	suspend func() // what Ctrl-Z does

	inside bool   // between the marks
	cr     bool   // the last pasted byte was a carriage return
	held   []byte // the beginning of what may be a mark
	out    []byte // not yet given
	err    error  // to be given after out
	end    atomic.Bool
	buf    [4096]byte
}

var (
	pasteBegins = []byte("\x1b[200~")
	pasteEnds   = []byte("\x1b[201~")
)

// privateControl is the start of the range of pasted control characters, in the private plane 16.
const privateControl = 0x100000

// Read implements io.Reader.
func (r *pasteReader) Read(p []byte) (int, error) {
	for len(r.out) == 0 && r.err == nil {
		n, err := r.from.Read(r.buf[:])
		r.feed(r.buf[:n])
		if err != nil {
			r.err = err
		}
	}
	if len(r.out) == 0 {
		r.end.Store(true)
		return 0, r.err
	}
	n := copy(p, r.out)
	r.out = r.out[n:]
	return n, nil
}

// Close ends the input; a Read that waits returns.
func (r *pasteReader) Close() error { return r.from.Close() }

// ended reports whether the input has ended: the terminal is gone, or Close was called.
func (r *pasteReader) ended() bool { return r.end.Load() }

func (r *pasteReader) feed(p []byte) {
	for _, c := range p {
		mark := pasteBegins
		if r.inside {
			mark = pasteEnds
		}
		r.held = append(r.held, c)
		if !bytes.HasPrefix(mark, r.held) {
			r.release()
		}
		if bytes.Equal(r.held, mark) {
			r.inside, r.held, r.cr = !r.inside, r.held[:0], false
		}
	}
}

// release emits the held bytes that turned out not to be a mark. Alt-Enter becomes a line end within the text.
func (r *pasteReader) release() {
	last := len(r.held)
	if altEnter := string(r.held); !r.inside && (altEnter == "\x1b\r" || altEnter == "\x1b\n") {
		r.out, r.held = utf8.AppendRune(r.out, privateControl+'\n'), r.held[:0]
		return
	}
	if last > 1 && r.held[last-1] == pasteBegins[0] {
		last--
	}
	for _, c := range r.held[:last] {
		r.take(c)
	}
	r.held = append(r.held[:0], r.held[last:]...)
}

func (r *pasteReader) take(c byte) {
	switch {
	case !r.inside && c == 0x1a && r.suspend != nil:
		r.suspend()
	case !r.inside || c >= 0x20 && c != 0x7f:
		r.out = append(r.out, c)
	case c == '\n' && r.cr: // the second half of a line's end
	case c == '\r':
		r.out = utf8.AppendRune(r.out, privateControl+'\n')
	default:
		r.out = utf8.AppendRune(r.out, privateControl+rune(c))
	}
	r.cr = r.inside && c == '\r'
}

// controlOf is the control character that a private one stands for.
func controlOf(r rune) (byte, bool) {
	c := r - privateControl
	return byte(c), c >= 0 && (c < 0x20 || c == 0x7f)
}

// unpaste gives a line as it was pasted.
func unpaste(line string) string {
	return strings.Map(func(r rune) rune {
		if c, ok := controlOf(r); ok {
			return rune(c)
		}
		return r
	}, line)
}

// HistoryLine gives a text as one line, as the editor and its history keep it.
func HistoryLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f {
			return privateControl + r
		}
		return r
	}, text)
}

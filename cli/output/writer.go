package output

import (
	"bytes"
	"fmt"
	"io"
)

// chunk bounds the bytes of one Write that are escaped at a time, to bound memory for output of any size.
const chunk = 32 << 10

// Writer escapes everything written to it as Escape does. It is for one goroutine at a time.
type Writer struct {
	to    io.Writer
	state escaper
	held  []byte // the end of what was written that is not decided yet
	err   error
}

// NewWriter returns a Writer that writes to a terminal.
func NewWriter(to io.Writer, mode Mode) *Writer { return &Writer{to: to, state: newEscaper(mode)} }

// Write escapes p. It may hold back the end of p until the next Write or Flush. An error is final.
func (w *Writer) Write(p []byte) (int, error) {
	for written := 0; ; {
		if w.err != nil {
			return written, w.err
		}
		if written == len(p) {
			return written, nil
		}
		part := p[written:min(len(p), written+chunk)]
		var shown []byte
		shown, w.held = w.state.escape(nil, append(w.held, part...), false)
		w.held = bytes.Clone(w.held)
		w.send(shown)
		if w.err == nil {
			written += len(part)
		}
	}
}

// Flush writes the held-back bytes as the end of the text. The next Write begins a new text.
func (w *Writer) Flush() error {
	shown, _ := w.state.escape(nil, w.held, true)
	w.held, w.state = nil, newEscaper(w.state.mode)
	w.send(shown)
	return w.err
}

// Styled writes s, escaped by itself, in a Palette's style: the only way to send a terminal sequence.
func (w *Writer) Styled(style func(string) string, s string) error {
	if err := w.Flush(); err != nil {
		return err
	}
	w.send([]byte(style(Escape(s, w.state.mode))))
	return w.err
}

func (w *Writer) send(p []byte) {
	if len(p) == 0 || w.err != nil {
		return
	}
	n, err := w.to.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	if err != nil {
		w.err = fmt.Errorf("writing to the terminal: %w", err)
	}
}

package input

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"pp/cli/exit"
)

// IDOrNull is the ID of a line, null when it has none.
func IDOrNull(id json.RawMessage) json.RawMessage {
	if len(id) == 0 {
		return json.RawMessage("null")
	}
	return id
}

// maxLine bounds one line of JSON input.
const maxLine = 16 << 20

// EachLine answers every line of standard input with one line of JSON. A line
// over the bound is answered like one that is no JSON.
func EachLine(ctx context.Context, stdin *os.File, print func(string) error, answer func(line []byte) any) error {
	if stdin == nil {
		return exit.UsageError("pipe lines of JSON in", "standard input is closed")
	}
	lines, stop := readLines(stdin)
	defer stop()
	out := bufio.NewWriterSize(writerFunc(func(p []byte) (int, error) { return len(p), print(string(p)) }), 64<<10)
	for {
		var l inputLine
		select {
		case l = <-lines:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if strings.TrimSpace(string(l.text)) != "" {
			text, err := json.Marshal(answer(l.text))
			if err != nil {
				return err
			}
			if _, err := out.Write(append(text, '\n')); err != nil {
				return err
			}
		}
		if !l.more {
			if err := out.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(l.err, io.EOF) {
			return nil
		}
		if l.err != nil {
			return exit.DataError("", "reading standard input: %w", l.err)
		}
	}
}

// inputLine is what one read of a line gave.
type inputLine struct {
	text []byte
	err  error
	more bool // the next line may be there already
}

// readLines reads lines beside the caller, whom a signal must reach while nothing
// comes; the reader itself cannot be woken, and ends with its next line.
func readLines(r io.Reader) (lines <-chan inputLine, stop func()) {
	in := bufio.NewReaderSize(r, 64<<10)
	out, done := make(chan inputLine), make(chan struct{})
	go func() {
		for {
			text, err := readLine(in)
			select {
			case out <- inputLine{text, err, in.Buffered() > 0 && err == nil}:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return out, func() { close(done) }
}

// readLine reads a line without its end; what is over the bound is dropped, so
// that the line no longer parses.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		if len(line)+len(piece) <= maxLine {
			line = append(line, piece...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return line, err
	}
}

type writerFunc func(p []byte) (int, error)

// Write implements io.Writer.
func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

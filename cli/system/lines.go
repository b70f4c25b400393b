package system

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

// EachLine answers every line of standard input, of bounded length, with one line of JSON.
func EachLine(ctx context.Context, stdin *os.File, print func(string) error, answer func(line []byte) any) error {
	if stdin == nil {
		return exit.UsageError("pipe lines of JSON in", "standard input is closed")
	}
	in := bufio.NewReaderSize(stdin, 64<<10)
	lines, stop := beside(func() (inputLine, error) {
		text, _, err := Line(in, maxLine)
		return inputLine{text, err, in.Buffered() > 0 && err == nil}, err
	})
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

// inputLine is what one read gave: a line, or a piece of a text.
type inputLine struct {
	text []byte
	err  error
	more bool // the next line may be there already
}

// beside reads in a goroutine until an error, so that a signal reaches the caller while there is no input.
func beside[T any](read func() (T, error)) (came <-chan T, stop func()) {
	out, done := make(chan T), make(chan struct{})
	go func() {
		for {
			next, err := read()
			select {
			case out <- next:
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

// Line reads a line with its line ending, or the beginning of a long line.
func Line(in *bufio.Reader, most int) (line []byte, long bool, err error) {
	for {
		piece, err := in.ReadSlice('\n')
		if long = long || len(line)+len(piece) > most; !long {
			line = append(line, piece...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, long, err
		}
	}
}

type writerFunc func(p []byte) (int, error)

// Write implements io.Writer.
func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

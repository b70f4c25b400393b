package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/sexp"
)

func (a *app) sexpCommand() *cli.Command {
	var lines bool
	return &cli.Command{Name: "sexp", Usage: "read forms and print each canonically", UsageText: "[FILE …] | --jsonl",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "jsonl", DisableDefaultText: true, Usage: `read {"id","form"} a line, print {"id","out"} or the error`, Destination: &lines}},
		Description: "Reads forms from files, or from standard input, and prints each on a line, as SBCL\n" +
			"would with *print-pretty* nil.\nexit codes: 0 done, 1 a form cannot be read, 2 usage, 65 the input cannot be used",
		Action: func(c *cli.Context) error {
			if lines {
				if c.Args().Present() {
					return usageError("leave the files out, or leave --jsonl out", "--jsonl reads its forms from standard input")
				}
				return a.sexpLines(c.Context)
			}
			if !c.Args().Present() {
				data, err := a.readAll(c.Context)
				if err != nil {
					return err
				}
				return a.sexpForms("standard input", string(data))
			}
			for _, name := range c.Args().Slice() {
				data, err := readInput(name)
				if err != nil {
					return err
				}
				if err := a.sexpForms(name, string(data)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// readAll reads standard input for a command that was asked to.
func (a *app) readAll(ctx context.Context) ([]byte, error) {
	if a.sys.Stdin == nil {
		return nil, usageError("give a file, or pipe something in", "standard input is closed")
	}
	return a.readStdin(ctx)
}

func (a *app) sexpForms(name, text string) error {
	r := sexp.NewReader(text, sexp.Limits{Bytes: maxInput, Atoms: maxInput})
	for {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &failure{code: exitFailed, kind: "syntax", err: placed(name, err)}
		}
		if err := a.print(sexp.Print(v) + "\n"); err != nil {
			return err
		}
	}
}

// placed puts a reader's error in the form NAME:LINE:COLUMN: MESSAGE.
func placed(name string, err error) error {
	var at *sexp.Error
	if errors.As(err, &at) {
		return fmt.Errorf("%s:%d:%d: %s", name, at.Line, at.Column, at.Message)
	}
	return fmt.Errorf("%s: %w", name, err)
}

type sexpLine struct {
	ID         json.RawMessage `json:"id"`
	Out        *string         `json:"out,omitempty"`
	Error      string          `json:"error,omitempty"`
	Line       int             `json:"line,omitempty"`
	Column     int             `json:"column,omitempty"`
	Offset     *int            `json:"offset,omitempty"`
	Incomplete *bool           `json:"incomplete,omitempty"`
}

func (a *app) sexpLines(ctx context.Context) error {
	return a.eachLine(ctx, func(line []byte) any {
		var in struct {
			ID   json.RawMessage `json:"id"`
			Form *string         `json:"form"`
		}
		if err := readLineOf(line, &in, "id", "form"); err != nil {
			return sexpLine{ID: idOrNull(in.ID), Error: "the line is not a JSON object of the expected form: " + unread(err)}
		}
		out := sexpLine{ID: idOrNull(in.ID)}
		if in.Form == nil {
			out.Error = `the line has no "form"`
			return out
		}
		v, err := sexp.Read(*in.Form, sexp.Limits{Bytes: maxInput, Atoms: maxInput})
		if err == nil {
			text := sexp.Print(v)
			out.Out = &text
			return out
		}
		incomplete := sexp.IsIncomplete(err)
		out.Error, out.Incomplete = err.Error(), &incomplete
		var at *sexp.Error
		if errors.As(err, &at) {
			out.Error, out.Line, out.Column, out.Offset = at.Message, at.Line, at.Column, &at.Offset
		}
		return out
	})
}

func idOrNull(id json.RawMessage) json.RawMessage {
	if len(id) == 0 {
		return json.RawMessage("null")
	}
	return id
}

// maxLine bounds one line of JSON input.
const maxLine = 16 << 20

// eachLine answers every line of standard input with one line of JSON. A line
// over the bound is answered like one that is no JSON.
func (a *app) eachLine(ctx context.Context, answer func(line []byte) any) error {
	if a.sys.Stdin == nil {
		return usageError("pipe lines of JSON in", "standard input is closed")
	}
	a.report = nil // the lines are all the JSON there is
	lines, stop := readLines(a.sys.Stdin)
	defer stop()
	out := bufio.NewWriterSize(writerFunc(func(p []byte) (int, error) { return len(p), a.print(string(p)) }), 64<<10)
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
			return dataError("", "reading standard input: %w", l.err)
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

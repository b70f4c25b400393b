package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"pp/sexp"
)

func sexpCommand(a app) *cli.Command {
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
				return sexpLines(a, c.Context)
			}
			if !c.Args().Present() {
				data, err := readAll(a, c.Context)
				if err != nil {
					return err
				}
				return sexpForms(a, "standard input", string(data))
			}
			for _, name := range c.Args().Slice() {
				data, err := readInput(name)
				if err != nil {
					return err
				}
				if err := sexpForms(a, name, string(data)); err != nil {
					return err
				}
			}
			return nil
		}}
}

// readAll reads standard input for a command that was asked to.
func readAll(a app, ctx context.Context) ([]byte, error) {
	if a.sys.Stdin == nil {
		return nil, usageError("give a file, or pipe something in", "standard input is closed")
	}
	return readStdin(ctx, a.sys, defaultStdinLimits(a.sys), a.out.stderr)
}

func sexpForms(a app, name, text string) error {
	r := sexp.NewReader(text, sexp.Limits{Bytes: maxInput, Atoms: maxInput})
	for {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &failure{code: exitFailed, kind: "syntax", err: placed(name, err)}
		}
		if err := a.out.print(sexp.Print(v) + "\n"); err != nil {
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

func sexpLines(a app, ctx context.Context) error {
	return eachLine(ctx, a.sys.Stdin, a.out.printLine, func(line []byte) any {
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

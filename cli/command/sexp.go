package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/sexp"
)

// Sexp reads forms and prints each canonically.
func Sexp(a App) *cli.Command {
	var lines bool
	return &cli.Command{Name: "sexp", Usage: "read forms and print each canonically", UsageText: "[FILE …] | --jsonl",
		Flags: []cli.Flag{Bool("jsonl", `read {"id","form"} a line, print {"id","out"} or the error`, &lines)},
		Description: "Reads forms from files, or from standard input, and prints each on a line, as SBCL\n" +
			"would with *print-pretty* nil.\nexit codes: 0 done, 1 a form cannot be read, 2 usage, 65 the input cannot be used",
		Action: func(c *cli.Context) error {
			if lines {
				if c.Args().Present() {
					return exit.UsageError("leave the files out, or leave --jsonl out", "--jsonl reads its forms from standard input")
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
				data, err := system.ReadFile(name)
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

// wordsOrPiped are the words of a command, joined, or what was piped in where there are none.
func wordsOrPiped(a App, ctx context.Context, words []string, sep string) (string, error) {
	if len(words) > 0 || !system.Readable(a.System.Stdin) {
		return strings.Join(words, sep), nil
	}
	data, err := readAll(a, ctx)
	return string(data), err
}

// readAll reads standard input for a command that was asked to.
func readAll(a App, ctx context.Context) ([]byte, error) {
	if a.System.Stdin == nil {
		return nil, exit.UsageError("give a file, or pipe something in", "standard input is closed")
	}
	return system.ReadStdin(ctx, a.System, system.DefaultInputLimits(a.System), a.Out.Stderr)
}

func sexpForms(a App, name, text string) error {
	r := sexp.NewReader(text, sexp.Limits{Bytes: system.MaxInput, Atoms: system.MaxInput})
	for {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return &exit.Error{Code: exit.Failed, Kind: "syntax", Err: placed(name, err)}
		}
		if err := a.Out.Print(sexp.Print(v) + "\n"); err != nil {
			return err
		}
	}
}

// placed puts a reader's error in the form NAME:LINE:COLUMN: MESSAGE.
func placed(name string, err error) error {
	if at, ok := errors.AsType[*sexp.Error](err); ok {
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

func sexpLines(a App, ctx context.Context) error {
	return system.EachLine(ctx, a.System.Stdin, a.Out.PrintLine, func(line []byte) any {
		var in struct {
			ID   json.RawMessage `json:"id"`
			Form *string         `json:"form"`
		}
		if err := system.ReadLineOf(line, &in, "id", "form"); err != nil {
			return sexpLine{ID: system.IDOrNull(in.ID), Error: "the line is not a JSON object of the expected form: " +
				system.Unread(err)}
		}
		out := sexpLine{ID: system.IDOrNull(in.ID)}
		if in.Form == nil {
			out.Error = `the line has no "form"`
			return out
		}
		v, err := sexp.Read(*in.Form, sexp.Limits{Bytes: system.MaxInput, Atoms: system.MaxInput})
		if err == nil {
			text := sexp.Print(v)
			out.Out = &text
			return out
		}
		incomplete := sexp.IsIncomplete(err)
		out.Error, out.Incomplete = err.Error(), &incomplete
		if at, ok := errors.AsType[*sexp.Error](err); ok {
			out.Error, out.Line, out.Column, out.Offset = at.Message, at.Line, at.Column, &at.Offset
		}
		return out
	})
}

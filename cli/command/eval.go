package command

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/skills"
	"pp/sexp/lisp"
)

// evalOptions are the flags of `pp eval`.
type evalOptions struct{ file, skill string }

// Eval evaluates forms of the Lisp that skills are written in.
func Eval(a App) *cli.Command {
	var o evalOptions
	return &cli.Command{Name: "eval", Usage: "evaluate Lisp as skills do, and print the values",
		UsageText: "[FORM …] | --file=FILE | -",
		Flags: []cli.Flag{a.jsonFlag(),
			Text("file", "evaluate the forms in `FILE`, or with - those of standard input", &o.file, "f"),
			Text("skill", "evaluate where what the skill `SKILL` defines can be called", &o.skill)},
		Description: "Evaluates every form in order, of standard input where none is given, and prints\n" +
			"its value on a line, as SBCL would; of several the first, with --json all. The language is a pure subset of\n" +
			"Common Lisp: nothing in it reads or writes a file, and nothing goes on for ever.\n" +
			"exit codes: 0 done, 1 a form cannot be read or evaluated, 2 usage, 65 over a limit, or the input\n" +
			"cannot be used",
		Action: func(c *cli.Context) error {
			sources, err := o.sources(a, c.Context, c.Args().Slice())
			if err != nil {
				return err
			}
			return evaluate(a, c.Context, o, sources)
		}}
}

// sources are the forms that the command line gives.
func (o evalOptions) sources(a App, ctx context.Context, words []string) ([]lisp.Source, error) {
	if o.file != "" && len(words) > 0 {
		return nil, exit.UsageError("give one of them", "forms were given, and a file of forms")
	}
	if o.file == "-" || len(words) == 1 && words[0] == "-" {
		data, err := readAll(a, ctx)
		return []lisp.Source{{Name: "standard input", Text: string(data)}}, err
	}
	if o.file != "" {
		data, err := system.ReadFile(o.file)
		return []lisp.Source{{Name: o.file, Text: string(data)}}, err
	}
	name := "form"
	if len(words) == 0 {
		name = "standard input"
	}
	text, err := wordsOrPiped(a, ctx, words, "\n") // each word is a line, so that a position tells which one it is in
	if err == nil && text == "" {
		err = exit.UsageError("try: pp eval '(+ 1 2)', pp eval -f FILE or pp eval -", "there is nothing to evaluate")
	}
	return []lisp.Source{{Name: name, Text: text}}, err
}

// personLimits bound what a person evaluates: about a second, and what a machine can spare.
func personLimits() lisp.Limits {
	return lisp.Limits{Steps: 20_000_000, Depth: 5_000, Bytes: 256 << 20}
}

// NewLisp is a session of Lisp for a person.
func NewLisp() *lisp.Session {
	return lisp.NewSession(lisp.Options{Limits: personLimits(), Near: engine.Near})
}

// newSession is a session of Lisp for a person. With the name of a skill, what that defines
// can be called in it.
func newSession(ctx context.Context, a App, skill string) (*lisp.Session, error) {
	if skill == "" {
		return NewLisp(), nil
	}
	m, err := a.Agent()
	if err != nil {
		return nil, err
	}
	m.Skills.Silent = true
	s, err := skillNamed(m.Skills, skill)
	if err != nil {
		return nil, err
	}
	if s.State != skills.Ready {
		return nil, failedSkill(s)
	}
	return m.Skills.Current().Session(ctx, s.Name, personLimits())
}

// evaluatedJSON is what `pp eval --json` prints.
type evaluatedJSON struct {
	Values [][]string `json:"values"` // of each form; one may give several, or none
	Error  *formError `json:"error,omitempty"`
}

// formError is what is wrong with a form, and where it stands.
type formError struct {
	Message string `json:"message"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Form    string `json:"form,omitempty"`
}

func evaluate(a App, ctx context.Context, o evalOptions, sources []lisp.Source) error {
	session, err := newSession(ctx, a, o.skill)
	if err != nil {
		return err
	}
	out := evaluatedJSON{Values: [][]string{}}
	for _, src := range sources {
		values, eerr := session.Eval(ctx, src)
		for _, v := range values {
			out.Values = append(out.Values, slices.Clip(append([]string{}, v...)))
		}
		if err = eerr; err != nil {
			break
		}
	}
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil && a.Options.JSON {
		out.Error = formErrorOf(err)
	}
	var b strings.Builder
	for _, values := range out.Values {
		b.WriteString(append(values, "NIL")[0] + "\n") // no values are NIL where one is wanted
	}
	perr := a.Show(out, b.String())
	switch {
	case err == nil || perr != nil:
		return perr
	case a.Options.JSON:
		return exit.Silent(evalFailed(err).Code)
	}
	return evalFailed(err)
}

// evalFailed gives an error of evaluating its exit code.
func evalFailed(err error) *exit.Error {
	if errors.Is(err, lisp.ErrLimit) {
		return exit.New(exit.Data, "", err)
	}
	return &exit.Error{Code: exit.Failed, Kind: "evaluation", Err: err}
}

func formErrorOf(err error) *formError {
	at, ok := errors.AsType[*lisp.Error](err)
	if !ok {
		return &formError{Message: err.Error()}
	}
	return &formError{Message: at.Err.Error(), File: at.File, Line: at.Line, Column: at.Column, Form: at.Form}
}

package tools

import (
	"context"
	"errors"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// validateLisp says whether a text is well-formed Lisp, and if not, where.
func validateLisp() Tool {
	return newTool(engine.ToolSpec{
		Name:     "validate-lisp",
		Doc:      "Says whether Lisp code can be read.",
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "CODE", Kind: engine.ParamText, Required: true, MaxBytes: maxContent},
		},
		// Reading a text touches nothing.
		Effects: func(sexp.Plist, engine.Facts) (effect.Effects, error) { return effect.Effects{}, nil },
	}, runValidateLisp)
}

func runValidateLisp(_ context.Context, j job) (engine.Result, error) {
	code, _ := j.args.Text("CODE")
	return engine.Result{Text: sexp.Print(validity(code).Value())}, nil
}

// validity is (:STATUS :SUCCESS), or (:STATUS :ERROR :REASON … :FAILED …) with the
// line and the column, both from 1, at which the code cannot be read.
func validity(code string) sexp.Plist {
	_, err := sexp.ReadAll(code, sexp.Limits{})
	if err == nil {
		return sexp.NewPlist().With("STATUS", sexp.Keyword("SUCCESS"))
	}
	p := sexp.NewPlist().With("STATUS", sexp.Keyword("ERROR"))
	at, ok := errors.AsType[*sexp.Error](err)
	if !ok {
		return p.With("REASON", sexp.String(err.Error()))
	}
	return p.With("REASON", sexp.String(at.Message)).With("FAILED", sexp.NewPlist().
		With("LINE", sexp.Int(at.Line)).With("COLUMN", sexp.Int(at.Column)).Value())
}

package skills

import (
	"pp/engine"
	"pp/sexp"
	"pp/sexp/lisp"
)

// CaseContext is what a gate gets of a case besides the action.
func CaseContext(c engine.Case) (sexp.Value, error) {
	m := maker{}
	return lisp.Export(m.caseContext(c), lisp.Limits{})
}

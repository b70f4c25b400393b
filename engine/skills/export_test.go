package skills

import (
	"pp/engine"
	"pp/sexp"
)

// CaseContext is what a gate gets of a case besides the action.
func CaseContext(c engine.Case) (sexp.Value, error) {
	return caseContext(c), nil
}

package gates

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pp/engine"
	"pp/engine/cause"
)

// minExplanation is the length that a required explanation must exceed, in characters.
const minExplanation = 10

// Policy records the explanation of an action, for the person who approves it and for readers of the record. If the
// facts require an explanation, it denies an action without one.
type Policy struct{}

// Name implements engine.Gate.
func (Policy) Name() string { return "policy" }

// Priority implements engine.Gate.
func (Policy) Priority() int { return 500 }

// Check implements engine.Gate.
func (Policy) Check(c engine.Case) ([]engine.Finding, error) {
	n := utf8.RuneCountInString(strings.TrimSpace(c.Action.Explanation))
	switch {
	case c.Facts.RequireExplanation && n <= minExplanation && !readsOnly(c):
		return one(engine.Deny, "explanation", cause.Cause{Kind: cause.ExplanationShort,
			Name: strconv.Itoa(minExplanation), Text: strconv.Itoa(n)}), nil
	case n == 0:
		return one(engine.Allow, "explanation", cause.NoExplanation.Bare()), nil
	}
	return one(engine.Allow, "explanation", cause.Explained.Bare()), nil
}

// readsOnly reports whether an action calls a tool that only reads. Its schema asks for no explanation.
func readsOnly(c engine.Case) bool {
	switch op := c.Action.Op.(type) {
	case engine.Call:
		return c.Facts.Tools[op.Tool].ReadOnly
	case engine.Eval:
		return true
	}
	return false
}

// one is a gate's only finding, about the whole action.
func one(d engine.Decision, rule string, c cause.Cause) []engine.Finding {
	reason := tell(c)
	if d == engine.Allow {
		reason = c.String()
	}
	return []engine.Finding{{Decision: d, Rule: rule, Cause: c, Reason: reason}}
}

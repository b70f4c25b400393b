package gates

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"pp/engine"
)

// minExplanation is the length an explanation must exceed, in characters.
const minExplanation = 10

// Policy requires that every action says why, so that who is asked and who reads the
// record later need not guess.
type Policy struct{}

// Name implements engine.Gate.
func (Policy) Name() string { return "policy" }

// Priority implements engine.Gate.
func (Policy) Priority() int { return 500 }

// Check implements engine.Gate.
func (Policy) Check(c engine.Case) ([]engine.Finding, error) {
	n := utf8.RuneCountInString(strings.TrimSpace(c.Action.Explanation))
	if n <= minExplanation {
		return one(engine.Deny, "explanation", fmt.Sprintf("Every action needs an :EXPLANATION of more than %d characters;"+
			" this one has %d. Say why in one sentence.", minExplanation, n)), nil
	}
	return one(engine.Allow, "explanation", "explained"), nil
}

// one is a gate's only finding, about the whole action.
func one(d engine.Decision, rule, reason string) []engine.Finding {
	return []engine.Finding{{Decision: d, Rule: rule, Reason: reason}}
}

package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// ruleCase is a row of the table.
type ruleCase struct {
	rule, kind, text string
	want             engine.Decision
}

// ruleCases returns an action for each row of the rule table and each hazard, whose
// verdict changes without it. If another rule makes the same decision, the verdict
// still has fewer reasons.
func ruleCases() []ruleCase { return enginetest.Table[ruleCase]("testdata/mutations.txt") }

// TestEveryRuleIsNeeded removes each rule in turn: what its case was judged must
// not stay the same. A rule without a case is a failure too.
func TestEveryRuleIsNeeded(t *testing.T) {
	a := analyst()
	whole, less := mutants(a)
	covered := map[string]bool{}
	for _, c := range ruleCases() {
		action, f := situation(c.kind, c.text)
		before := whole.Judge(action, f)
		if before.Decision != c.want {
			t.Errorf("%s: %s %q is %v, want %v: %s", c.rule, c.kind, c.text, before.Decision, c.want, before.Sentence())
		}
		without, exists := less[c.rule]
		if !exists {
			t.Errorf("%s: there is no such rule", c.rule)
			continue
		}
		covered[c.rule] = true
		if after := without.Judge(action, f); after.Identity() == before.Identity() {
			t.Errorf("%s: %s %q is judged the same without it", c.rule, c.kind, c.text)
		}
	}
	for name := range less {
		if name != "row left-git" && !covered[name] { // that one is of what a command left, not of what it would do
			t.Errorf("%s: has no case", name)
		}
	}
}

package gates

import (
	"slices"
	"testing"

	"pp/engine"
)

// Every row has a name of its own, a known check, a decision and a description; only what asks can be waived.
func TestRows(t *testing.T) {
	names := map[string]bool{}
	for _, row := range DefaultRules() {
		_, known := engine.ParseDecision(row.Decision.String())
		switch {
		case row.Name == "" || names[row.Name]:
			t.Errorf("the name of %+v is not its own", row)
		case !slices.Contains(checks[:], row.Check):
			t.Errorf("%s: unknown check %q", row.Name, row.Check)
		case !known || row.Decision == engine.Revise:
			t.Errorf("%s: decision %v is not allow, ask or deny", row.Name, row.Decision)
		case row.Waivable && row.Decision != engine.Ask:
			t.Errorf("%s: only what asks can be waived", row.Name)
		case row.Doc == "":
			t.Errorf("%s: it has no description", row.Name)
		}
		names[row.Name] = true
	}
	if rules := DefaultRules(); len(rules) < 70 || rules["secret"].Decision != engine.Deny {
		t.Errorf("there are %d rules, want at least 70, with secret denied", len(rules))
	}
}

// No configuration changes a denial, and nothing but a known row.
func TestRuleChanges(t *testing.T) {
	rules := DefaultRules()
	for _, name := range rules.Names() {
		denial := rules[name].Decision == engine.Deny
		for _, d := range []engine.Decision{engine.Deny, engine.Ask, engine.Allow} {
			err := rules.Check(engine.RuleTable{name: d})
			if got := err != nil; got != (denial && d != engine.Deny) {
				t.Errorf("%s = %v: %v", name, d, err)
			}
			got := rules.InForce(engine.RuleTable{name: d})
			if want := d; denial && got[name] != engine.Deny || !denial && got[name] != want || len(got) != len(rules) {
				t.Errorf("%s = %v comes out as %v", name, d, got[name])
			}
		}
	}
	if err := rules.Check(engine.RuleTable{"no-such-row": engine.Deny}); err == nil {
		t.Error("an unknown row was accepted")
	}
	if row, known := rules.inForce("no-such-row", nil); known || row.Decision != engine.Deny {
		t.Error("an unknown row does not deny")
	}
}

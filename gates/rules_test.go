package gates

import (
	"strings"
	"testing"

	"pp/engine"
)

// A corrupt rule table is refused with the file and the line.
func TestLoadRulesErrors(t *testing.T) {
	const good = "[a]\ncheck = \"high-impact\"\ndecision = \"ask\"\nwaivable = true\ndoc = \"x\"\n\n"
	if rules, err := LoadRules("r.toml", []byte(good)); err != nil || rules["a"].Decision != engine.Ask {
		t.Fatalf("%+v, %v", rules, err)
	}
	for _, tc := range []struct{ src, want string }{
		{good + "[b", "r.toml:7: "},
		{good + "[b]\ncheck = \"high-impact\"\ndecision = \"perhaps\"\ndoc = \"x\"",
			`r.toml:7: rule "b": decision "perhaps"`},
		{good + "[b]\ncheck = \"high-impact\"\ndoc = \"x\"", `r.toml:7: rule "b": decision ""`},
		{good + "[b]\ncheck = \"impact\"\ndecision = \"ask\"\ndoc = \"x\"", `r.toml:7: rule "b": unknown check "impact"`},
		{good + "[b]\ncheck = \"high-impact\"\ndecision = \"deny\"\nwaivable = true\ndoc = \"x\"",
			`r.toml:7: rule "b": only what asks`},
		{good + "[b]\ncheck = \"high-impact\"\ndecision = \"deny\"", `r.toml:7: rule "b": it has no description`},
		{good + "[b]\ncheck = \"high-impact\"\ndecisoin = \"deny\"", "r.toml:9: unknown key"},
		{good + "[a]\n", "r.toml:7: "},
	} {
		_, err := LoadRules("r.toml", []byte(tc.src))
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %s", tc.src, err, tc.want)
		}
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

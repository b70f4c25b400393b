package gates

import (
	"slices"
	"testing"

	"pp/engine"
)

func TestPermissionPatterns(t *testing.T) {
	deny := func(text string, d engine.Decision, layer int) engine.Permission {
		p, err := ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		return engine.Permission{Text: text, Pattern: p, Decision: d, Layer: layer, Where: "test"}
	}
	words := func(s ...string) subject { return subject{words: s} }
	for _, tc := range []struct {
		table   []engine.Permission
		subject subject
		want    engine.Decision
		found   bool
	}{
		{[]engine.Permission{deny("shell git *", engine.Allow, 1), deny("shell git push *", engine.Deny, 1)},
			words("git", "push", "origin"), engine.Deny, true},
		{[]engine.Permission{deny("shell git *", engine.Allow, 1), deny("shell git push *", engine.Deny, 1)},
			words("git", "log"), engine.Allow, true},
		{[]engine.Permission{deny("shell git push", engine.Deny, 1)}, words("git", "push", "origin"), engine.Deny, true},
		{[]engine.Permission{deny("shell git push", engine.Allow, 1)}, words("git", "push", "origin"), engine.Deny, false},
		{[]engine.Permission{deny("shell rm", engine.Deny, 1)}, words("/bin/rm", "x"), engine.Deny, true},
		{[]engine.Permission{deny("shell git push *", engine.Deny, 1)},
			subject{words: []string{"git", "-C", ".", "push", "origin"}, canonical: "git push"}, engine.Deny, true},
		{[]engine.Permission{deny("shell git push *", engine.Allow, 1), deny("shell *", engine.Deny, 2)},
			words("git", "push"), engine.Deny, true},
		{[]engine.Permission{deny("fetch-url", engine.Ask, 1)}, words("git"), engine.Deny, false},
		{[]engine.Permission{deny("shell b/x *", engine.Allow, 1)},
			subject{words: []string{"/w/b/x", "y"}, also: []string{"b/x"}}, engine.Allow, true},
		{[]engine.Permission{deny("shell x *", engine.Allow, 1), deny("shell b/x *", engine.Deny, 1)},
			subject{words: []string{"/w/b/x"}, also: []string{"b/x", "x"}}, engine.Deny, true},
	} {
		p, ok := decide(tc.table, "shell", tc.subject)
		if ok != tc.found || ok && p.Decision != tc.want {
			t.Errorf("%v over %v: %v, %v; want %v, %v", tc.subject, tc.table, p.Decision, ok, tc.want, tc.found)
		}
	}
	if _, err := ParsePattern("read-file x"); err == nil {
		t.Error("a tool with words was accepted")
	}
}

// Each row of the table is denied, asked or allowed as it says: a rule that is
// removed is missed here.
func TestRulesLoadAndCannotBeLoosened(t *testing.T) {
	rules := DefaultRules()
	seen := map[string]bool{}
	for _, name := range rules.Names() {
		seen[rules[name].Check] = true
		if rules[name].Doc == "" {
			t.Errorf("rule %s has no doc", name)
		}
		changed, _ := rules.inForce(name, engine.RuleTable{name: engine.Allow})
		if rules[name].Decision == engine.Deny && changed.Decision != engine.Deny {
			t.Errorf("the denial %s was changed", name)
		}
	}
	elsewhere := []string{"vault-secret"} // the gate vault reports it itself
	for _, c := range checks {
		if seen[c] == slices.Contains(elsewhere, c) {
			t.Errorf("rules under %s: %v", c, seen[c])
		}
	}
	if err := rules.Check(engine.RuleTable{"secret": engine.Ask}); err == nil {
		t.Error("changing a denial was accepted")
	}
	if err := rules.Check(engine.RuleTable{"connnect": engine.Ask}); err == nil {
		t.Error("an unknown rule was accepted")
	}
	if row, ok := rules.inForce("no such rule", nil); ok || row.Decision != engine.Deny {
		t.Error("an unknown rule does not deny")
	}
}

package command

import (
	"slices"
	"strings"
	"testing"
)

// The usage of a command declares what words it takes.
func TestFormsOfWords(t *testing.T) {
	given := func(flag string) bool { return flag == "given" }
	for _, c := range []struct {
		usage, words string
		literal, fit bool
	}{
		{"[--json]", "", false, true},
		{"[--json]", "more", false, false},
		{"[list | show SESSION]", "list", false, true},
		{"[list | show SESSION]", "show r1", false, true},
		{"[list | show SESSION]", "show", false, false},
		{"[list | show SESSION]", "show me", false, true},
		{"[list | show SESSION]", "show me", true, true},
		{"[list | show SESSION]", "me r1", true, false},
		{"[list | show SESSION]", "list r1", false, false},
		{"revoke RULE [REASON …]", "revoke r1 it was wrong", false, true},
		{"revoke RULE [REASON …]", "revoke r1", false, true},
		{"test RULE COMMAND …", "test r1", false, false},
		{"test RULE COMMAND …", "test r1 git status", false, true},
		{"test RULE COMMAND …", "test r1 nosuchprogram at all", false, false},
		{"--given=KIND PATH …", "any words", false, true},
		{"--other=KIND PATH …", "any words", false, false},
		{"[prune [--older-than=AGE]]", "prune", false, true},
		{"TOKEN", "7XQP3MXD9WZ1", false, true},
		{"TOKEN", "plan", false, true},
		{"TOKEN", "the plan", false, false},
		{"[list | show SESSION]", "show me more", false, false},
		{"TOKEN [REASON …]", "all of it", false, false},
	} {
		words := strings.Fields(c.words)
		fit := slices.ContainsFunc(Forms(c.usage), func(f Form) bool { return f.Fits(words, true, c.literal, given) })
		if fit != c.fit {
			t.Errorf("%q takes %q: %v", c.usage, c.words, fit)
		}
	}
}

// What a hint shows can be given to a shell.
func TestLinesOfWords(t *testing.T) {
	for want, words := range map[string][]string{
		"for a in 'New York'":          {"for", "a", "in", "New York"},
		`'$HOME' "it's" Köln`:          {"$HOME", "it's", "Köln"},
		strings.Repeat("a", 120) + "…": {strings.Repeat("a", 400)},
	} {
		if got := Line(words); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

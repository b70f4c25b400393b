package output

import (
	"slices"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// Each rule is said once, with the other files that it asks about, but for git's own.
func TestWhyAsked(t *testing.T) {
	asks := func(row, name string) engine.Reviewed {
		return engine.Reviewed{Change: engine.Change{Path: effect.Path{Name: name}},
			Finding: engine.Finding{Decision: engine.Ask, Rule: "r", Row: row, Reason: "Writes " + name + "."}}
	}
	got := WhyAsked([]engine.Reviewed{asks("refs", "/w/.git/HEAD"), asks("write", "/w/a"), asks("write", "/w/b"),
		asks("refs", "/w/.git/logs/HEAD"), {}})
	if want := []string{"r: Writes /w/.git/HEAD.", "r: Writes /w/a. The same of /w/b."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

package output

import (
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// The commits that were made are told of by their subjects; what else git's log says is no commit.
func TestCommits(t *testing.T) {
	id := func(digit string) string { return strings.Repeat(digit, 40) }
	log := engine.Reviewed{Change: engine.Change{Path: effect.Path{Name: "/w/.git/logs/HEAD"}},
		Finding: engine.Finding{Decision: engine.Ask}}
	text := "+++ b/.git/logs/HEAD\n " + id("0") + " " + id("1") + " A <a@b.c> 1 +0000\tcommit (initial): first\n+" +
		id("1") + " " + id("2") + " A <a@b.c> 2 +0000\tcommit: Fix Sum: all\n+" + id("2") + " " + id("1") +
		" A <a@b.c> 3 +0000\treset: moving to HEAD\n"
	diff := func(engine.Change, int) string { return text }
	if got := Commits([]engine.Reviewed{{}, log}, diff); !slices.Equal(got, []string{"commit 2222222: Fix Sum: all"}) {
		t.Errorf("%q", got)
	}
}

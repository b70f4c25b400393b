package gates

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// A path or pattern of git that names a secret is denied, in whatever commit it is.
func TestGitPathsOfSecrets(t *testing.T) {
	for command, deny := range enginetest.Map[bool]("testdata/gitpaths.txt") {
		words := strings.Fields(command)
		j := judgement{c: engine.Case{Facts: engine.Facts{Dir: "/w"}}}
		got := j.gitNamesSecret(effect.Program{Name: "git", Words: words}, effect.Effect{}, cause.Runs.OfProgram("git"))
		if got != deny || got && j.out[0].Decision != engine.Deny {
			t.Errorf("%s: denied %v, want %v: %+v", command, got, deny, j.out)
		}
	}
}

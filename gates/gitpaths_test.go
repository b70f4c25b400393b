package gates

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// A path or pattern of git that names a secret is denied, in whatever commit it is.
func TestGitPathsOfSecrets(t *testing.T) {
	for command, deny := range map[string]bool{
		"git show HEAD:.env":                     true,
		"git show HEAD~3:config/.env.production": true,
		"git show :.env":                         true,
		"git show :0:.env":                       true,
		"git -C sub show HEAD:.env":              true,
		"git diff -- .env":                       true,
		"git diff -- .e*":                        true,
		"git diff HEAD~1 .??v":                   true,
		"git diff -- *.pem":                      true,
		"git diff -- *.env":                      true,
		"git diff -- :(top,glob)**/.env":         true,
		"git diff -- :/.env":                     true,
		"git log -p -- .env":                     true,
		"git log -L1,5:.env":                     true,
		"git log -L 1,5:.env":                    true,
		"git archive HEAD .env":                  true,
		"git archive HEAD deploy/id_rsa":         true,
		"git grep TOKEN HEAD -- .env":            true,
		"git grep -e TOKEN .env":                 true,
		"git cat-file -p HEAD:.npmrc":            true,
		"git blame .env":                         true,
		"git stash show -p -- .env":              true,
		"git diff HEAD:.env HEAD~1:.env":         true,
		"git show HEAD:.env.example":             false,
		"git show HEAD:main.go":                  false,
		"git diff -- *.go":                       false,
		"git diff -- *.json":                     false,
		"git diff -- *":                          false,
		"git diff -- . :!.env":                   false,
		"git diff -- . :(exclude).env":           false,
		"git grep .env":                          false,
		"git grep -n .env -- *.go":               false,
		"git log --grep .env":                    false,
		"git log --oneline main..dev":            false,
		"git commit -m .env":                     false,
		"git rm --cached .env":                   false,
		"git check-ignore .env":                  false,
		"git ls-files .env":                      false,
		"git status":                             false,
	} {
		words := strings.Fields(command)
		j := judgement{c: engine.Case{Facts: engine.Facts{Dir: "/w"}}}
		got := j.gitNamesSecret(effect.Program{Name: "git", Words: words}, effect.Effect{}, cause.Runs.OfProgram("git"))
		if got != deny || got && j.out[0].Decision != engine.Deny {
			t.Errorf("%s: denied %v, want %v: %+v", command, got, deny, j.out)
		}
	}
}

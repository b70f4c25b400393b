//go:build linux

package shell_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// TestDeletionsAreNamed checks that a question about git add and git commit names the tracked files that the command
// deletes because they are gone.
func TestDeletionsAreNamed(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	dir := t.TempDir()
	cmd := exec.Command("sh", "-ec", `git init -q .; git config user.name x; git config user.email x@example.test
		mkdir src certs; echo 1 > a; echo 2 > src/b; echo 3 > certs/server.key; for i in 1 2 3 4; do echo > src/f$i; done
		git add .; git commit -qm first; rm -r src certs`)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const all, certs = "deletes certs/server.key, src/b, src/f1, src/f2, src/f3 and 1 more", "deletes certs/server.key"
	facts := engine.Facts{Dir: dir, Home: "/home/someone", Temp: "/tmp", FS: osFS{},
		Workspace: effect.Workspace{Root: dir}}
	for command, want := range map[string]string{
		"git add -A":                  all,
		"git add .":                   all,
		"git add -u":                  all,
		"git add certs":               certs,
		"git add certs/server.key":    certs,
		"git add a":                   "",
		"git add --no-all .":          "",
		"git commit -am x":            all,
		"git commit -m x":             "",
		"git commit -m certs":         "",
		"git commit -m x certs":       certs,
		"git commit --all -m x":       all,
		"git add -A && git commit -q": all,
		"git commit -mallowed":        "",
		"git commit --amend -m x":     "",
		"git status":                  "",
	} {
		said := ""
		_, did := analyst().Infer(command, facts)
		for _, h := range did.Hazards {
			said += h.Cause.String() + "\n"
		}
		if want == "" && strings.Contains(said, "deletes") || !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", command, said, want)
		}
	}
	facts.Commits = unstaged{}
	for command, want := range map[string]string{"git commit -m x": "deletes old/a, old/b,", "git add a": "",
		"git commit -m x old/a": "deletes old/a ", "git commit --amend": "deletes old/a, old/b,",
		"git commit -am x": "deletes old/a, old/b, certs/server.key, src/b, src/f1 and 3 more"} {
		_, did := analyst().Infer(command, facts)
		said := ""
		for _, h := range did.Hazards {
			said += h.Cause.String() + ", "
		}
		if said = strings.ReplaceAll(said, " (", ", ("); want == "" && strings.Contains(said, "deletes") ||
			!strings.Contains(said, strings.TrimSpace(want)) || strings.Contains(want, "a ") && strings.Contains(said, "old/b") {
			t.Errorf("%s with deletions in the index: %q, want %q", command, said, want)
		}
	}
}

// unstaged is the engine.Commits of a repository whose index lacks two files of the current commit.
type unstaged struct{ engine.Commits }

// Removed implements engine.Commits.
func (unstaged) Removed(string) ([]string, bool) { return []string{"old/a", "old/b"}, true }

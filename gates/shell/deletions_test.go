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
		"git status":                  "",
	} {
		said := ""
		_, did := analyst().Infer(command, facts)
		for _, h := range did.Hazards {
			said += h.Reason + "\n"
		}
		if want == "" && strings.Contains(said, "deletes") || !strings.Contains(said, want) {
			t.Errorf("%s: %q, want %q", command, said, want)
		}
	}
}

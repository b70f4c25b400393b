package sandbox

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

// A .git file shows the repository that names the workspace in turn, and no other.
func TestLinkedGit(t *testing.T) {
	w := newMountedWorld(t)
	other := w.home + "/other"
	git := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org", "-c",
			"protocol.file.allow=always"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+w.home, "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	git(other, "init", "-q")
	w.put(other+"/f", "other's\n")
	git(other, "add", "f")
	git(other, "commit", "-qm", "the other's commit")
	git(other, "worktree", "add", "-q", w.home+"/tree")
	super := w.home + "/super"
	git(w.home, "init", "-q", "super")
	git(super, "submodule", "--quiet", "add", other, "sub")
	git(super, "commit", "-qm", "s")

	for _, c := range []struct {
		name, ws string
		prepare  func(ws string)
		sees     bool
	}{
		{"a worktree of it", w.home + "/tree", nil, true},
		{"its submodule", super + "/sub", nil, true},
		{"another's repository", w.home + "/a", func(ws string) { w.put(ws+"/.git", "gitdir: "+other+"/.git\n") }, false},
		{"another's worktree", w.home + "/b", func(ws string) {
			w.put(ws+"/.git", "gitdir: "+other+"/.git/worktrees/tree\n")
		}, false},
		{"a pretended worktree", w.home + "/c", func(ws string) {
			w.put(ws+"/.git", "gitdir: x/worktrees/y\n")
			w.put(ws+"/x/worktrees/y/commondir", other+"/.git\n")
			w.put(ws+"/x/worktrees/y/gitdir", ws+"/.git\n")
			w.put(ws+"/x/worktrees/y/HEAD", "ref: refs/heads/master\n")
		}, false},
		{"another's module", w.home + "/d", func(ws string) {
			w.put(ws+"/.git", "gitdir: "+super+"/.git/modules/sub\n")
		}, false},
	} {
		if c.prepare != nil {
			c.prepare(c.ws)
		}
		w.ws = c.ws
		out, _ := w.sh(effect.Effects{Runs: []effect.Program{{Name: "git", Class: effect.ProgramReads}}},
			"git -c safe.directory='*' log --oneline 2>&1")
		if got := strings.Contains(out, "the other's commit"); got != c.sees {
			t.Errorf("%s: its history is seen: %v, want %v\n%s", c.name, got, c.sees, out)
		}
	}
}

// What is no file in place of .git, or has no end, keeps nobody waiting.
func TestLinkedGitEndless(t *testing.T) {
	w := newWorld(t)
	for name, put := range map[string]func(string) error{
		"a FIFO":  func(name string) error { return unix.Mkfifo(name, 0o644) },
		"endless": func(name string) error { return os.Symlink("/dev/zero", name) },
		"huge":    func(name string) error { return os.WriteFile(name, nil, 0o644) },
	} {
		dir := w.base + "/" + name
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := put(dir + "/.git"); err != nil {
			t.Fatal(err)
		}
		if name == "huge" {
			if err := os.Truncate(dir+"/.git", 1<<40); err != nil {
				t.Fatal(err)
			}
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			b := w.builder(dir, effect.Workspace{Root: dir})
			b.linkedGit(dir)
		}()
		select {
		case <-done:
		case <-time.After(patience):
			t.Fatalf("%s in place of .git is waited for", name)
		}
	}
}

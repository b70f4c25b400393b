package gates_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/gates"
)

// repository is a new repository with what its files hold, all of it staged.
func repository(t *testing.T, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "git")
	}
	dir := t.TempDir()
	gitIn(t, dir, append([]string{"init", "-q"}, args...)...)
	for name, text := range map[string]string{"a": "one\n", "dir/b": "two\n", "dir/deep/c": "", "crlf": "x\r\n"} {
		put(t, filepath.Join(dir, name), text)
	}
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	gitIn(t, dir, "add", ".")
	return dir
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A deletion can be taken back of what git has as it is, in an index of every version and kind
// of hash, and of what this run made and nobody changed since; of nothing else.
func TestKept(t *testing.T) {
	for _, form := range []struct{ hash, version string }{{"sha1", "2"}, {"sha1", "4"}, {"sha256", "3"}} {
		dir := repository(t, "--object-format="+form.hash)
		gitIn(t, dir, "update-index", "--index-version", form.version)
		put(t, filepath.Join(dir, "changed"), "as committed\n")
		put(t, filepath.Join(dir, "part", "known"), "x")
		gitIn(t, dir, "add", ".")
		put(t, filepath.Join(dir, "intended"), "x")
		gitIn(t, dir, "add", "-N", "intended")
		put(t, filepath.Join(dir, "changed"), "by the person\n")
		put(t, filepath.Join(dir, "part", "precious"), "x")
		put(t, filepath.Join(dir, "new", "made"), "x")
		put(t, filepath.Join(dir, "later"), "x")
		made := map[string]effect.FileInfo{}
		for _, name := range []string{"new/made", "later"} {
			info, err := store.NewView().Lstat(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			made[filepath.Join(dir, name)] = info
		}
		put(t, filepath.Join(dir, "later"), "written over by the person")
		if err := os.Mkdir(filepath.Join(dir, "nested"), 0o755); err != nil {
			t.Fatal(err)
		}
		gitIn(t, filepath.Join(dir, "nested"), "init", "-q")
		k := gates.NewKept(store.NewView(), made)
		for name, want := range map[string]bool{"a": true, "dir": true, "dir/b": true, "dir/deep": true, "link": true,
			"crlf": true, "changed": false, "part": false, "part/known": true, "part/precious": false, "intended": false,
			"new": true, "new/made": true, "later": false, "missing": false, "*": false, ".git": false, ".git/index": false,
			"nested": false, ".": false} {
			if got := k.Recoverable(filepath.Join(dir, name)); got != want {
				t.Errorf("%v: %s: %v", form, name, got)
			}
		}
	}
	if gates.NewKept(nil, nil).Recoverable("/w/a") {
		t.Error("it is known without a view")
	}
}

// A linked working tree has an index of its own; a .git that is anything else tracks nothing.
func TestKeptInAWorkingTree(t *testing.T) {
	dir := repository(t)
	gitIn(t, dir, "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "-qm", "first")
	other := filepath.Join(t.TempDir(), "other")
	gitIn(t, dir, "worktree", "add", "-q", other)
	k := gates.NewKept(store.NewView(), nil)
	if !k.Recoverable(filepath.Join(other, "a")) || !k.Recoverable(filepath.Join(dir, "a")) {
		t.Error("what a working tree tracks is not known")
	}
	whole, err := os.ReadFile(filepath.Join(other, ".git"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "gitdir: /nowhere\n", "gitdir: " + strings.Repeat("x", 9000), "x",
		strings.TrimSpace(string(whole)) + strings.Repeat("\n", 9000) + "/other"} {
		put(t, filepath.Join(other, ".git"), text)
		if gates.NewKept(store.NewView(), nil).Recoverable(filepath.Join(other, "a")) {
			t.Errorf("a .git of %.20q has it", text)
		}
	}
	put(t, filepath.Join(dir, ".git", "index"), "DIRC and no more")
	if gates.NewKept(store.NewView(), nil).Recoverable(filepath.Join(dir, "a")) {
		t.Error("a broken index has it")
	}
}

// --accept-edits deletes what could be had again, and moves within the workspace; it asks about
// what is gone then, whatever the words.
func TestAcceptedDeletions(t *testing.T) {
	dir := repository(t)
	put(t, filepath.Join(dir, "precious"), "x")
	put(t, filepath.Join(dir, "dir", "precious"), "x")
	facts := workspaceFacts(t)
	for command, want := range map[string]engine.Decision{
		"rm a": engine.Allow, "rm a dir/b": engine.Allow, "rm -r dir/deep": engine.Allow, "rm precious": engine.Ask,
		"rm a precious": engine.Ask, "rm -r dir": engine.Ask, "rm *": engine.Ask, "rm missing": engine.Ask,
		"mv precious other": engine.Allow, "mv precious dir/": engine.Allow, "mv precious /tmp/x": engine.Ask,
		"mv precious x; rm x": engine.Ask, "mv precious /dev/null": engine.Deny, "cp precious x && rm precious": engine.Ask,
		"touch /tmp/x": engine.Ask, "touch x": engine.Allow, "chmod 600 precious": engine.Allow,
		"find . -name precious -delete": engine.Ask,
	} {
		f := facts()
		f.FS, f.Dir, f.Workspace, f.AcceptEdits = store.NewView(), dir, effect.Workspace{Root: dir}, true
		f.Kept = gates.NewKept(f.FS, nil)
		if v := realStack().Judge(run(command), f); v.Decision != want {
			t.Errorf("%s: %s", command, v.Sentence())
		}
	}
}

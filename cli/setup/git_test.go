package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine/enginetest"
)

// TestSecretsInCommits checks that pp finds the secret files of all commits and of the index, that it searches each
// commit once, and that the answer is unknown if pp cannot search everything.
func TestSecretsInCommits(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	dir, kept := t.TempDir(), t.TempDir()
	run := func(words ...string) {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-c", "user.name=n", "-c", "user.email=n@example.org"}, words...)...)
		cmd.Dir, cmd.Env = dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", words, err, out)
		}
	}
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	find := func() *commits {
		return &commits{program: func() string { return git }, in: map[string]*committed{}, dir: kept}
	}
	names := func(shown ...string) string {
		t.Helper()
		files, known := (&answered{commits: find()}).Secrets(filepath.Join(dir, ".git"), shown...)
		if !known {
			return "not known"
		}
		for i, f := range files {
			_, files[i], _ = strings.Cut(f, " ")
		}
		slices.Sort(files)
		return strings.Join(slices.Compact(files), " ")
	}
	removed := func(want string) {
		t.Helper()
		files, known := find().Removed(filepath.Join(dir, ".git"))
		if got := strings.Join(files, " "); got != want || !known {
			t.Errorf("the index deletes %q, known %v; want %q", got, known, want)
		}
	}
	run("init", "-q", "-b", "main", ".")
	put("a.txt", "a")
	run("add", "-A")
	removed("")
	run("commit", "-qm", "one")
	for _, step := range []struct {
		do   func()
		want string
	}{
		{func() {}, ""},
		{func() { put("server.key", "x"); run("add", "-A") }, "server.key"},
		{func() { run("commit", "-qm", "key"); run("rm", "-q", "server.key"); run("commit", "-qm", "gone") }, "server.key"},
		{func() {
			run("checkout", "-qb", "side", "main~1")
			put(".env", "x")
			run("add", "-A")
			run("stash", "-q")
		}, ".env server.key"},
		{func() { put("we \"ird\t.env", "x"); run("add", "-A"); run("commit", "-qm", "odd") },
			".env server.key we \"ird\t.env"},
	} {
		if step.do(); names() != step.want {
			t.Errorf("found %q, want %q", names(), step.want)
		}
	}
	if got := names("show", "main~1"); got != "server.key" {
		t.Errorf("git show of the commit that adds the key shows %q, want the key", got)
	}
	if got := names("show", "main~2"); got != "" {
		t.Errorf("git show of the first commit shows %q, want only the secrets of that commit", got)
	}
	if got := names("diff", "main~2", "main"); got != "" {
		t.Errorf("git diff of commits that do not change the key shows %q, want no key", got)
	}
	if got := names("log", "-1", "frob"); got != "not known" {
		t.Errorf("a revision that does not exist shows %q, want an unknown answer", got)
	}
	run("rm", "-q", "we \"ird\t.env")
	removed("we \"ird\t.env")
	ended := make(chan time.Time)
	close(ended)
	late := &answered{commits: find(), ends: ended}
	if files, known := late.Secrets(filepath.Join(dir, ".git"), "show", "main~2"); known || files != nil {
		t.Error("pp knows what git show shows after the time is over, want an unknown answer")
	}
	if _, known := late.Secrets(filepath.Join(dir, ".git")); !known {
		t.Error("pp does not know the secrets of all commits, want them in any case")
	}
	if files, known := (&commits{program: func() string { return "" }}).held(dir); known || files != nil {
		t.Error("pp knows the secrets of a repository without git, want an unknown answer")
	}
}

package store

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// What git writes is read as git reads it, in both kinds of repositories and each version; what is in two files is not.
func TestLikeGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	for _, c := range []struct {
		format, script string
		whole          bool
	}{
		{"sha1", "", true}, {"sha256", "", true}, {"sha256", "git rm -q --cached a", true},
		{"sha1", "git update-index --index-version 4", true}, {"sha256", "git update-index --index-version 4", true},
		{"sha1", "mkdir -p d/e; for i in $(seq 50); do echo $i > d/e/f$i; done; git add -A; git status", true},
		{"sha1", "git update-index --untracked-cache; git status", true},
		{"sha1", "git update-index --split-index", false},
		{"sha256", "git update-index --split-index; echo x > y; git add y", false},
	} {
		cmd := exec.Command("sh", "-ec", "git init -q --object-format="+c.format+" .; echo K=1 > .env; echo a > a; "+
			"git add -A; { true; "+c.script+"\n}>&2; git ls-files -z")
		cmd.Dir = t.TempDir()
		names, err := cmd.Output()
		if err != nil {
			t.Fatal(c, err)
		}
		data, err := os.ReadFile(filepath.Join(cmd.Dir, ".git", "index"))
		if err != nil {
			t.Fatal(err)
		}
		x, ok := ParseGitIndex(data)
		got := ""
		for _, e := range x.Entries {
			got += e.Name + "\x00"
			if e.Name == ".env" && !x.Holds(e, []byte("K=1\n"), false) {
				t.Errorf("%+v: it does not hold .env", c)
			}
		}
		if ok != c.whole || ok && got != string(names) {
			t.Errorf("%+v: %v, %q", c, ok, strings.Split(got, "\x00"))
		}
	}
}

// TestApart checks that Apart tells files that a sparse checkout leaves out from deleted files.
func TestApart(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	cmd := exec.Command("sh", "-ec",
		"git init -q .; echo a > a; echo b > b; git add .; git update-index --skip-worktree b")
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(cmd.Dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	x, ok := ParseGitIndex(data)
	for _, e := range x.Entries {
		if !ok || x.Apart(e) != (e.Name == "b") {
			t.Errorf("%s: Apart is %v, want it for b alone", e.Name, x.Apart(e))
		}
	}
}

// Whatever the bytes are, reading them ends, and no entry lies outside of them.
func FuzzParseGitIndex(f *testing.F) {
	f.Add([]byte("DIRC\x00\x00\x00\x02\x00\x00\x00\x00aaaaaaaaaaaaaaaaaaaa"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\xff\xff\xff\xffaaaaaaaaaaaaaaaaaaaa"))
	f.Add([]byte("no index"))
	f.Fuzz(func(t *testing.T, data []byte) {
		x, ok := ParseGitIndex(data)
		for _, e := range x.Entries {
			if !ok || e.At+GitName+x.Hash > len(data) {
				t.Fatalf("the entry %q at %d of %d bytes", e.Name, e.At, len(data))
			}
			x.Holds(e, nil, true)
		}
	})
}

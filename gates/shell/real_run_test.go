//go:build linux

package shell_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// realRunner runs programs in a throw-away tree under strace, confined.
type realRunner struct {
	base     string
	confined *confined
}

// files are what the tree holds. Nothing of it is anyone's.
var realFiles = map[string]string{
	"w/a.txt": "b 1 x\na 2 y\na 2 y\n", "w/b.txt": "a 2 y\nc 3 z\n", "w/d/e.txt": "deep\n", "w/data.csv": "k,v\n1,2\n",
	"w/x.json": "{\"a\":[1,2],\"b\":\"x\"}\n",
	"w/x.xml":  "<a><b>1</b></a>\n", "w/main.go": "package main\n\nfunc main() {}\n", "w/README.md": "# Title\n\nText.\n",
	"w/f.sh":           "#!/bin/sh\necho hi\n",
	"w/x.patch":        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-b 1 x\n+b 1 w\n a 2 y\n a 2 y\n",
	"home/.ssh/id_rsa": "decoy key\n", "home/private.txt": "decoy letter\n", "outside.txt": "decoy outside\n",
	"home/.profile": "\n",
}

func (r *realRunner) reset() error {
	for _, d := range []string{"w", "home", "tmp"} {
		if err := os.RemoveAll(filepath.Join(r.base, d)); err != nil {
			return err
		}
		if err := os.Mkdir(filepath.Join(r.base, d), 0o755); err != nil {
			return err
		}
	}
	for name, text := range realFiles {
		p := filepath.Join(r.base, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(r.base, "w/boom"), []byte("#!/bin/sh\necho ran > boomed\n"), 0o755); err != nil {
		return err
	}
	if err := exec.Command("cp", "-a", filepath.Join(r.base, "git"), filepath.Join(r.base, "w/.git")).Run(); err != nil {
		return err
	}
	return giveAway(r.base)
}

// env is the environment of what runs, and of the judgement.
func (r *realRunner) env() engine.Environment {
	return engine.Environment{"HOME": filepath.Join(r.base, "home"), "PWD": filepath.Join(r.base, "w"),
		"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "TMPDIR": filepath.Join(r.base, "tmp"), "LANG": "C.UTF-8",
		"TERM": "dumb", "USER": "dev", "PAGER": "cat", "MANPAGER": "cat", "GIT_PAGER": "cat"}
}

// run gives what the program printed and what it touched.
func (r *realRunner) run(t *testing.T, argv []string, most time.Duration) ([]byte, []touched) {
	t.Helper()
	log := filepath.Join(r.base, "log")
	_ = os.Remove(log)
	trace := []string{"strace", "-f", "-q", "-y", "-s", "200", "-o", log, "-e",
		"trace=file,network,process,fchmod,fchown,ftruncate,fsetxattr"}
	var env []string
	for k, v := range r.env() {
		env = append(env, k+"="+v)
	}
	out := r.confined.run(t, confinedRun{Argv: append(trace, argv...), Env: env, Dir: filepath.Join(r.base, "w"),
		Time: most})
	seen, err := readTrace(log, filepath.Join(r.base, "w"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // without a log the time was over before it began
		t.Fatalf("%v: %v", argv, err)
	}
	return append(out.Stdout, out.Stderr...), seen
}

func (r *realRunner) facts() engine.Facts {
	w := filepath.Join(r.base, "w")
	return engine.Facts{Dir: w, Home: filepath.Join(r.base, "home"), Temp: filepath.Join(r.base, "tmp"), User: "dev",
		UID: 1000, FS: osFS{}, Workspace: effect.Workspace{Root: w},
		Env: r.env(), Confinement: engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true,
			Assumed: true}}
}

// newRealRunner makes the tree and a repository for it.
func newRealRunner(t *testing.T) *realRunner {
	for _, name := range []string{"strace", "git"} {
		if _, err := exec.LookPath(name); err != nil {
			enginetest.Skip(t, os.Getenv, true, "no %s", name)
		}
	}
	base := confinedDir(t)
	c := newConfined(t, confinedSpec{Base: base, Processes: 512})
	repo := filepath.Join(base, "repo")
	for _, args := range [][]string{{"init", "-q", repo}, {"-C", repo, "-c", "user.name=x", "-c",
		"user.email=x@example.com", "commit", "-q", "--allow-empty", "-m", "first"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git: %v: %s", err, out)
		}
	}
	if err := os.Rename(filepath.Join(repo, ".git"), filepath.Join(base, "git")); err != nil {
		t.Fatal(err)
	}
	return &realRunner{base, c}
}

// TestRealRunnerSees shows that the comparison finds what the effects lack.
func TestRealRunnerSees(t *testing.T) {
	r := newRealRunner(t)
	for _, tt := range []struct {
		words []string
		want  string
	}{
		{[]string{"sort", "-o", "out1", "a.txt"}, "writes /w/out1"},
		{[]string{"env", "./boom"}, "runs /w/boom"},
		{[]string{"cat", "../outside.txt"}, "reads /outside.txt"},
		{[]string{"rm", "a.txt"}, "writes /w/a.txt"},
		{[]string{"mv", "a.txt", "z"}, "writes /w/z"},
		{[]string{"chmod", "u+x", "a.txt"}, "writes /w/a.txt"},
		{[]string{"mkdir", "/made"}, "writes /made"},
		{[]string{"bash", "-c", ": > /dev/tcp/127.0.0.1/9"}, "connect {sa_family=AF_INET"},
	} {
		if err := r.reset(); err != nil {
			t.Fatal(err)
		}
		_, seen := r.run(t, tt.words, 2*time.Minute)
		found := r.differs(tt.words, effect.Effects{}, seen)
		if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, tt.want) }) {
			t.Errorf("%v: found %q, not %q", tt.words, found, tt.want)
		}
	}
}

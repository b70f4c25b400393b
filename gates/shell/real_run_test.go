package shell_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
)

// realSetup makes a namespace in which nothing but the tree can be written and
// nothing can be reached, and starts strace in it.
const realSetup = `base=$1; shift
mount --bind "$base" "$base" && mount -o remount,bind,ro / && mount -t tmpfs none /run && cd "$base/w" || exit 120
caps=-sys_time,-sys_boot,-sys_module,-sys_rawio,-sys_admin,-syslog
exec setpriv --bounding-set=$caps strace -f -q -y -s 200 -o "$base/log" -e trace=file,network,process,fchmod,fchown,ftruncate,fsetxattr "$@"`

// realRunner runs programs in a throw-away tree under strace.
type realRunner struct{ base string }

// files are what the tree holds. Nothing of it is anyone's.
var realFiles = map[string]string{
	"w/a.txt": "b 1 x\na 2 y\na 2 y\n", "w/b.txt": "a 2 y\nc 3 z\n", "w/d/e.txt": "deep\n", "w/data.csv": "k,v\n1,2\n", "w/x.json": "{\"a\":[1,2],\"b\":\"x\"}\n",
	"w/x.xml": "<a><b>1</b></a>\n", "w/main.go": "package main\n\nfunc main() {}\n", "w/README.md": "# Title\n\nText.\n", "w/f.sh": "#!/bin/sh\necho hi\n",
	"w/x.patch":        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-b 1 x\n+b 1 w\n a 2 y\n a 2 y\n",
	"home/.ssh/id_rsa": "decoy key\n", "home/private.txt": "decoy letter\n", "outside.txt": "decoy outside\n", "home/.profile": "\n",
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
	return exec.Command("cp", "-a", filepath.Join(r.base, "git"), filepath.Join(r.base, "w/.git")).Run()
}

// env is the environment of what runs, and of the judgement.
func (r *realRunner) env() engine.Environment {
	return engine.Environment{"HOME": filepath.Join(r.base, "home"), "PWD": filepath.Join(r.base, "w"), "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
		"TMPDIR": filepath.Join(r.base, "tmp"), "LANG": "C.UTF-8", "TERM": "dumb", "USER": "dev", "PAGER": "cat", "MANPAGER": "cat", "GIT_PAGER": "cat"}
}

// run gives what the program printed and what it touched.
func (r *realRunner) run(argv []string) ([]byte, []touched, error) {
	_ = os.Remove(filepath.Join(r.base, "log"))
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	args := append([]string{"-m", "-n", "-p", "-i", "-u", "-f", "--kill-child", "--mount-proc", "sh", "-c", realSetup, "sh", r.base}, argv...)
	cmd := exec.CommandContext(ctx, "unshare", args...)
	cmd.Dir, cmd.WaitDelay = r.base, time.Second
	for k, v := range r.env() {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_ = cmd.Run() // how the program ends does not matter
	if cmd.ProcessState.ExitCode() == 120 {
		return nil, nil, fmt.Errorf("no namespace: %s", out.String())
	}
	seen, err := readTrace(filepath.Join(r.base, "log"), filepath.Join(r.base, "w"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil // the time was over before it began
	}
	return out.Bytes(), seen, err
}

func (r *realRunner) facts() engine.Facts {
	w := filepath.Join(r.base, "w")
	return engine.Facts{Dir: w, Home: filepath.Join(r.base, "home"), Temp: filepath.Join(r.base, "tmp"), User: "dev", UID: 1000, FS: osFS{}, Workspace: engine.Workspace{Root: w},
		Env: r.env(), Confinement: engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Assumed: true}}
}

// newRealRunner makes the tree and a repository for it.
func newRealRunner(t *testing.T) *realRunner {
	for _, name := range []string{"strace", "unshare", "setpriv", "git"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("no " + name)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("namespaces need root")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo := filepath.Join(base, "repo")
	for _, args := range [][]string{{"init", "-q", repo}, {"-C", repo, "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-q", "--allow-empty", "-m", "first"}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git: %v: %s", err, out)
		}
	}
	if err := os.Rename(filepath.Join(repo, ".git"), filepath.Join(base, "git")); err != nil {
		t.Fatal(err)
	}
	return &realRunner{base}
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
		_, seen, err := r.run(tt.words)
		if err != nil {
			t.Fatal(err)
		}
		found := r.differs(tt.words, engine.Effects{}, seen)
		if !slices.ContainsFunc(found, func(s string) bool { return strings.HasPrefix(s, tt.want) }) {
			t.Errorf("%v: found %q, not %q", tt.words, found, tt.want)
		}
	}
}

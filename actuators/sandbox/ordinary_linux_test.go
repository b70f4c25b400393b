package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

//go:embed testdata/project.txtar
var projectFiles []byte

// project fills the workspace with what ordinary commands look at: a repository
// with a history, sources, data.
func (w *world) project() {
	w.t.Helper()
	for _, f := range txtar.Parse(projectFiles).Files {
		w.put(w.ws+"/"+f.Name, string(f.Data))
	}
	w.put(w.ws+"/words.txt", strings.Repeat("the quick brown fox\njumps over\nthe lazy dog\n", 20))
	w.put(w.ws+"/tabs.txt", "a\tb\tc\n\td\n")
	w.put(w.ws+"/blank.txt", "a\n\n\n\nb  \n\n")
	w.put(w.ws+"/empty.txt", "")
	w.put(w.ws+"/data.bin", "\x00\x01hello\x00\xff\xfeworld x\n\x00")
	w.put(w.ws+"/docs/empty.md", "")
	script := "chmod +x run.sh && ln -s a.txt link.txt && ln -s nosuch broken.txt && mkdir arch && echo hello > " +
		"arch/one.txt && " +
		"tar czf archive.tar.gz --mtime=@0 arch && rm -r arch && git init -q -b main . && git config user.email " +
		"a@example.test && git config user.name A && git add -A && git commit -qm first && " +
		"echo more >> words.txt && git commit -qam second && git tag v1 && git branch other && git stash list && echo " +
		"dirty >> data.csv"
	cmd := exec.Command("/bin/bash", "-c", script)
	cmd.Dir = w.ws
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + w.home, "GIT_AUTHOR_DATE=2024-01-01T00:00:00Z",
		"GIT_COMMITTER_DATE=2024-01-01T00:00:00Z"}
	if out, err := cmd.CombinedOutput(); err != nil {
		w.t.Fatalf("%v: %s", err, out)
	}
}

// ordinary reads the commands of testdata/ordinary.txt, by section. The comment
// at its beginning says what the sections are.
func ordinary(t *testing.T) map[string][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/ordinary.txt")
	if err != nil {
		t.Fatal(err)
	}
	sections, section := map[string][]string{}, ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "== "); ok {
			section, _, _ = strings.Cut(name, ":")
		} else if !strings.HasPrefix(line, "# ") && line != "" {
			sections[section] = append(sections[section], line)
		}
	}
	if n := len(sections["reads"]) + len(sections["writes"]); n < 1000 {
		t.Errorf("only %d commands", n)
	}
	return sections
}

// some gives one command in forty, with PP_LONG=1 one in four, and with PP_LONG=all
// every one.
func some(commands []string) []string {
	step := 40
	switch os.Getenv("PP_LONG") {
	case "1":
		step = 4
	case "all":
		step = 1
	}
	var out []string
	for i := 0; i < len(commands); i += step {
		out = append(out, commands[i])
	}
	return out
}

// ended is what is compared of a command.
type ended struct {
	code int // -1 for a signal
	out  string
	tree string // of the directory it may write to
}

// TestOrdinaryCommands runs commands inside and outside of the sandbox and
// compares what they print and how they end. What lists processes, mounts,
// devices, interfaces, limits or the home is not among them, since it rightly
// differs (ps, mount, df, lsblk, ip, ulimit -a, ls ~).
func TestOrdinaryCommands(t *testing.T) {
	newWorld(t).needs(engine.FilesMounts)
	commands := ordinary(t)
	t.Run("reads", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.project()
		spec := w.spec(effect.Effects{})
		same(t, commands["reads"], true, func(c string) ended { return w.inside(spec, c) },
			func(c string) ended { return w.outside(c, w.ws, w.environment(spec, nil)) })
	})
	t.Run("differs", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.project()
		spec := w.spec(effect.Effects{})
		same(t, commands["differs"], false, func(c string) ended { return w.inside(spec, c) },
			func(c string) ended { return w.outside(c, w.ws, w.environment(spec, nil)) })
	})
	t.Run("writes", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		play := w.ws + "/play"
		in := func(run func() ended) ended {
			w.play(play)
			e := run()
			e.tree = looks(t, play)
			return e
		}
		inside := func(c string) ended {
			return in(func() ended {
				spec := w.spec(effect.Effects{Writes: []effect.Path{w.at(play)}})
				spec.Dir = play
				return w.inside(spec, c)
			})
		}
		w.play(play)
		env := w.environment(Spec{Dir: play}, nil)
		same(t, commands["writes"], true, inside, func(c string) ended {
			return in(func() ended {
				return w.outside(c, play,
					env)
			})
		})
	})
}

// same compares commands inside and outside; want says whether they must be
// equal or must differ.
func same(t *testing.T, commands []string, want bool, inside, outside func(string) ended) {
	t.Helper()
	absent := 0
	list := some(commands)
	for _, c := range list {
		in, out := inside(c), outside(c)
		if out.code == 127 {
			absent++
		}
		if (in == out) != want {
			t.Errorf("%s\n inside %d: %q\noutside %d: %q\n%s", c, in.code, in.out, out.code, out.out,
				firstDifference(in.tree, out.tree))
		}
	}
	t.Logf("%d commands, %d of them not found", len(list), absent)
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf("inside it left %q, outside %q", x[i], y[i])
		}
	}
	return ""
}

// play makes the directory that a writing command finds.
func (w *world) play(dir string) {
	w.t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		w.t.Fatal(err)
	}
	w.put(dir+"/one.txt", "first\nsecond\n")
	w.put(dir+"/two.txt", "two\n")
	w.put(dir+"/nums.txt", "3\n1\n2\n")
	w.put(dir+"/full/in.txt", "in\n")
	if err := os.Mkdir(dir+"/empty", 0o755); err != nil {
		w.t.Fatal(err)
	}
}

// looks describes a tree: names, kinds, modes, owners, link targets, content.
func looks(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		st := info.Sys().(*syscall.Stat_t)
		fmt.Fprint(&b, strings.TrimPrefix(name, dir), " ", info.Mode(), " ", st.Uid, " ", st.Gid)
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %d %x", len(data), sha256.Sum256(data))
		case info.Mode()&os.ModeSymlink != 0:
			target, _ := os.Readlink(name)
			b.WriteString(" " + target)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func (w *world) inside(spec Spec, command string) ended {
	w.t.Helper()
	var out bytes.Buffer
	exit, err := w.Run(context.Background(), spec, Command{Argv: bash(command), Output: &out, Limit: patience})
	if err != nil {
		w.t.Fatalf("%s: %v", command, err)
	}
	if exit.Signal != 0 {
		exit.Code = -1
	}
	return ended{code: exit.Code, out: normal(out.String())}
}

// normal leaves out what differs between any two runs: process numbers.
func normal(out string) string {
	lines := strings.Split(out, "\n")
	for i, l := range lines {
		if strings.Contains(l, "line 1:") && strings.Contains(l, "Killed") {
			lines[i] = "Killed"
		}
	}
	return strings.Join(lines, "\n")
}

func (w *world) outside(command, dir string, env []string) ended {
	w.t.Helper()
	argv := bash(command)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = dir, env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	// As in the sandbox: no terminal, and nothing that lives on.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = patience
	err := cmd.Run()
	if cmd.ProcessState == nil {
		w.t.Fatal(err)
	}
	return ended{code: cmd.ProcessState.ExitCode(), out: normal(out.String())}
}

// Real work: a build and its tests, offline, with private caches; the slow ones
// with PP_LONG=1 only.
func TestRealBuilds(t *testing.T) {
	builders := []struct{ tool, command, want string }{
		{"make", "make", "made\n"},
		{"gcc", "gcc -o prog prog.c && ./prog", "hello\n"},
		{"go", "rm prog.c && gofmt -l . && go test ./... && go test -cover -run Add . && go vet ./... && go list ./... && " +
			"go build -o bin/m . && ./bin/m", "3\n"},
		{"npm", "npm test --silent", "2,4,6\n"},
		{"npm", "npm install --offline --no-audit --no-fund --silent ./dep && npm ls --depth 0 && node -p 'require(\"dep\")'",
			"dependency\n"},
		{"python3", "python3 -m unittest -q test_app 2>&1 | tail -1; python3 -m compileall -q app.py && python3 app.py",
			"OK\n3 3\n"},
		{"python3", "python3 -m venv --without-pip env && env/bin/python -c 'import lib; print(lib.f())' && rm -r env && " +
			"python3 -m unittest discover -q 2>&1 | tail -1", "42\nOK\n"},
	}
	if !long() {
		builders = builders[:2]
	}
	for _, c := range builders {
		t.Run(c.tool, func(t *testing.T) {
			where, err := exec.LookPath(c.tool)
			if err != nil {
				enginetest.Skip(t, os.Getenv, c.tool == "go" || c.tool == "make" || c.tool == "python3", "%s is not installed",
					c.tool)
			}
			w := newMountedWorld(t)
			w.project()
			o := w.options()
			if c.tool == "go" {
				root, err := exec.Command(where, "env", "GOROOT").Output()
				if err != nil {
					t.Fatal("go does not say where it is")
				}
				o.Env["PATH"] = strings.TrimSpace(string(root)) + "/bin:" + o.Env["PATH"]
				o.Env["GOFLAGS"], o.Env["GOTOOLCHAIN"], o.Env["GOPROXY"] = "-mod=mod -buildvcs=false", "local", "off"
			}
			w.Sandbox = New(o)
			spec := w.spec(builds(w))
			var out bytes.Buffer
			exit, err := w.Run(context.Background(), spec, Command{Argv: bash(c.command), Output: &out, Limit: patience})
			if err != nil {
				t.Fatal(err)
			}
			if exit.Code != 0 || !strings.HasSuffix(out.String(), c.want) {
				t.Errorf("%+v %s", exit, out.String())
			}
			if c.tool == "go" {
				if names, _ := os.ReadDir(w.cache); len(names) != 1 {
					t.Errorf("the private cache holds %v", names)
				}
			}
			if exists(w.home + "/.cache/go-build") {
				t.Error("the person's cache was used")
			}
		})
	}
}

package shell_test

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
	"pp/gates/shell"
	"pp/gates/shell/table"
)

// tree is a file system in memory: directories end in a slash, "a -> b" is a
// link. System directories are those of the machine.
type tree struct {
	files map[string]string
	dirs  map[string][]string
	links map[string]string
	whole bool // the system directories too
}

func newTree(entries ...string) *tree {
	t := &tree{files: map[string]string{}, dirs: map[string][]string{}, links: map[string]string{}}
	for _, e := range entries {
		name, target, link := strings.Cut(e, " -> ")
		clean := path.Clean(name)
		switch {
		case link:
			t.links[clean] = target
		case !strings.HasSuffix(name, "/"):
			t.files[clean] = "content of " + clean + "\n"
		default:
			t.dirs[clean] = append(t.dirs[clean], nil...)
		}
		for at := clean; at != "/"; at = path.Dir(at) {
			dir := path.Dir(at)
			if !slices.Contains(t.dirs[dir], path.Base(at)) {
				t.dirs[dir] = append(t.dirs[dir], path.Base(at))
			}
		}
	}
	for d := range t.dirs {
		slices.Sort(t.dirs[d])
	}
	return t
}

// add lists a name in a directory.
func (t *tree) add(dir, name string) {
	if !slices.Contains(t.dirs[dir], name) {
		t.dirs[dir] = append(t.dirs[dir], name)
		slices.Sort(t.dirs[dir])
	}
}

func real(name string) bool {
	for _, d := range []string{"/bin", "/usr", "/etc", "/dev", "/sbin", "/lib", "/proc"} {
		if effect.Within(name, d) {
			return true
		}
	}
	return false
}

func (t *tree) Lstat(name string) (effect.FileInfo, error) {
	if _, ok := t.links[name]; ok {
		return effect.FileInfo{Mode: fs.ModeSymlink | 0o777, Links: 1}, nil
	}
	if s, ok := t.files[name]; ok {
		links := uint64(1)
		if strings.Contains(name, "linked") {
			links = 2
		}
		return effect.FileInfo{Mode: 0o644, Links: links, Size: int64(len(s))}, nil
	}
	if _, ok := t.dirs[name]; ok {
		return effect.FileInfo{Mode: fs.ModeDir | 0o755, Links: 2}, nil
	}
	if !t.whole && real(name) {
		info, err := os.Lstat(name)
		if err != nil {
			return effect.FileInfo{}, err
		}
		return effect.FileInfo{Mode: info.Mode(), Links: 1, Size: info.Size()}, nil
	}
	return effect.FileInfo{}, fs.ErrNotExist
}

func (t *tree) Readlink(name string) (string, error) {
	if s, ok := t.links[name]; ok {
		return s, nil
	}
	if real(name) {
		return os.Readlink(name)
	}
	return "", fs.ErrNotExist
}

func (t *tree) ReadDir(name string) ([]string, error) {
	if names, ok := t.dirs[name]; ok {
		return names, nil
	}
	if real(name) {
		list, err := os.ReadDir(name)
		var names []string
		for _, e := range list {
			names = append(names, e.Name())
		}
		return names, err
	}
	return nil, fs.ErrNotExist
}

func (t *tree) ReadFile(name string, max int) ([]byte, error) {
	if s, ok := t.files[name]; ok {
		return []byte(s[:min(max, len(s))]), nil
	}
	return nil, fs.ErrNotExist
}

// home is a machine of a developer: a workspace in a home directory.
func home() engine.Facts {
	const h, w = "/home/dev", "/home/dev/src/app"
	t := newTree("/", "/tmp/", "/home/dev/", "/home/dev/.ssh/id_rsa", "/home/dev/.ssh/id_ed25519", "/home/dev/.bashrc",
		"/home/dev/Documents/letter.txt", "/home/dev/.netrc", "/home/dev/.aws/credentials", "/home/dev/mail/inbox",
		"/home/dev/archive/old.tar", "/opt/", "/srv/data", "/boot/vmlinuz", "/var/log/syslog", "/root/", "/sys/", "/mnt/",
		"/media/", "/run/",
		w+"/.git/config", w+"/.git/HEAD", w+"/go.mod", w+"/go.sum", w+"/main.go", w+"/util.go", w+"/README.md", w+"/Makefile",
		w+"/package.json", w+"/data.csv", w+"/names.txt", w+"/x.txt", w+"/y.txt",
		w+"/a.txt", w+"/b.txt", w+"/src/main.go", w+"/src/lib.rs", w+"/docs/guide.md", w+"/tests/test_a.py", w+"/build/out.o",
		w+"/bin/app", w+"/vendor/x/y.go", w+"/My Documents/a.txt",
		w+"/config.yaml", w+"/app.py", w+"/app.js", w+"/data.gz", w+"/app.jar", w+"/scripts/build.sh", w+"/deploy.sh",
		w+"/dist/app.tar.gz", w+"/site/index.html", w+"/db.sqlite", w+"/empty.txt", w+"/linked.txt")
	return engine.Facts{Dir: w, Home: h, Temp: "/tmp", User: "dev", UID: 1000, FS: t,
		Workspace: effect.Workspace{Root: w},
		Env: engine.Environment{"HOME": h, "PWD": w, "PATH": "/usr/local/bin:/usr/bin:/bin", "USER": "dev",
			"LANG": "C.UTF-8", "TERM": "xterm", "SHELL": "/bin/bash"},
		Confinement: engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Assumed: true}}
}

func analyst() *shell.Analyst { return &shell.Analyst{Table: table.Default()} }

// judge is the verdict of the built-in gates.
func judge(tb testing.TB, a *shell.Analyst, cmd string, f engine.Facts) engine.Verdict {
	tb.Helper()
	stack := gates.New(gates.Analyser{Shell: a}, gates.Default(nil), nil, nil)
	return stack.Judge(engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: cmd},
		Explanation: "A command of a test table."}, f)
}

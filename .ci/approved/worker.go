package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// worker has a home of its own in which it runs one command after the other.
type worker struct {
	opts      options
	base      string
	home      string // of the person, HOME
	ws        string // the workspace in it
	env       []string
	templates map[string]*template
}

// template is what a fixture made, and how that looks.
type template struct {
	dir   string
	files tree
	git   map[string]string // of all repositories
}

// ended is what became of a command.
type ended struct {
	exit    string // a number, or the name of a signal
	output  string
	verdict string // of pp: allowed, approved, denied, failed
	status  int    // pp's own exit code
	asked   string // the question
	files   tree
	git     map[string]string
}

// patience is how long one command may take.
const patience = 2 * time.Minute

func newWorker(o options, base string) (*worker, error) {
	w := &worker{opts: o, base: base, home: filepath.Join(base, "home"), templates: map[string]*template{}}
	w.ws = filepath.Join(w.home, "ws")
	if err := os.MkdirAll(w.ws, 0o755); err != nil {
		return nil, err
	}
	w.env = w.person()
	e, err := w.pp("env | grep -v -e ^_= -e ^SHLVL= -e ^PWD= -e ^OLDPWD=")
	if err != nil {
		return nil, err
	}
	if e.exit != "0" {
		return nil, fmt.Errorf("pp does not tell the environment of commands: %+v", e)
	}
	// A directory for temporary files that goes with one command is none for another.
	w.env = slices.DeleteFunc(strings.Split(e.output, "\n"), func(v string) bool {
		return strings.Contains(v, "/pp-command-")
	})
	return w, nil
}

// person is the environment that pp is started in.
func (w *worker) person() []string {
	env := []string{"HOME=" + w.home, "USER=ann", "LOGNAME=ann", "SHELL=/bin/bash", "LANG=C.UTF-8", "TZ=UTC",
		"TERM=xterm",
		"PATH=" + w.path(), "XDG_STATE_HOME=" + filepath.Join(w.base, "state"),
		"XDG_CONFIG_HOME=" + filepath.Join(w.base, "config")}
	toolchains := cmp.Or(os.Getenv("RUSTUP_HOME"), filepath.Join(homeForTests(), ".rustup"))
	if _, err := os.Stat(toolchains); err == nil {
		env = append(env, "RUSTUP_HOME="+toolchains)
	}
	return env
}

// path has the system's programs, and go and cargo where they are.
func (w *worker) path() string {
	dirs := []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}
	for _, name := range []string{"go", "cargo"} {
		if found, err := exec.LookPath(name); err == nil && !slices.Contains(dirs, filepath.Dir(found)) {
			dirs = append([]string{filepath.Dir(found)}, dirs...)
		}
	}
	return strings.Join(dirs, ":")
}

// fixture makes what a command starts from, once, and keeps it aside.
func (w *worker) fixture(name string) (*template, error) {
	if t := w.templates[name]; t != nil {
		return t, nil
	}
	w.clear()
	if err := os.Mkdir(w.ws, 0o755); err != nil {
		return nil, err
	}
	script := fmt.Sprintf("set -eu; . %[1]s/home.sh; . %[1]s/%[2]s.sh", filepath.Join(w.opts.dir, "fixtures"), name)
	cmd := exec.Command("bash", "--norc", "--noprofile", "-c", script)
	cmd.Dir, cmd.Env = w.ws, append(w.env, "FIXTURES="+filepath.Join(w.opts.dir, "fixtures"),
		"GIT_AUTHOR_DATE=2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2024-01-01T00:00:00Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("fixture %s: %v\n%s", name, err, out)
	}
	// Nothing looks as if it had just been written.
	age := exec.Command("bash", "-c", "find . -name .cache -prune -o -print0 | xargs -0 touch -h -d 2024-02-03T04:05:06Z")
	age.Dir = w.home
	t := &template{dir: filepath.Join(w.base, "template-"+name)}
	if out, err := age.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("fixture %s: %v\n%s", name, err, out)
	}
	if err := w.copyAll(w.home, t.dir); err != nil {
		return nil, err
	}
	w.templates[name] = t
	if err := w.restore(t); err != nil {
		return nil, err
	}
	t.files, t.git = look(w.home, nil), w.gitState(nil)
	return t, nil
}

// clear empties the home, but for caches, which are no part of what is compared.
func (w *worker) clear() {
	entries, _ := os.ReadDir(w.home)
	for _, e := range entries {
		if e.Name() != ".cache" {
			removeAll(filepath.Join(w.home, e.Name()))
		}
	}
}

// copying copies a home but for its caches, and refreshes the index of the workspace:
// it knows the inodes of its files, as after some work.
const copying = `
shopt -s dotglob; cd "$1"; GLOBIGNORE=.cache; mkdir -p "$2"; cp -a -- * "$2"; cd "$2"
if [ -d ws/.git ]; then git -C ws update-index -q --refresh; fi; true
`

func (w *worker) copyAll(from, to string) error {
	cmd := exec.Command("bash", "-e", "-c", copying, "copy", from, to)
	cmd.Env = w.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("copying %s: %v\n%s", from, err, out)
	}
	return nil
}

// restore makes the home as the fixture left it. What go started to count what it did may still write there once.
func (w *worker) restore(t *template) error {
	w.clear()
	if w.copyAll(t.dir, w.home) == nil {
		return nil
	}
	w.clear()
	return w.copyAll(t.dir, w.home)
}

// compare runs a command on both sides.
func (w *worker) compare(c kase) result {
	r := result{kase: c}
	t, err := w.fixture(c.fixture)
	if err == nil {
		err = w.restore(t)
	}
	if err == nil {
		r.bash = c.each(w.bash)
		r.bash.files, r.bash.git = look(w.home, t.files), w.gitState(t)
		err = w.restore(t)
	}
	switch {
	case err != nil:
	case w.opts.mode == "bash":
		r.pp = c.each(w.bash)
		r.pp.files, r.pp.git = look(w.home, t.files), w.gitState(t)
	default:
		w.forget()
		r.pp = c.each(func(line string) ended {
			e, failed := w.pp(line)
			err = cmp.Or(err, failed)
			return e
		})
		r.pp.files, r.pp.git = look(w.home, t.files), w.gitState(t)
	}
	if err == nil && w.opts.undo {
		r.left, r.undo = w.undo(t)
	}
	r.failure = err
	return r
}

// undo takes the newest command back, and gives what is not as before it then, and what pp said. The time of a
// directory is not what was in it.
func (w *worker) undo(t *template) (left []string, said string) {
	said = w.undone()
	for _, p := range paths(t.files, look(w.home, nil)) {
		if p[0] != '@' || !strings.HasPrefix(t.files[p[1:]].what, "d") {
			left = append(left, p)
		}
	}
	now := w.gitState(nil)
	for k := range union(t.git, now) {
		if t.git[k] != now[k] {
			left = append(left, "git "+k)
		}
	}
	slices.Sort(left)
	return left, said
}

// bash runs a command as pp's shell does, with nothing around it.
func (w *worker) bash(line string) ended {
	var out bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/usr/bin/bash", "--norc", "--noprofile", "-p", "-c", line)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = w.ws, append(slices.Clone(w.env), "PWD="+w.ws), &out, &out
	// As under pp: no terminal, and nothing that lives on.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	cmd.Run()
	e := ended{output: out.String(), exit: "-1"}
	if s := cmd.ProcessState; s != nil {
		syscall.Kill(-s.Pid(), syscall.SIGKILL)
		e.exit = strconv.Itoa(s.ExitCode())
		if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
			e.exit = unix.SignalName(ws.Signal())
		}
	}
	return e
}

// reply is what pp says in JSON.
type reply struct {
	Pending []struct{ Token string }
	Session string
	Status  string
	Error   *struct{ Message string }
}

// each runs a command and those that follow it, and returns their joint result.
func (c kase) each(run func(line string) ended) ended {
	out := run(c.line)
	for _, line := range c.then {
		e := run(line)
		out.exit += " " + e.exit
		out.output = strings.TrimSuffix(out.output, "\n") + "\n" + e.output
		out.status = cmp.Or(out.status, e.status)
		if out.verdict == "allowed" || e.verdict == "denied" || e.verdict == "failed" {
			out.verdict, out.asked = e.verdict, e.asked
		}
	}
	if strings.Trim(out.exit, "0 ") == "" {
		out.exit = "0"
	}
	return out
}

// forget removes the data that pp keeps about earlier commands.
func (w *worker) forget() {
	for _, below := range []string{"approvals", "audit", "sessions", "undo", "history", "costs"} {
		removeAll(filepath.Join(w.base, "state/pp", below))
	}
}

// pp runs a command with pp, and approves it if pp asks.
func (w *worker) pp(line string) (ended, error) {
	e := ended{verdict: "allowed"}
	said, asked, status := w.call("run " + line)
	e.asked, e.status = strings.TrimSpace(asked), status
	for n := 0; n < 5 && len(said.Pending) > 0; n++ {
		e.verdict = "approved"
		said, asked, e.status = w.call("approve", said.Pending[0].Token, "--yes")
	}
	ran := w.lastResult(said.Session, &e)
	switch {
	case ran:
	case e.status == 3:
		e.verdict = "denied"
	default:
		e.verdict, e.output = "failed", asked
		if said.Error != nil {
			e.output = said.Error.Message + "\n" + asked
		}
	}
	return e, nil
}

// undone runs pp undo, which prints no JSON.
func (w *worker) undone() string {
	cmd := exec.Command(w.opts.pp, "-q", "undo", "--yes")
	cmd.Dir, cmd.Env = w.ws, w.person()
	out, _ := cmd.CombinedOutput()
	return string(out)
}

// call runs pp itself, and gives its JSON, its standard error and its exit code.
func (w *worker) call(args ...string) (reply, string, int) {
	var out, errs bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	argv := append([]string{w.opts.pp, "-q", "--output-format", "json"}, args...)
	if w.opts.mode == "landlock" || w.opts.mode == "nothing" {
		self, _ := os.Executable()
		argv = append([]string{self, confineArg, w.opts.mode}, argv...)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = w.ws, w.person(), &out, &errs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	cmd.Run()
	var r reply
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		errs.WriteString(out.String())
	}
	return r, errs.String(), cmd.ProcessState.ExitCode()
}

var (
	exitOf   = regexp.MustCompile(`:EXIT (\d+)`)
	signalOf = regexp.MustCompile(`:SIGNAL "(\w+)"`)
)

// lastResult takes from the trace how the command ended and what it printed.
func (w *worker) lastResult(session string, e *ended) bool {
	cmd := exec.Command(w.opts.pp, "trace", "--json", session)
	cmd.Dir, cmd.Env = w.ws, w.person()
	out, err := cmd.Output()
	var records []struct {
		Kind   string
		Fields map[string]string
		Text   string
	}
	if err != nil || json.Unmarshal(out, &records) != nil {
		return false
	}
	for _, r := range slices.Backward(records) {
		if r.Kind != "result" || r.Fields["tool"] != "shell" {
			continue
		}
		head, text, _ := strings.Cut(r.Text, "\n")
		e.output = text
		if m := exitOf.FindStringSubmatch(head); m != nil {
			e.exit = m[1]
		} else if m := signalOf.FindStringSubmatch(head); m != nil {
			e.exit = m[1]
		} else {
			e.exit = head
		}
		return true
	}
	return false
}

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
	opts       options
	base       string
	home, ws   string           // HOME, and the workspace in it
	person     []string         // the environment that pp is started in
	env        []string         // that of commands
	fixtures   map[string]state // by name; the files are in base/NAME
	patience   time.Duration    // how long one command may take
	confinedBy []string         // the command that takes features away from pp
}

// ended is what became of a command.
type ended struct {
	exit    string // a number, or the name of a signal
	output  string
	verdict string // of pp: allowed, approved, denied, failed
	status  int    // pp's own exit code
	asked   string // the question
	state   state
}

// fixtureTime is the modification time of every file of a fixture.
var fixtureTime = time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC)

func newWorker(o options, base string) (*worker, error) {
	w := &worker{opts: o, base: base, home: filepath.Join(base, "home"), ws: filepath.Join(base, "home/ws"),
		fixtures: map[string]state{}, patience: 2 * time.Minute}
	if o.mode == "landlock" || o.mode == "nothing" {
		w.confinedBy = []string{"/proc/self/exe", confineArg, o.mode}
	}
	path := "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	for _, name := range []string{"go", "cargo"} {
		if found, err := exec.LookPath(name); err == nil {
			path = filepath.Dir(found) + ":" + path
		}
	}
	w.person = []string{"HOME=" + w.home, "USER=ann", "LOGNAME=ann", "SHELL=/bin/bash", "LANG=C.UTF-8", "TZ=UTC",
		"TERM=xterm", "PATH=" + path, "XDG_STATE_HOME=" + filepath.Join(base, "state"),
		"XDG_CONFIG_HOME=" + filepath.Join(base, "config")}
	toolchains := cmp.Or(os.Getenv("RUSTUP_HOME"), filepath.Join(os.Getenv("HOME"), ".rustup"))
	if _, err := os.Stat(toolchains); err == nil {
		w.person = append(w.person, "RUSTUP_HOME="+toolchains)
	}
	if err := os.MkdirAll(w.ws, 0o755); err != nil {
		return nil, err
	}
	e := w.pp("env | grep -v -e ^_= -e ^SHLVL= -e ^PWD= -e ^OLDPWD=")
	if e.exit != "0" {
		return nil, fmt.Errorf("pp does not tell the environment of commands: %+v", e)
	}
	// A directory for temporary files that goes with one command is none for another.
	w.env = slices.DeleteFunc(strings.Split(e.output, "\n"), func(v string) bool {
		return strings.Contains(v, "/pp-command-")
	})
	return w, nil
}

// making creates a fixture in the workspace, sets all times to fixtureTime, and saves a copy. Copying leaves out
// caches. It refreshes the index of the workspace, so that git knows the inodes of the files, as after some work.
const (
	making = `set -eu; mkdir ws; cd ws; ( . "$FIXTURES/home.sh"; . "$FIXTURES/$1.sh" ); cd ..
find . -name .cache -prune -o -print0 | xargs -0 touch -h -d 2024-02-03T04:05:06Z`
	copying = `set -eu; shopt -s dotglob; GLOBIGNORE=.cache; mkdir -p "$2"; chmod -R u+rwX "$2"; cd "$2"; rm -rf -- *
cd "$1"; cp -a -- * "$2"; cd "$2"
if [ -d ws/.git ]; then git -C ws update-index -q --refresh; fi; true`
)

// script runs a script with arguments in the home.
func (w *worker) script(text string, args ...string) error {
	cmd := exec.Command("bash", append([]string{"--norc", "--noprofile", "-c", text, "script"}, args...)...)
	cmd.Dir, cmd.Env = w.home, append(w.env, "FIXTURES="+filepath.Join(w.opts.dir, "fixtures"),
		"GIT_AUTHOR_DATE=2024-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2024-01-01T00:00:00Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%q: %v\n%s", args, err, out)
	}
	return nil
}

// restore resets the home to a fixture. It retries once, because go's telemetry process may still write there.
func (w *worker) restore(fixture string) error {
	aside := filepath.Join(w.base, fixture)
	if w.fixtures[fixture] == nil {
		empty := filepath.Join(w.base, "empty")
		if err := os.MkdirAll(filepath.Join(empty, "ws"), 0o755); err != nil {
			return err
		}
		err := w.script(copying, empty, w.home)
		if err == nil {
			err = os.Remove(w.ws)
		}
		if err == nil {
			err = w.script(making, fixture)
		}
		if err == nil {
			err = w.script(copying, w.home, aside)
		}
		if err == nil {
			err = w.script(copying, aside, w.home)
		}
		if err != nil {
			return err
		}
		w.fixtures[fixture] = w.look()
	}
	err := w.script(copying, aside, w.home)
	if err != nil {
		err = w.script(copying, aside, w.home)
	}
	return err
}

// compare runs a command on both sides.
func (w *worker) compare(c kase) result {
	r := result{kase: c}
	if r.failure = w.restore(c.fixture); r.failure != nil {
		return r
	}
	r.bash = w.each(c, w.bash)
	if r.failure = w.restore(c.fixture); r.failure != nil {
		return r
	}
	for _, below := range []string{"approvals", "audit", "sessions", "undo", "history", "costs"} {
		removeAll(filepath.Join(w.base, "state/pp", below))
	}
	r.pp = w.each(c, w.pp)
	if w.opts.undo {
		cmd := exec.Command(w.opts.pp, "-q", "undo", "--yes")
		cmd.Dir, cmd.Env = w.ws, w.person
		said, _ := cmd.CombinedOutput()
		r.left = slices.DeleteFunc(w.fixtures[c.fixture].differences(w.look()), func(d string) bool {
			return strings.Contains(d, `: "d`) // the time of a directory is not what was in it
		})
		if len(r.left) > 0 {
			r.left = append(r.left, string(said))
		}
	}
	return r
}

// each runs a command and its following commands, and returns their joint result.
func (w *worker) each(c kase, run func(line string) ended) ended {
	out := run(c.lines[0])
	for _, line := range c.lines[1:] {
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
	out.state = w.look()
	return out
}

// start runs a program in the workspace without a terminal and returns its output. Standard error goes to errs.
func (w *worker) start(env []string, out, errs *bytes.Buffer, argv ...string) *os.ProcessState {
	ctx, cancel := context.WithTimeout(context.Background(), w.patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = w.ws, env, out, errs
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	_ = cmd.Run()
	return cmd.ProcessState
}

// bash runs a command as pp's shell does, but without a sandbox.
func (w *worker) bash(line string) ended {
	var out bytes.Buffer
	s := w.start(append(slices.Clone(w.env), "PWD="+w.ws), &out, &out, "/usr/bin/bash", "--norc", "--noprofile", "-p",
		"-c", line)
	e := ended{output: out.String(), exit: "-1"}
	if s != nil {
		_ = syscall.Kill(-s.Pid(), syscall.SIGKILL)
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
	Error   *struct{ Message string }
}

// pp runs a command with pp, and approves it if pp asks.
func (w *worker) pp(line string) ended {
	e := ended{verdict: "allowed"}
	said, asked := w.call(&e, "run "+line)
	e.asked = strings.TrimSpace(asked)
	for n := 0; n < 5 && len(said.Pending) > 0; n++ {
		e.verdict = "approved"
		said, asked = w.call(&e, "approve", said.Pending[0].Token, "--yes")
	}
	switch {
	case w.lastResult(said.Session, &e):
	case e.status == 3:
		e.verdict = "denied"
	default:
		e.verdict, e.output = "failed", asked
		if said.Error != nil {
			e.output = said.Error.Message + "\n" + asked
		}
	}
	return e
}

// call runs pp itself, and gives its JSON, its standard error and its exit code.
func (w *worker) call(e *ended, args ...string) (r reply, says string) {
	var out, errs bytes.Buffer
	s := w.start(w.person, &out, &errs, slices.Concat(w.confinedBy, []string{w.opts.pp, "-q", "--output-format", "json"},
		args)...)
	if json.Unmarshal(out.Bytes(), &r) != nil {
		errs.Write(out.Bytes())
	}
	e.status = s.ExitCode()
	return r, errs.String()
}

// endOf matches the exit code or signal of a command.
var endOf = regexp.MustCompile(`:EXIT (\d+)|:SIGNAL "(\w+)"`)

// lastResult takes from the trace how the command ended and what it printed.
func (w *worker) lastResult(session string, e *ended) bool {
	var out bytes.Buffer
	w.start(w.person, &out, &bytes.Buffer{}, w.opts.pp, "trace", "--json", session)
	var records []struct {
		Kind   string
		Fields map[string]string
		Text   string
	}
	if json.Unmarshal(out.Bytes(), &records) != nil {
		return false
	}
	for _, r := range slices.Backward(records) {
		if r.Kind == "result" && r.Fields["tool"] == "shell" {
			e.exit, e.output, _ = strings.Cut(r.Text, "\n")
			if m := endOf.FindStringSubmatch(e.exit); m != nil {
				e.exit = m[1] + m[2]
			}
			return true
		}
	}
	return false
}

package actuators_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/actuators"
	"pp/actuators/sandbox"
	"pp/actuators/tools"
	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/sexp"
)

// The test binary is its own pp, as in the tests of the sandbox, and the victim
// of TestInvariant11WriteSurvivesKill.
func TestMain(m *testing.M) {
	if sandbox.Child(os.Args) {
		return
	}
	if len(os.Args) == 3 && os.Args[1] == victimArg {
		victim(os.Args[2])
		return
	}
	enginetest.Quicken(os.Getenv, 4)
	os.Exit(m.Run())
}

const victimArg = "__victim"

// desk is a workspace and a store of before-images, each a directory of base.
type desk struct {
	ws, state string
	store     *undo.Store
}

func newDesk(base string) (desk, error) {
	d := desk{ws: base + "/ws", state: base + "/state"}
	err := errors.Join(os.MkdirAll(d.ws, 0o755), os.MkdirAll(d.state, 0o755))
	if err == nil {
		err = d.open()
	}
	return d, err
}

func (d *desk) open() (err error) {
	d.store, err = undo.Open(d.state+"/undo", undo.Options{Clock: time.Now, Temporary: tools.Temporary})
	return err
}

// do judges and carries out a call as pp does: before-images first.
func (d desk) do(t testing.TB, tool string, args sexp.Plist) (engine.Result, error) {
	t.Helper()
	list := tools.Builtin(tools.Options{})
	for _, x := range list {
		if x.Spec.Name == tool {
			c := enginetest.Call(t, x.Spec, args, engine.Facts{Dir: d.ws, Home: d.ws, FS: store.NewView()})
			return d.store.Guard(actuators.NewTools(list)).Do(context.Background(), c)
		}
	}
	t.Fatalf("no tool %s", tool)
	return engine.Result{}, nil
}

// temporaries are files that nobody but pp made.
func temporaries(base string) []string {
	var out []string
	_ = filepath.WalkDir(base, func(name string, d fs.DirEntry, err error) error {
		if err == nil && (tools.Temporary(d.Name()) || strings.HasPrefix(d.Name(), ".pp-undo-") ||
			strings.HasPrefix(d.Name(), "tmp-")) {
			out = append(out, name)
		}
		return nil
	})
	return out
}

func text(key, value string, more ...string) sexp.Plist {
	p := sexp.Plist{}.With(key, sexp.String(value))
	for i := 0; i+1 < len(more); i += 2 {
		p = p.With(more[i], sexp.String(more[i+1]))
	}
	return p
}

// fault is a way in which a file system refuses, and what the message then says.
type fault struct {
	name  string
	cause func(t *testing.T, dir string)
	says  string
}

var faults = []fault{
	{"full", func(t *testing.T, dir string) {
		err := os.WriteFile(dir+"/ballast", make([]byte, 1<<20), 0o644)
		if err == nil {
			t.Fatal("the disk did not fill")
		}
	}, "full"},
	{"read-only", readOnly, "may not be written"},
}

// TestFaultsOfTheWorkspace writes, edits and restores where the workspace is full
// or read-only: the file is the old one, nothing is left beside it, and the
// message says what to do.
func TestFaultsOfTheWorkspace(t *testing.T) {
	if !inside(t) {
		return
	}
	large := strings.Repeat("new\n", 50_000)
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			d, err := newDesk(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			mount(t, d.ws, "size=256k")
			old := strings.Repeat("old\n", 20_000)
			put(t, d.ws+"/a.txt", old)
			put(t, d.ws+"/gone.txt", old)
			// A deletion that is to be restored later.
			if _, err := d.store.Guard(remover(d.ws+"/gone.txt")).Do(context.Background(), d.writes(t, "gone.txt")); err != nil {
				t.Fatal(err)
			}
			f.cause(t, d.ws)
			for tool, args := range map[string]sexp.Plist{
				"write-file": text("FILEPATH", "a.txt", "CONTENT", large),
				"edit-file":  text("FILEPATH", "a.txt", "OLD", old, "NEW", large),
			} {
				res, err := d.do(t, tool, args)
				if err != nil || !res.Failed || !strings.Contains(res.Text, f.says) || !strings.Contains(res.Text, "person") {
					t.Errorf("%s: %v %+v", tool, err, res)
				}
				if got := get(d.ws + "/a.txt"); got != old {
					t.Errorf("%s: the file holds %d bytes", tool, len(got))
				}
			}
			e, err := d.store.Newest("")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := d.store.Restore(e.ID); err == nil || !strings.Contains(err.Error(), "gone.txt") {
				t.Errorf("restoring: %v", err)
			}
			if got := get(d.ws + "/gone.txt"); got != "" {
				t.Errorf("a part of %d bytes was restored", len(got))
			}
			if left := temporaries(d.ws); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// TestFaultsOfTheStore writes where no before-image can be kept: nothing is done.
func TestFaultsOfTheStore(t *testing.T) {
	if !inside(t) {
		return
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			d, err := newDesk(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			put(t, d.ws+"/a.txt", "old")
			mount(t, d.state, "size=64k")
			f.cause(t, d.state)
			_, err = d.do(t, "write-file", text("FILEPATH", "a.txt", "CONTENT", "new"))
			if err == nil || !strings.Contains(err.Error(), "nothing was done") || !strings.Contains(err.Error(), d.state) ||
				!strings.Contains(err.Error(), "XDG_STATE_HOME") {
				t.Errorf("%v", err)
			}
			if got := get(d.ws + "/a.txt"); got != "old" {
				t.Errorf("the file holds %q", got)
			}
		})
	}
}

// TestFaultsOfCommands runs commands where the workspace is full or read-only.
func TestFaultsOfCommands(t *testing.T) {
	if !inside(t) {
		return
	}
	for _, f := range []fault{{"full", faults[0].cause, "No space left on device"},
		{"read-only", faults[1].cause, "Read-only file system"}} {
		t.Run(f.name, func(t *testing.T) {
			d, err := newDesk(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			mount(t, d.ws, "size=256k")
			put(t, d.ws+"/a.txt", "old\n")
			f.cause(t, d.ws)
			env := actuators.Environment(engine.Environment{"PATH": "/usr/bin:/bin", "HOME": d.ws, "PWD": d.ws}, d.ws)
			box := sandbox.New(sandbox.Options{Env: env})
			if box.Probe().Files != engine.FilesMounts {
				enginetest.Skip(t, os.Getenv, false, "no namespaces within namespaces: %v", box.Report())
			}
			action := engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "head -c 200000 /dev/zero > b.txt; " +
				"echo $?"}}
			c := enginetest.Clear(t, action, effect.Effects{Writes: d.paths(t, "b.txt"), Runs: []effect.Program{{Name: "head",
				Class: effect.ProgramReads}}}, d.ws)
			res, err := d.store.Guard(actuators.NewShell(box, actuators.ShellOptions{})).Do(context.Background(), c)
			if err != nil || !strings.Contains(res.Text, f.says) || !strings.Contains(res.Text, "\n1") {
				t.Errorf("%v %+v", err, res)
			}
		})
	}
}

func (d desk) paths(t testing.TB, names ...string) []effect.Path {
	t.Helper()
	var out []effect.Path
	for _, n := range names {
		p, err := effect.Resolve(store.NewView(), d.ws, n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func (d desk) writes(t testing.TB, names ...string) engine.Cleared {
	t.Helper()
	return enginetest.Clear(t, engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "true"}},
		effect.Effects{Writes: d.paths(t, names...)}, d.ws)
}

// remover is an actuator that deletes a file.
type remover string

func (r remover) Do(context.Context, engine.Cleared) (engine.Result, error) {
	return engine.Result{}, os.Remove(string(r))
}

func put(t testing.TB, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// get is a file's content, "" when there is none.
func get(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

const oldText, newText = "old text\n", "new text, which is longer\n"

// quiet is a testing.TB for the victim, which is no test.
type quiet struct{ testing.TB }

func (quiet) Helper() {}

func (quiet) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// victim writes one file once, as pp does, and says so when it is done.
func victim(base string) {
	d, err := newDesk(base)
	if err != nil {
		panic(err)
	}
	res, err := d.do(quiet{}, "write-file", text("FILEPATH", "a.txt", "CONTENT", newText))
	if err != nil || res.Failed {
		panic(fmt.Sprint(err, res))
	}
	fmt.Println("written")
}

// TestInvariant11WriteSurvivesKill kills a process that writes a file at each of
// the system calls that make up a write. The file is the old one or the new one,
// and after the next start nothing is left beside it.
func TestInvariant11WriteSurvivesKill(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "strace is not installed")
	}
	if out, err := exec.Command(strace, "-qq", "-o", "/dev/null", "/bin/true").CombinedOutput(); err != nil {
		enginetest.Skip(t, os.Getenv, false, "strace may not trace here: %s", out)
	}
	calls := []string{"openat", "openat2", "write", "fchmod", "fsync", "renameat", "flock", "mkdirat", "unlinkat"}
	if testing.Short() {
		calls = []string{"fsync", "renameat"}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	killed, left := 0, 0
	for _, call := range calls {
		for n, done := 1, false; !done; n++ {
			if n > 200 {
				t.Fatalf("%s: still killed at call %d", call, n)
			}
			dir := filepath.Join(base, fmt.Sprint(call, n))
			if err := os.MkdirAll(dir+"/ws", 0o755); err != nil {
				t.Fatal(err)
			}
			put(t, dir+"/ws/a.txt", oldText)
			var out bytes.Buffer
			cmd := exec.Command(strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace="+call, "-e",
				fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, n),
				self, victimArg, dir)
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Run(); err == nil {
				done = true
			} else if out.Len() > 0 && out.String() != "written\n" {
				t.Fatalf("%s %d: %v %s", call, n, err, out.String())
			} else {
				killed++
			}
			left += len(temporaries(dir))
			afterKill(t, dir, fmt.Sprint(call, " ", n), done)
		}
	}
	if killed < len(calls) || left == 0 {
		t.Errorf("killed %d times, which left %d temporaries for the next start", killed, left)
	}
	t.Logf("killed %d times, %d temporaries were left and removed", killed, left)
}

func afterKill(t *testing.T, dir, when string, done bool) {
	t.Helper()
	if got := get(dir + "/ws/a.txt"); got != newText && (done || got != oldText) {
		t.Errorf("%s: the file holds %q", when, got)
	}
	d, err := newDesk(dir)
	if err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	if left := temporaries(dir); len(left) > 0 {
		t.Errorf("%s: %v are left", when, left)
	}
	if undo.Interrupted(d.state + "/undo") {
		t.Errorf("%s: it still counts as interrupted", when)
	}
	if _, err := d.do(t, "write-file", text("FILEPATH", "a.txt", "CONTENT", "next")); err != nil {
		t.Errorf("%s: the next write: %v", when, err)
	}
}

package sandbox

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/gates/paths"
)

// The test binary is its own pp: it executes itself as the first process of a
// sandbox, as pp does.
func TestMain(m *testing.M) {
	if Child(os.Args) {
		return
	}
	if len(os.Args) == 4 && os.Args[1] == attackArg {
		runAttack(os.Args[2:])
	}
	if os.Getenv("SANDBOX_TEST_VICTIM") != "" {
		os.Exit(m.Run()) // it is killed, and could remove nothing
	}
	enginetest.Quicken(os.Getenv, 4, inMemory)
	below := os.Getenv(testBase)
	var is unix.Statfs_t
	if below == "" && unix.Statfs(inMemory, &is) == nil && is.Type == unix.TMPFS_MAGIC {
		below = inMemory
	}
	if below != "" {
		// Their helper is written now: while it is open for that nobody can run it, and what starts meanwhile has it open.
		if data, err := os.ReadFile("/proc/self/exe"); err == nil && os.WriteFile(below+"/helper", data, 0o755) == nil {
			worlds = below
		}
	}
	dir, err := os.MkdirTemp("", "pp-sandbox-probe-")
	if err != nil {
		panic(err)
	}
	sharedProbes = dir
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// sharedProbes is where the sandboxes of all tests keep what they find out, so
// that not each of them does so anew.
var sharedProbes string

// testBase names where the worlds are of the part of the tests that runs as somebody else.
const testBase = "SANDBOX_TEST_BASE"

// worlds is the directory of all worlds where there is a copy of this program for them to link to.
var worlds string

// long reports whether everything is asked for (PP_LONG=1). Else a test takes a
// representative part of its table.
func long() bool { return os.Getenv("PP_LONG") != "" }

// patience bounds what must end by itself, however slow the machine is.
const patience = 5 * time.Minute

// inMemory is a directory that is usually there and empty. Memory is mounted over it for the tests.
const inMemory = "/var/local"

// world is a throw-away tree with a home, a workspace and a place outside of
// both, and a sandbox over it.
type world struct {
	asks  bool // the verdict asks, and a person says yes
	keeps bool // what commands start may go on
	*Sandbox
	t                         testing.TB
	base, home, ws, out, temp string
	cache, probes             string
	layers                    int
	shares                    engine.Scratch // of the conversation
}

// newWorld makes a tree. It lies below the directory of the test, which is not
// one that the sandbox hides, so that "outside" is read-only and not absent.
func newWorld(t testing.TB) *world {
	t.Helper()
	base, err := os.MkdirTemp(cmp.Or(os.Getenv(testBase), worlds, "/var/lib"), "pp-sandbox-")
	if err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a test needs a directory that is neither temporary nor in the "+
			"home: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	if base, err = filepath.EvalSymlinks(base); err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, base: base, home: base + "/home", ws: base + "/home/ws", out: base + "/out", temp: base + "/temp",
		cache: base + "/home/.cache/pp/build", probes: sharedProbes}
	for _, d := range []string{w.home, w.ws, w.out, w.temp, w.home + "/.ssh"} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.put(w.home+"/.ssh/id_ed25519", planted)
	w.put(w.ws+"/.env", planted)
	w.put(w.ws+"/a.txt", "alpha\n")
	w.put(w.ws+"/b.txt", "beta\n")
	w.put(w.out+"/outside.txt", "outside\n")
	w.Sandbox = New(w.options())
	t.Cleanup(func() { w.Close() })
	return w
}

// newMountedWorld is newWorld on a machine with mount namespaces.
func newMountedWorld(t testing.TB) *world {
	t.Helper()
	w := newWorld(t)
	w.needs(engine.FilesMounts)
	return w
}

// planted stands for a secret; nothing a command prints may contain it.
const planted = "PLANTED-NOT-A-REAL-SECRET-1234\n"

func (w *world) options() Options {
	env := engine.Environment{"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": w.home}
	programs, stores := paths.Tools()
	return Options{Home: w.home, Tools: programs, Caches: stores,
		Temp: w.temp, Env: env, CacheDir: w.cache, ProbeDir: w.probes,
		ProbeCache: w.probes, Shared: true,
		Own: []string{w.home + "/.cache/pp"}, Secret: fakeSecret, Surface: fakeSurface, Clock: time.Now}
}

func fakeSecret(p string) bool {
	base := filepath.Base(p)
	return base == ".env" || strings.HasPrefix(base, "id_ed25519") || base == ".ssh" || base == "shadow"
}

func fakeSurface(p string) bool {
	base := filepath.Base(p)
	return base == ".envrc" || base == "Makefile" || strings.Contains(p, "/.vscode/")
}

func (w *world) put(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return "ERROR " + err.Error()
	}
	return string(data)
}

// at observes a path as the gates do.
func (w *world) at(name string) effect.Path {
	w.t.Helper()
	p, err := effect.ResolveParent(store.NewView(), w.ws, name)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *world) spec(e effect.Effects) Spec {
	w.t.Helper()
	s, err := w.Sandbox.Spec(w.cleared(e))
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// cleared is a command that a loop cleared with these effects in the workspace.
func (w *world) cleared(e effect.Effects) engine.Cleared {
	loop := engine.Loop{Judge: judge{e, w.ws, w.asks, w.shares}, Actuators: &capture{}, Recorder: forget{},
		Approver: yes{}, Silent: []engine.Target{engine.TargetShell}}
	loop.Run(context.Background(), engine.Signal{
		Payload: engine.Request{Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "true"}}}})
	return loop.Actuators.(*capture).got
}

type judge struct {
	effects effect.Effects
	ws      string
	asks    bool
	scratch engine.Scratch
}

// yes approves everything.
type yes struct{}

func (yes) Ask(context.Context, engine.Question) (engine.Answer, error) {
	return engine.Answer{Kind: engine.AnswerOnce}, nil
}

func (j judge) Judge(a engine.Action, _ engine.Facts) engine.Verdict {
	decision := engine.Allow
	if j.asks {
		decision = engine.Ask
	}
	return engine.Verdict{Decision: decision, Action: a, Effects: j.effects, Dir: j.ws,
		Workspace: effect.Workspace{Root: j.ws}, Facts: engine.Facts{Scratch: j.scratch}}
}

type capture struct{ got engine.Cleared }

func (c *capture) Find(engine.Target) (engine.Actuator, bool) { return c, true }

func (c *capture) Do(_ context.Context, cleared engine.Cleared) (engine.Result, error) {
	c.got = cleared
	return engine.Result{}, nil
}

type forget struct{}

func (forget) Record(context.Context, engine.Record) error { return nil }

// sh runs a script under bash with these effects, and gives what it printed.
func (w *world) sh(e effect.Effects, script string) (string, Exit) {
	w.t.Helper()
	return w.under(w.spec(e), script)
}

func (w *world) under(s Spec, script string) (string, Exit) {
	w.t.Helper()
	var out bytes.Buffer
	exit, err := w.Run(context.Background(), s, Command{Argv: bash(script), Output: &out, Limit: patience,
		Lasts: w.keeps})
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", script, err, out.String())
	}
	return out.String(), exit
}

func bash(script string) []string {
	return []string{"/bin/bash", "--norc", "--noprofile", "-p", "-c", script}
}

// gives looks, without the sandbox, whether the kernel has what it confines by.
func gives(files engine.FilesBy) bool {
	if files <= engine.FilesLandlock {
		return landlockABI() > 0
	}
	cmd := exec.Command("/bin/true")
	cmd.SysProcAttr = attributes(probe{namespaces: true, user: true, everyID: os.Geteuid() == 0}, false)
	return cmd.Run() == nil
}

// needs skips a test where the kernel refuses what it is about.
func (w *world) needs(files engine.FilesBy) {
	w.t.Helper()
	if have := w.Probe().Files; have < files {
		enginetest.Skip(w.t, os.Getenv, gives(files), "this machine confines files by %s only: %s", have,
			strings.Join(w.Report(), "; "))
	}
}

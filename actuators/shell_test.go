package actuators_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/actuators"
	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
)

// place is a workspace with an actuator over a real sandbox.
type place struct {
	*actuators.Shell
	box *sandbox.Sandbox
	ws  string
}

func newPlace(t testing.TB, o actuators.ShellOptions) place { return newPlaceAt(t, o, nil) }

// newPlaceAt is newPlace with a clock; without one every command takes no time.
func newPlaceAt(t testing.TB, o actuators.ShellOptions, clock func() time.Time) place {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ws := base + "/ws"
	if err := errors.Join(os.Mkdir(ws, 0o755), os.WriteFile(ws+"/a.txt", []byte("alpha\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	env := actuators.Environment(engine.Environment{"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": base, "PWD": ws}, ws)
	box := sandbox.New(sandbox.Options{Home: base, Env: env, Clock: clock})
	return place{actuators.NewShell(box, o), box, ws}
}

// cleared is a command that a loop cleared, relying on a confinement.
func (p place) cleared(t testing.TB, op engine.Op, e effect.Effects, relied engine.Confinement) engine.Cleared {
	t.Helper()
	judge := judge{e, p.ws, relied}
	var got capture
	loop := engine.Loop{Judge: judge, Actuators: &got, Recorder: forget{}, Silent: []engine.Target{engine.TargetShell}}
	out := loop.Run(context.Background(), engine.Signal{
		Payload: engine.Request{Action: engine.Action{Target: engine.TargetShell, Op: op}}})
	if out.Err != nil || !got.cleared.Valid() {
		t.Fatalf("not cleared: %+v", out)
	}
	return got.cleared
}

type judge struct {
	effects effect.Effects
	ws      string
	relied  engine.Confinement
}

func (j judge) Judge(a engine.Action, _ engine.Facts) engine.Verdict {
	return engine.Verdict{Decision: engine.Allow, Action: a, Effects: j.effects, Dir: j.ws,
		Workspace: effect.Workspace{Root: j.ws}, Confinement: j.relied}
}

type capture struct{ cleared engine.Cleared }

func (c *capture) Find(engine.Target) (engine.Actuator, bool) { return c, true }

func (c *capture) Do(_ context.Context, cleared engine.Cleared) (engine.Result, error) {
	c.cleared = cleared
	return engine.Result{}, nil
}

type forget struct{}

func (forget) Record(context.Context, engine.Record) error { return nil }

func (p place) run(t testing.TB, op engine.Run, e effect.Effects) engine.Result {
	t.Helper()
	res, err := p.Do(context.Background(), p.cleared(t, op, e, p.box.Probe()))
	if err != nil {
		t.Fatalf("%s: %v", op.Command, err)
	}
	return res
}

func (p place) writes(t testing.TB, names ...string) effect.Effects {
	t.Helper()
	var e effect.Effects
	for _, n := range names {
		path, err := effect.ResolveParent(store.NewView(), p.ws, n)
		if err != nil {
			t.Fatal(err)
		}
		e.Writes = append(e.Writes, path)
	}
	e.Runs = []effect.Program{{Name: "x", Class: effect.ProgramActs}}
	return e
}

func TestResults(t *testing.T) {
	var live bytes.Buffer
	p := newPlace(t, actuators.ShellOptions{MaxOutput: 1000, Live: &live})
	for _, c := range []struct {
		command string
		want    string // a pattern of filepath.Match with * for anything
		failed  bool
	}{
		{"echo hello", "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)\nhello", false},
		{"true", "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)", false},
		{"echo out; echo err >&2; exit 3", "TOOL [shell] RESULT: (:STATUS :ERROR :EXIT 3)\nout\nerr", false},
		{"kill -SEGV $$", "TOOL [shell] RESULT: (:STATUS :ERROR :SIGNAL \"SIGSEGV\")", false},
		{"printf 'a\\0b'", "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0 :LEFT-OUT 3)\n[3 bytes of binary output, not " +
			"shown; it begins with 61 00 62]", false},
		{"printf '\\xff\\xfe\\xfd'", "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0 :LEFT-OUT 3)\n[3 bytes of binary " +
			"output, not shown; it begins with ff fe fd]", false},
		{"printf 'caf\\xe9 %s' $(seq 5) ", "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)\ncaf\uFFFD 1caf\uFFFD " +
			"2caf\uFFFD 3caf\uFFFD 4caf\uFFFD 5", false},
		{"echo $LC_ALL $TERM $GIT_PAGER", "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)\nC.UTF-8 dumb cat", false},
		{"echo $-; shopt -q login_shell || echo plain; echo ${BASH_VERSINFO[0]}",
			"TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)\nhpBc\nplain\n5", false},
	} {
		live.Reset()
		res := p.run(t, engine.Run{Command: c.command}, effect.Effects{})
		if res.Text != c.want || res.Failed != c.failed || res.Origin != engine.OriginUntrusted {
			t.Errorf("%s:\n%q, failed %v; want\n%q", c.command, res.Text, res.Failed, c.want)
		}
	}
	live.Reset()
	res := p.run(t, engine.Run{Command: "seq 1 100000"}, effect.Effects{})
	head, tail := "(:STATUS :SUCCESS :EXIT 0 :LEFT-OUT 587", "99999\n100000"
	if !strings.Contains(res.Text, head) || !strings.HasSuffix(res.Text, tail) ||
		!strings.Contains(res.Text, "\n1\n2\n3\n") || len(res.Text) > 1200 {
		t.Errorf("%d bytes: %s", len(res.Text), res.Text)
	}
	if live.Len() != 588895 {
		t.Errorf("live output has %d bytes", live.Len())
	}
}

func TestTimeIsReported(t *testing.T) {
	var now time.Time
	p := newPlaceAt(t, actuators.ShellOptions{}, func() time.Time { now = now.Add(7 * time.Second); return now })
	if res := p.run(t, engine.Run{Command: "true"}, effect.Effects{}); res.Text != "TOOL [shell] RESULT: (:STATUS "+
		":SUCCESS :EXIT 0 :SECONDS 7)" {
		t.Errorf("%q", res.Text)
	}
}

func TestChangedFiles(t *testing.T) {
	p := newPlace(t, actuators.ShellOptions{})
	if p.box.Probe().Files == engine.FilesNone {
		enginetest.Skip(t, os.Getenv, false, "something that confines: %v", p.box.Report())
	}
	e := p.writes(t, "a.txt", "new.txt", "same.txt", "dir")
	res := p.run(t, engine.Run{Command: "echo beta > a.txt; echo x > new.txt; mkdir -p dir/deep"}, e)
	want := []string{p.ws + "/a.txt", p.ws + "/dir", p.ws + "/new.txt"}
	if strings.Join(res.Changed, " ") != strings.Join(want, " ") || !strings.Contains(res.Text,
		`:CHANGED ("a.txt") :MADE ("dir" "new.txt")`) {
		t.Errorf("%q %s", res.Changed, res.Text)
	}
	// The same content again is no change.
	if res := p.run(t, engine.Run{Command: "echo beta > a.txt"}, p.writes(t, "a.txt")); len(res.Changed) != 0 {
		t.Errorf("%q", res.Changed)
	}
	if res := p.run(t, engine.Run{Command: "echo y > dir/deep/f"}, p.writes(t, "dir")); len(res.Changed) != 1 {
		t.Errorf("%q", res.Changed)
	}
}

func TestLimits(t *testing.T) {
	p := newPlace(t, actuators.ShellOptions{Limit: 2 * time.Second, BuildLimit: 900 * time.Millisecond,
		MaxLimit: 1500 * time.Millisecond})
	build := effect.Effects{Runs: []effect.Program{{Name: "go", Class: effect.ProgramBuilds}}}
	for name, c := range map[string]struct {
		op    engine.Run
		e     effect.Effects
		limit time.Duration
	}{
		"a command":         {engine.Run{Command: "trap '' TERM; echo begun; sleep 900"}, effect.Effects{}, 2 * time.Second},
		"a build":           {engine.Run{Command: "sleep 900"}, build, 900 * time.Millisecond},
		"what it asked for": {engine.Run{Command: "sleep 900", Limit: time.Second}, effect.Effects{}, time.Second},
		"too much":          {engine.Run{Command: "sleep 900", Limit: time.Hour}, effect.Effects{}, 1500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begun := time.Now()
			res := p.run(t, c.op, c.e)
			if took := time.Since(begun); !res.Failed || took < c.limit ||
				!strings.HasPrefix(res.Text, "ERROR [shell]: the command was ended after "+c.limit.String()+",") ||
				!strings.Contains(res.Text, "max_command_time") {
				t.Errorf("%s %+v", took, res)
			}
			if strings.Contains(c.op.Command, "begun") && !strings.HasSuffix(res.Text, "\nbegun") {
				t.Errorf("what it had printed is lost: %s", res.Text)
			}
		})
	}
}

func TestInvariant1ShellRefusesWhatWasNotCleared(t *testing.T) {
	p := newPlace(t, actuators.ShellOptions{})
	if res, err := p.Do(context.Background(), engine.Cleared{}); !errors.Is(err, engine.ErrNotCleared) || res.Text != "" {
		t.Errorf("%+v, %v", res, err)
	}
	message := enginetest.Clear(t, engine.Action{Target: engine.TargetShell, Op: engine.Message{Text: "x"}},
		effect.Effects{}, p.ws)
	if _, err := p.Do(context.Background(), message); err == nil {
		t.Error("a message ran")
	}
}

// TestInvariant10ShellRefusesLess: a verdict that relied on more than there is
// runs nothing.
func TestInvariant10ShellRefusesLess(t *testing.T) {
	p := newPlace(t, actuators.ShellOptions{})
	weak := weaker{p.box}
	s := actuators.NewShell(weak, actuators.ShellOptions{})
	full := engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true}
	assumed := p.box.Probe()
	assumed.Assumed = true
	for name, try := range map[string]func() error{
		"mounts where there are none": func() error {
			_, err := s.Do(context.Background(), p.cleared(t, engine.Run{Command: "touch " + p.ws + "/mark"},
				p.writes(t, "mark"), full))
			return err
		},
		"an assumption": func() error {
			_, err := p.Do(context.Background(), p.cleared(t, engine.Run{Command: "touch " + p.ws + "/mark"},
				p.writes(t, "mark"), assumed))
			return err
		},
	} {
		if err := try(); !errors.Is(err, sandbox.ErrWeaker) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(p.ws + "/mark"); err == nil {
		t.Error("something ran")
	}
}

// weaker is a sandbox on a machine without namespaces.
type weaker struct{ *sandbox.Sandbox }

func (weaker) Holds(relied engine.Confinement) error {
	if relied.Files > engine.FilesNone {
		return sandbox.ErrWeaker
	}
	return nil
}

func TestInvariant16ExactlyTheCommand(t *testing.T) {
	p := newPlace(t, actuators.ShellOptions{})
	for _, text := range []string{"a b", "a'b", `a"b`, "$x `y` \\ !", "ä €", "-n", "*", "#", "\t"} {
		quoted := "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
		res := p.run(t, engine.Run{Command: "printf '<%s>' " + quoted}, effect.Effects{})
		if !strings.HasSuffix(res.Text, "\n<"+text+">") {
			t.Errorf("%q: %q", text, res.Text)
		}
	}
	res := p.run(t, engine.Run{Command: "printf '<%s>' \"$BASH_EXECUTION_STRING\""}, effect.Effects{})
	if !strings.HasSuffix(res.Text, "\n<printf '<%s>' \"$BASH_EXECUTION_STRING\">") {
		t.Errorf("%q", res.Text)
	}
}

func TestEnvironment(t *testing.T) {
	env := actuators.Environment(engine.Environment{"PATH": "/ws/bin:/usr/bin", "LC_ALL": "de_DE"}, "/ws")
	if env["PATH"] != "/usr/bin" || env["LC_ALL"] != "C.UTF-8" || env["GIT_CONFIG_KEY_0"] != "core.fsmonitor" ||
		env["GIT_CONFIG_COUNT"] == "" {
		t.Errorf("%v", env)
	}
	if got := actuators.Environment(nil); got["PATH"] == "" {
		t.Errorf("%v", got)
	}
}

// A repository's traps do not run when git only reads.
func TestGitRunsNothing(t *testing.T) {
	p := newPlace(t, actuators.ShellOptions{})
	setup := "git init -q . && git config core.fsmonitor \"$PWD/trap.sh\" && git config core.pager \"$PWD/trap.sh\" && " +
		"printf '#!/bin/sh\\ntouch /tmp/trapped; echo TRAPPED\\n' > trap.sh && chmod +x trap.sh"
	build := effect.Effects{Runs: []effect.Program{{Name: "make", Class: effect.ProgramBuilds}}}
	if res := p.run(t, engine.Run{Command: setup}, build); !strings.Contains(res.Text, ":EXIT 0") {
		enginetest.Skip(t, os.Getenv, true, "git does not work here: %s", res.Text)
	}
	if res := p.run(t, engine.Run{Command: "git status --short; git log 2>/dev/null; ls /tmp"},
		effect.Effects{}); strings.Contains(strings.ToLower(res.Text), "trapped") {
		t.Error(res.Text)
	}
}

func TestFindBash(t *testing.T) {
	name, version, err := actuators.FindBash()
	if err != nil || !filepath.IsAbs(name) || !strings.HasPrefix(version, "5.") {
		t.Errorf("%q %q %v", name, version, err)
	}
}

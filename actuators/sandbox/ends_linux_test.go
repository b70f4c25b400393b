package sandbox

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// TestInvariant10WrongEffects judges on purpose wrongly: the effects say that the
// command reads, and it writes. The kernel stops what the gates missed.
func TestInvariant10WrongEffects(t *testing.T) {
	w := newMountedWorld(t)
	w.arm()
	lie := effect.Effects{Runs: []effect.Program{{Name: "cat", Class: effect.ProgramReads}},
		Reads: []effect.Path{w.at("a.txt")}}
	out, exit := w.sh(lie, "rm -rf ~ "+w.base+"; rm -rf -- .; echo x > a.txt; cp a.txt "+w.out+"; chmod 000 a.txt; mv "+
		"a.txt z; curl -s http://127.0.0.1; echo done")
	if exit.Code != 0 || !strings.HasSuffix(out, "done\n") {
		t.Errorf("%+v %s", exit, out)
	}
	for name, want := range map[string]string{w.ws + "/a.txt": "alpha\n", w.ws + "/b.txt": "beta\n", w.out +
		"/outside.txt": "outside\n", w.home + "/.ssh/id_ed25519": planted, w.ws + "/.env": planted} {
		if got := w.read(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
}

func TestInvariant1ZeroClearedHasNoSpec(t *testing.T) {
	if s, err := New(Options{}).Spec(engine.Cleared{}); !errors.Is(err, engine.ErrNotCleared) || s.Dir != "" {
		t.Errorf("%+v, %v", s, err)
	}
}

// A bomb of processes is bounded, and ends with the command.
func TestForkBomb(t *testing.T) {
	w := newMountedWorld(t)
	w.arm()
	o := w.options()
	o.Limits.Processes = 500
	w.Sandbox = New(o)
	if os.Geteuid() == 0 && slices.ContainsFunc(w.Report(), func(l string) bool {
		return strings.Contains(l,
			"a bound on the processes of root")
	}) {
		major, minor := kernelVersion()
		enginetest.Skip(t, os.Getenv, major > 6 || major == 6 && minor >= 14,
			"this kernel bounds no processes of root without a control group")
	}
	out, exit := w.sh(effect.Effects{}, w.helper()+" "+attackArg+" fork-bomb "+w.base)
	t.Logf("%+v %s", exit, out)
	if !strings.HasPrefix(out, "STOPPED by resource temporarily unavailable after ") {
		t.Errorf("%+v %s", exit, out)
	}
	_, exit = w.sh(effect.Effects{}, "bomb() { bomb | bomb & }; bomb; sleep 0.3")
	t.Logf("%+v", exit)
	if out, exit := w.sh(effect.Effects{}, "echo alive"); out != "alive\n" || exit.Code != 0 {
		t.Errorf("afterwards: %+v %s", exit, out)
	}
}

func TestLeftBehindIsEnded(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	w.arm()
	out, exit := w.sh(builds(w), w.helper()+" "+attackArg+" leave-behind "+w.base+"; until [ -s ticks ]; do sleep 0.02; "+
		"done")
	before := w.read(w.ws + "/ticks")
	if !strings.HasPrefix(before, "x\n") {
		t.Fatalf("the background process never ran: %+v %s %q", exit, out, before)
	}
	time.Sleep(300 * time.Millisecond)
	if after := w.read(w.ws + "/ticks"); after != before {
		t.Errorf("it still runs: %d bytes became %d", len(before), len(after))
	}
}

func TestCancelled(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	cause := errors.New("interrupted")
	time.AfterFunc(200*time.Millisecond, func() { cancel(cause) })
	_, err := w.Run(ctx, w.spec(effect.Effects{}), Command{Argv: bash("trap '' TERM; sleep 900 & sleep 900"),
		Limit: patience})
	if !errors.Is(err, cause) {
		t.Error(err)
	}
	if _, err := w.Run(ctx, w.spec(effect.Effects{}), Command{Argv: bash("true")}); !errors.Is(err, cause) {
		t.Errorf("a context that was over before: %v", err)
	}
}

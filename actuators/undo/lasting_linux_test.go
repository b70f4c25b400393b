package undo

import (
	"errors"
	"fmt"
	"os"
	"path"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// lay makes a mount over a tree, with what a command wrote, which may be more than pp copies.
func lay(t *testing.T, tooMuch bool) (Mount, string) {
	t.Helper()
	base := tempDir(t)
	m := Mount{Target: base + "/ws", Upper: base + "/upper", Work: base + "/work"}
	dir := base + "/running"
	if err := errors.Join(os.Mkdir(m.Target, 0o755), os.Mkdir(m.Upper, 0o755), os.Mkdir(m.Work, 0o700),
		os.Mkdir(dir, 0o700)); err != nil {
		t.Fatal(err)
	}
	put(t, m.Upper+"/a", "a", 0o644)
	put(t, m.Upper+"/z", "z", 0o644)
	if tooMuch {
		put(t, m.Upper+"/b", "", 0o644)
		if err := os.Truncate(m.Upper+"/b", maxKeptBytes+1); err != nil {
			t.Fatal(err)
		}
	}
	return m, dir
}

// sizes are the files of a directory with their sizes.
func sizes(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	out := ""
	for _, e := range entries {
		info, ierr := e.Info()
		if err = errors.Join(err, ierr); ierr == nil {
			out += fmt.Sprintln(e.Name(), info.Size())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLastIsWhole: what is in the place of a layer that goes on is all of it, also where it cannot go on.
func TestLastIsWhole(t *testing.T) {
	for _, tooMuch := range []bool{false, true} {
		m, dir := lay(t, tooMuch)
		before := sizes(t, m.Upper)
		if _, err := Last(m, dir); errors.Is(err, errTooMuchKept) != tooMuch {
			t.Fatalf("too much %v: %v", tooMuch, err)
		}
		if after := sizes(t, m.Upper); after != before {
			t.Errorf("too much %v: it was\n%sand is\n%s", tooMuch, before, after)
		}
		if !tooMuch && sizes(t, path.Join(dir, "upper")) != before {
			t.Error("what is mounted is not what it was")
		}
	}
}

// TestJoinWithOwnTemporary: a command that writes to the conversation's own temporary directories joins a layer, and
// one that writes to the machine's does not.
func TestJoinWithOwnTemporary(t *testing.T) {
	h := newHall(t)
	run := engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "true"}}
	writes := effect.Effects{Writes: absolute(t, "/scratch")}
	for _, own := range []bool{true, false} {
		facts := engine.Facts{Dir: "/"}
		if own {
			facts.Scratch = engine.Scratch{Place: "/place", Dirs: []string{"/scratch"}}
		}
		c := enginetest.ClearWith(t, run, writes, facts)
		held := h.begin("one")
		if err := held.Join(c, held.over); errors.Is(err, engine.ErrNoLayer) == own {
			t.Errorf("own %v: %v", own, err)
		}
		if err := held.Drop(); err != nil {
			t.Fatal(err)
		}
	}
}

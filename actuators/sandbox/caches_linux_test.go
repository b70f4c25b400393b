package sandbox

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

var makes = effect.Effects{Runs: []effect.Program{{Name: "make", Class: effect.ProgramBuilds}}}

// A command finds what the person's tools cached. What it writes there later commands find in the same workspace, and
// nobody else does; secrets there, and programs on PATH, stay as they are.
func TestPrivateLayersOverCaches(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	w.needsLayers()
	o := w.options()
	o.Env["PATH"] += ":" + w.home + "/.cache/uv/bin"
	w.Sandbox = New(o)
	w.put(w.home+"/.npm/index", "cached\n")
	w.put(w.home+"/.npm/sub/old", "old\n")
	w.put(w.home+"/.cache/pip/http/.env", planted)
	w.put(w.home+"/.cache/chat/log", planted) // of a program that is no tool of a developer
	w.put(w.home+"/.cache/pp/own", planted)
	w.put(w.home+"/.cache/uv/bin/tool", "#!/bin/sh\necho the person\n")
	out, _ := w.sh(makes, `cat ~/.npm/index && echo more >>~/.npm/index && rm ~/.npm/sub/old && mkdir -p ~/.npm/new &&
		mv ~/.npm/index ~/.npm/new/ && echo built >~/.cargo/registry/x; echo mine 2>/dev/null >~/.cache/uv/bin/tool
		cat ~/.cache/pip/http/.env; cat ~/.cache/chat/log ~/.cache/pp/own 2>/dev/null`)
	if out != "cached\n" {
		t.Errorf("the first: %q", out)
	}
	if w.read(w.home+"/.npm/index") != "cached\n" || !exists(w.home+"/.npm/sub/old") || exists(w.home+"/.npm/new") ||
		exists(w.home+"/.cargo") || !strings.Contains(w.read(w.home+"/.cache/uv/bin/tool"), "person") {
		t.Error("the person's cache changed")
	}
	w.put(w.home+"/.npm/later", "later\n")
	out, _ = w.sh(makes, `cat ~/.npm/new/index ~/.npm/later ~/.cargo/registry/x; ls ~/.npm ~/.npm/sub
		~/.cache/uv/bin/tool 2>&1; mv ~/.cache/pip/http ~/.cache/pip/moved 2>/dev/null; cat ~/.cache/pip/*/.env
		ln ~/.cache/pip/*/.env ~/.cache/pip/l 2>/dev/null && cat ~/.cache/pip/l; cat ~/.cache/*/log`)
	if strings.Contains(out, strings.TrimSpace(planted)) || !strings.HasPrefix(out, "cached\nmore\nlater\nbuilt\n") ||
		strings.Contains(out, "old") {
		t.Errorf("the second: %q", out)
	}
	// A command that only reads has nothing to write to, and sees what the person has.
	if out, _ = w.sh(effect.Effects{}, `cat ~/.npm/index; echo x 2>/dev/null >~/.npm/index || echo refused`); out !=
		"cached\nrefused\n" {
		t.Errorf("a look: %q", out)
	}
}

// Commands side by side cannot share one layer: the second finds what the first ones left, and what it writes goes with
// it.
func TestCachesSideBySide(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	w.needsLayers()
	w.put(w.home+"/.npm/a", "a\n")
	w.sh(makes, "echo b >~/.npm/b")
	first := w.spec(makes)
	release, err := first.caches.hold(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if out, _ := w.sh(makes, "cat ~/.npm/a ~/.npm/b && echo c >~/.npm/c && cat ~/.npm/c"); out != "a\nb\nc\n" {
		t.Errorf("beside another: %q", out)
	}
	release()
	if out, _ := w.sh(makes, "cat ~/.npm/a ~/.npm/b; test -e ~/.npm/c || echo gone"); out != "a\nb\ngone\n" {
		t.Errorf("afterwards: %q", out)
	}
}

// A layer that cannot be mounted leaves the cache readable, and keeps no command from running.
func TestCacheWithoutItsLayer(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	w.needsLayers()
	w.put(w.home+"/.npm/a", "a\n")
	spec := w.spec(makes)
	release, err := spec.caches.hold(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	o := w.order(spec, w.probed())
	for i := range o.Caches {
		o.Caches[i].Work = w.base + "/none"
	}
	var out strings.Builder
	c := Command{Argv: bash("cat ~/.npm/a; echo x 2>/dev/null >~/.npm/a || echo refused"), Output: &out, Limit: patience}
	o.Argv, o.Env = c.Argv, w.environment(spec, nil)
	if _, _, err := w.start(context.Background(), o, w.probed(), c); err != nil || out.String() != "a\nrefused\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// A private cache that no command used for a month is removed, unless one holds it.
func TestExpire(t *testing.T) {
	t.Parallel()
	all := t.TempDir()
	old := time.Now().Add(-2 * outdated)
	for _, name := range []string{"old", "held", "new"} {
		if err := os.MkdirAll(all+"/"+name+"/x", 0o500); err != nil {
			t.Fatal(err)
		}
		if name != "new" {
			_ = os.Chtimes(all+"/"+name, old, old)
		}
	}
	held, err := lock(all+"/held", unix.LOCK_EX)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	expire(all, time.Now())
	if exists(all+"/old") || !exists(all+"/held") || !exists(all+"/new") {
		t.Error(readNames(all, 9))
	}
}

// A trial has no network, whatever it asks for, and the program of a virtual environment finds it whole.
func TestVirtualEnvironmentOutside(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	w.put(w.home+"/venvs/a/pyvenv.cfg", "home = /usr/bin\n")
	w.put(w.home+"/venvs/a/lib/mod.py", "module\n")
	w.put(w.home+"/venvs/a/.env", planted)
	w.put(w.home+"/venvs/b/pyvenv.cfg", planted)
	e := effect.Effects{Runs: []effect.Program{{Name: w.home + "/venvs/a/bin/python", Class: effect.ProgramUnknown}}}
	if out, _ := w.sh(e, "cat ~/venvs/a/lib/mod.py ~/venvs/a/.env ~/venvs/b/pyvenv.cfg 2>/dev/null"); out != "module\n" {
		t.Errorf("%q", out)
	}
}

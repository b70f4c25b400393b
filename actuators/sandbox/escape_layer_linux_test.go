package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// caught are the attacks on the workspace itself: inside a layer they get through, as far as
// the command can see, and what they did is in the layer for somebody to look at. Each
// with the path that has changed then.
var caught = map[string]string{"workspace-write": "a.txt", "neighbour-delete": "b.txt", "neighbour-write": "b.txt",
	"neighbour-rename": "c.txt", "neighbour-replace": "b.txt", "neighbour-chmod": "b.txt", "neighbour-tree": "sub",
	"neighbour-link": "to-outside", "neighbour-move": "moved", "neighbour-inside": "sub/inside.txt",
	"git-hook": ".git/hooks/post-checkout", "git-config": ".git/config", "git-config-new": ".git/config",
	"git-move": "git",
	"surface":  ".envrc", "surface-dir": ".vscode/tasks.json"}

// inLayer runs an attack from inside a layer over the workspace.
func inLayer(t *testing.T, c escape) {
	t.Helper()
	w := newWorld(t)
	w.needsLayers()
	w.arm()
	leak := leakSecret(t, w)
	defer leak.Close()
	before, tree := w.state(), w.tree()
	l, out, exit := w.overLayer(w.spec(c.effects(w)), w.attacks(c.name))
	path, inside := caught[c.name]
	if inside {
		w.harmless(out, before)
	} else {
		c.by = "" // in the workspace a layer lets through what a read-only mount stops
		w.stopped(c, out, exit, before)
	}
	if after := w.tree(); after != tree {
		t.Errorf("the workspace changed from\n%s\nto\n%s", tree, after)
	}
	changes, err := l.Changes()
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, x := range changes.List {
		found = found || x.Path == path
	}
	if inside && strings.HasPrefix(out, "ESCAPED") && !found {
		t.Errorf("the layer does not say that %s changed: %+v", path, changes.List)
	}
}

// overLayer runs a script over a layer of the workspace, whatever its specification lets it change there, and
// gives the layer as the command left it.
func (w *world) overLayer(s Spec, script string) (*undo.Layer, string, Exit) {
	w.t.Helper()
	l := w.layer(&s)
	out, exit := w.under(s.Over(l.Mounts()), script)
	return l, out, exit
}

// layer makes a layer over the workspace, with what the specification masks in it.
func (w *world) layer(s *Spec) *undo.Layer {
	w.t.Helper()
	trees := s.Trees()
	if len(trees) == 0 {
		own := *s
		own.Writable = []Grant{{Path: w.ws, Kind: GrantTree}}
		trees = own.Trees()
	}
	w.layers++
	l, err := undo.CreateLayer(undo.LayerOptions{Trees: trees, State: w.home + "/.cache/pp/layers",
		ID:  fmt.Sprint("L", w.layers),
		IDs: os.Geteuid() == 0})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = l.Drop() })
	return l
}

// needsLayers skips a test where a command cannot be run over a layer.
func (w *world) needsLayers() {
	w.t.Helper()
	if !w.Probe().Layers {
		known, _ := os.ReadFile("/proc/filesystems")
		enginetest.Skip(w.t, os.Getenv, strings.Contains(string(known), "\toverlay\n"), "no layers here: %s",
			strings.Join(w.Report(), "; "))
	}
}

// tree is everything in the workspace: content, modes, times, links and attributes.
func (w *world) tree() string {
	var b strings.Builder
	err := filepath.WalkDir(w.ws, func(name string, _ fs.DirEntry, err error) error {
		var st unix.Stat_t
		if errors.Is(err, fs.ErrPermission) { // closed even to its owner, who is not root
			fmt.Fprintf(&b, "%q is closed\n", name)
			return nil
		}
		if err == nil {
			err = unix.Lstat(name, &st)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%q %o %d:%d %d %d %d", name, st.Mode, st.Uid, st.Gid, st.Size, st.Nlink, st.Mtim.Nano())
		switch kind := st.Mode & unix.S_IFMT; {
		case kind == unix.S_IFREG && st.Size < 1<<20:
			fmt.Fprintf(&b, " %.99q", w.read(name))
		case kind == unix.S_IFLNK:
			to, _ := os.Readlink(name)
			fmt.Fprintf(&b, " -> %q", to)
		}
		list := make([]byte, 4096)
		n, _ := unix.Llistxattr(name, list)
		fmt.Fprintf(&b, " %q\n", list[:max(n, 0)])
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return b.String()
}

// TestInvariant10LayerEscapes tries what only a layer makes possible. Whatever the command got to see, nothing below is
// changed before it is taken over; when all of it is that can be, nothing outside has changed, no secret has
// a name under which it is not hidden, and nothing is left that has privileges, is a device or
// carries the marks of an overlay; and undoing gives back what was there.
func TestInvariant10LayerEscapes(t *testing.T) {
	newWorld(t).needsLayers()
	for name := range layerAttacks() {
		if strings.HasSuffix(name, "-child") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.arm()
			w.put(w.ws+"/hidden/.env", planted)
			_ = unix.Setxattr(w.ws+"/b.txt", "user.kept", []byte("1"), 0)
			if err := sparse(w.ws+"/large", largeSize); err != nil {
				t.Fatal(err)
			}
			for _, n := range []string{"/innocent.txt", "/notes.txt", "/socket"} {
				_ = os.Remove(w.ws + n) // hard links of secrets have their own attacks
			}
			w.layerEscape(name)
		})
	}
}

func (w *world) layerEscape(name string) {
	t := w.t
	t.Helper()
	before, tree := w.state(), w.tree()
	l, out, exit := w.overLayer(w.spec(builds(w)), w.attacks(name))
	if exit.Signal != 0 || !strings.HasPrefix(out, "STOPPED by ") && !strings.HasPrefix(out, "ESCAPED") {
		t.Errorf("%+v %s", exit, out)
	}
	w.harmless(out, before)
	if after := w.tree(); after != tree {
		t.Errorf("before taking over, the workspace changed from\n%s\nto\n%s", tree, after)
	}
	changes, err := l.Changes()
	if err != nil {
		t.Log("nothing can be taken over: ", err)
		if err := l.Drop(); err != nil {
			t.Error(err)
		}
		return
	}
	for _, c := range changes.List {
		t.Logf("%s %q %s%s", c.Kind, c.Path, c.Refused, c.Conflict)
	}
	// As the gates decide when a person says yes to all.
	got, err := l.Take(changes, func(c *undo.Change) bool {
		const special = fs.ModeSetuid | fs.ModeSetgid | fs.ModeDevice | fs.ModeNamedPipe | fs.ModeSocket
		return c.Mode&special == 0 && c.From == "" && !(c.Kind == engine.ChangeDeleted && fakeSecret(c.Path))
	})
	if err != nil {
		t.Fatal(err)
	}
	w.checkTaken(name, changes, got)
	if _, err := l.Undo(); err != nil {
		t.Fatal(err)
	}
	if after := w.tree(); after != tree {
		t.Errorf("undone, the workspace is not\n%s\nbut\n%s", tree, after)
	}
}

// checkTaken looks at the workspace after taking over what it could.
func (w *world) checkTaken(name string, changes undo.Changes, got undo.Outcome) {
	t := w.t
	t.Helper()
	w.harmless("", w.state())
	err := filepath.WalkDir(w.ws, func(p string, d fs.DirEntry, err error) error {
		var st unix.Stat_t
		if errors.Is(err, fs.ErrPermission) {
			return nil
		}
		if err != nil || unix.Lstat(p, &st) != nil {
			return err
		}
		kind := st.Mode & unix.S_IFMT
		if kind == unix.S_IFCHR || kind == unix.S_IFBLK || kind == unix.S_IFIFO ||
			kind == unix.S_IFREG && st.Mode&0o6000 != 0 {
			t.Errorf("%q has mode %o", p, st.Mode)
		}
		list := make([]byte, 4096)
		n, _ := unix.Llistxattr(p, list)
		for a := range strings.SplitSeq(string(list[:max(n, 0)]), "\x00") {
			if strings.HasPrefix(a, "user.overlay") || strings.HasPrefix(a, "trusted.") || a == "user.pp.mask" ||
				a == "security.capability" {
				t.Errorf("%q has %s", p, a)
			}
		}
		if kind == unix.S_IFREG && st.Size < 1<<20 && filepath.Base(p) != ".env" && strings.Contains(w.read(p), planted) {
			t.Errorf("%q is the secret", p)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if n := strings.Count(w.tree(), "\n"); len(got.Conflicts) > 0 || n == 0 {
		t.Errorf("%+v", got)
	}
}

// Where the data of layers stand in the workspace, no command sees them: what was changed and deleted has
// names there under which it is not hidden.
func TestInvariant10DataInTheWorkspace(t *testing.T) {
	w := newMountedWorld(t)
	w.put(w.ws+"/"+undo.InTree+"/X-0.aside/1", planted)
	w.put(w.ws+"/"+undo.InTree+"/X-0.upper/d/f", "f\n")
	for name, e := range map[string]effect.Effects{"nothing": {}, "builds": builds(w), "deletes": deletesA(w)} {
		out, _ := w.sh(e, "cat .pp/layers/*/* .pp/layers/X-0.aside/1; find .pp; rm -rf .pp/layers/X-0.upper; true")
		if strings.Contains(out, strings.TrimSpace(planted)) || strings.Contains(out, "X-0.upper/d") ||
			w.read(w.ws+"/"+undo.InTree+"/X-0.upper/d/f") != "f\n" {
			t.Errorf("%s: %s", name, out)
		}
		if !w.Probe().Layers {
			continue
		}
		if _, out, _ := w.overLayer(w.spec(e), "find .pp; cat .pp/layers/*/*"); strings.Contains(out, "X-0") {
			t.Errorf("%s in a layer: %s", name, out)
		}
	}
}

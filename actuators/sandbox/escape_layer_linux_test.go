package sandbox

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/actuators/layer"
	"pp/engine/enginetest"
)

// caught are the attacks on the workspace itself: inside a layer they get through, as far as
// the command can see, and what they did is in the layer for somebody to look at. Each
// with the path that has changed then.
var caught = map[string]string{"workspace-write": "a.txt", "neighbour-delete": "b.txt", "neighbour-write": "b.txt",
	"neighbour-rename": "c.txt", "neighbour-replace": "b.txt", "neighbour-chmod": "b.txt", "neighbour-tree": "sub",
	"neighbour-link": "to-outside", "neighbour-move": "moved", "neighbour-inside": "sub/inside.txt",
	"git-hook": ".git/hooks/post-checkout", "git-config": ".git/config", "git-config-new": ".git/config", "git-move": "git",
	"surface": ".envrc", "surface-dir": ".vscode/tasks.json"}

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
		found = found || x.Path == path && x.Kind != 0
	}
	if inside && strings.HasPrefix(out, "ESCAPED") && !found {
		t.Errorf("the layer does not say that %s changed: %+v", path, changes.List)
	}
}

// overLayer runs a script over a layer of the workspace, whatever its specification lets it change there, and
// gives the layer as the command left it.
func (w *world) overLayer(s Spec, script string) (*layer.Layer, string, Exit) {
	w.t.Helper()
	l := w.layer(&s)
	out, exit := w.under(s.Over(l.Mounts()), script)
	return l, out, exit
}

// layer makes a layer over the workspace, with what the specification masks in it.
func (w *world) layer(s *Spec) *layer.Layer {
	w.t.Helper()
	trees := s.Trees()
	if len(trees) == 0 {
		own := *s
		own.Writable = []Grant{{Path: w.ws, Kind: GrantTree}}
		trees = own.Trees()
	}
	w.layers++
	l, err := layer.Create(layer.Options{Trees: trees, State: w.home + "/.cache/pp/layers", ID: fmt.Sprint("L", w.layers),
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
		if err == nil {
			err = unix.Lstat(name, &st)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%q %o %d:%d %d %d %d", name, st.Mode, st.Uid, st.Gid, st.Size, st.Nlink, st.Mtim.Nano())
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFREG:
			fmt.Fprintf(&b, " %.99q", w.read(name))
		case unix.S_IFLNK:
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

package undo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
)

// does is an actuator that does what the test says.
type does func() error

func (d does) Do(context.Context, engine.Cleared) (engine.Result, error) {
	if err := d(); err != nil {
		return engine.Result{}, err
	}
	return engine.Result{Text: "done"}, nil
}

func open(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	tick := time.Unix(1_700_000_000, 0)
	if o.Clock == nil {
		o.Clock = func() time.Time { tick = tick.Add(time.Second); return tick }
	}
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func cleared(t testing.TB, e effect.Effects) engine.Cleared {
	t.Helper()
	return enginetest.Clear(t, engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "true"}}, e, "/")
}

func absolute(t testing.TB, names ...string) []effect.Path {
	t.Helper()
	var out []effect.Path
	for _, n := range names {
		p, err := effect.ResolveParent(store.NewView(), "/", n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func put(t testing.TB, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

// snapshot describes a tree exactly, times of directories excepted.
func snapshot(t testing.TB, root string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %v", strings.TrimPrefix(p, root), info.Mode())
		switch {
		case info.Mode()&os.ModeSymlink != 0:
			target, _ := os.Readlink(p)
			b.WriteString(" -> " + target)
		case info.Mode().IsRegular():
			data, _ := os.ReadFile(p)
			fmt.Fprintf(&b, " %d %q", info.ModTime().UnixNano(), data)
		}
		st := info.Sys().(*syscall.Stat_t)
		fmt.Fprintf(&b, " %d:%d\n", st.Uid, st.Gid)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func newTree(t testing.TB) string {
	dir := tempDir(t)
	put(t, dir+"/f", "one\ntwo\nthree\n", 0o640)
	put(t, dir+"/script", "#!/bin/sh\n", 0o755)
	put(t, dir+"/d/x", "x", 0o600)
	put(t, dir+"/d/deep/y", "y\n", 0o444)
	if err := os.Symlink("f", dir+"/link"); err != nil {
		t.Fatal(err)
	}
	if os.Geteuid() == 0 {
		if err := os.Chown(dir+"/f", 12345, 54321); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRestoreExactly(t *testing.T) {
	for _, c := range []struct {
		name    string
		write   []string
		delete  []string
		meta    []string
		do      func(dir string) error
		diff    string
		changed int
	}{
		{name: "a changed file", write: []string{"f"}, diff: "-two\n+2\n", changed: 1,
			do: func(d string) error { return os.WriteFile(d+"/f", []byte("one\n2\nthree\n"), 0) }},
		{name: "a replaced file", write: []string{"f"}, diff: "+new\n", changed: 1,
			do: func(d string) error {
				return errors.Join(os.WriteFile(d+"/t", []byte("new\n"), 0o600), os.Rename(d+"/t", d+"/f"))
			}},
		{name: "a deleted file", delete: []string{"script"}, diff: "deleted file ", changed: 1,
			do: func(d string) error { return os.Remove(d + "/script") }},
		{name: "a new file", write: []string{"new"}, diff: "created file ", changed: 1,
			do: func(d string) error { return os.WriteFile(d+"/new", []byte("x"), 0o644) }},
		{name: "a mode", meta: []string{"script"}, diff: "mode 0755 became 0600", changed: 1,
			do: func(d string) error { return os.Chmod(d+"/script", 0o600) }},
		{name: "a link", write: []string{"link"}, diff: `"f" became "d/x"`, changed: 1,
			do: func(d string) error { return errors.Join(os.Remove(d+"/link"), os.Symlink("d/x", d+"/link")) }},
		{name: "a link that became a file", write: []string{"link"}, diff: "link became file", changed: 1,
			do: func(d string) error {
				return errors.Join(os.Remove(d+"/link"), os.WriteFile(d+"/link", []byte("z"), 0o600))
			}},
		{name: "a deleted tree", delete: []string{"d"}, diff: "deleted directory ", changed: 4,
			do: func(d string) error { return os.RemoveAll(d + "/d") }},
		{name: "a new tree", write: []string{"a"}, diff: "created directory ", changed: 3,
			do: func(d string) error {
				return errors.Join(os.MkdirAll(d+"/a/b", 0o755), os.WriteFile(d+"/a/b/c", []byte("c"), 0o600))
			}},
		{name: "a file that became a directory", write: []string{"f"}, diff: "file became directory", changed: 2,
			do: func(d string) error {
				return errors.Join(os.Remove(d+"/f"), os.MkdirAll(d+"/f", 0o755), os.WriteFile(d+"/f/in", nil, 0o600))
			}},
		{name: "a directory that became a file", write: []string{"d"}, diff: "directory became file", changed: 4,
			do: func(d string) error {
				return errors.Join(os.RemoveAll(d+"/d"), os.WriteFile(d+"/d", []byte("d"), 0o600))
			}},
		{name: "changes within a tree", write: []string{"d"}, diff: "+X", changed: 3,
			do: func(d string) error {
				return errors.Join(os.WriteFile(d+"/d/x", []byte("X"), 0), os.Remove(d+"/d/deep/y"),
					os.WriteFile(d+"/d/n", nil, 0o600))
			}},
		{name: "a move", delete: []string{"f"}, write: []string{"g"}, diff: "deleted file ", changed: 2,
			do: func(d string) error { return os.Rename(d+"/f", d+"/g") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := newTree(t)
			store := open(t, tempDir(t)+"/undo", Options{})
			before := snapshot(t, dir)
			full := func(names []string) []effect.Path {
				var out []string
				for _, n := range names {
					out = append(out, dir+"/"+n)
				}
				return absolute(t, out...)
			}
			e := effect.Effects{Writes: full(c.write), Deletes: full(c.delete), Metadata: full(c.meta)}
			if _, err := store.Guard(does(func() error { return c.do(dir) })).Do(context.Background(),
				cleared(t, e)); err != nil {
				t.Fatal(err)
			}
			if snapshot(t, dir) == before {
				t.Fatal("the test changed nothing")
			}
			entry, err := store.Newest("")
			if err != nil {
				t.Fatal(err)
			}
			diff, err := store.Show(entry.ID)
			if err != nil || !strings.Contains(diff, c.diff) {
				t.Errorf("the diff is %q, %v; want %q in it", diff, err, c.diff)
			}
			changed, err := store.Restore(entry.ID)
			if err != nil || len(changed) != c.changed {
				t.Errorf("restored %q, %v; want %d paths", changed, err, c.changed)
			}
			if after := snapshot(t, dir); after != before {
				t.Errorf("restored\n%s\nwas\n%s", after, before)
			}
			if _, err := store.Restore(entry.ID); !errors.Is(err, ErrUndone) {
				t.Errorf("undone twice: %v", err)
			}
			if _, err := store.Newest(""); !errors.Is(err, ErrNone) {
				t.Errorf("after undoing all: %v", err)
			}
		})
	}
}

func TestRefusesWhatChangedSince(t *testing.T) {
	for name, since := range map[string]func(dir string) error{
		"content":   func(d string) error { return os.WriteFile(d+"/f", []byte("mine"), 0) },
		"mode":      func(d string) error { return os.Chmod(d+"/f", 0o600) },
		"deletion":  func(d string) error { return os.Remove(d + "/f") },
		"a link":    func(d string) error { return errors.Join(os.Remove(d+"/f"), os.Symlink("script", d+"/f")) },
		"its place": func(d string) error { return errors.Join(os.Rename(d+"/f", d+"/g"), os.Symlink("/etc", d+"/f")) },
	} {
		dir := newTree(t)
		store := open(t, tempDir(t)+"/undo", Options{})
		e := effect.Effects{Writes: absolute(t, dir+"/f")}
		act := does(func() error { return os.WriteFile(dir+"/f", []byte("agent"), 0) })
		if _, err := store.Guard(act).Do(context.Background(), cleared(t, e)); err != nil {
			t.Fatal(err)
		}
		if err := since(dir); err != nil {
			t.Fatal(err)
		}
		before := snapshot(t, dir)
		entry, _ := store.Newest("")
		if changed, err := store.Restore(entry.ID); !errors.Is(err, ErrChanged) || changed != nil {
			t.Errorf("%s: %q, %v", name, changed, err)
		}
		if snapshot(t, dir) != before {
			t.Errorf("%s: something was changed", name)
		}
	}
}

// A link put in the way of a path leads nowhere.
func TestRestoreFollowsNoLink(t *testing.T) {
	dir := newTree(t)
	store := open(t, tempDir(t)+"/undo", Options{})
	e := effect.Effects{Deletes: absolute(t, dir+"/d/x")}
	if _, err := store.Guard(does(func() error { return os.Remove(dir + "/d/x") })).Do(context.Background(),
		cleared(t, e)); err != nil {
		t.Fatal(err)
	}
	elsewhere := tempDir(t)
	if err := errors.Join(os.Rename(dir+"/d", dir+"/old"), os.Symlink(elsewhere, dir+"/d")); err != nil {
		t.Fatal(err)
	}
	entry, _ := store.Newest("")
	if changed, err := store.Restore(entry.ID); err == nil {
		t.Errorf("restored %q through a link", changed)
	}
	if left, _ := os.ReadDir(elsewhere); len(left) > 0 {
		t.Errorf("wrote %v elsewhere", left)
	}
}

func TestNothingToKeep(t *testing.T) {
	base := tempDir(t)
	store := open(t, base+"/undo", Options{})
	ran := false
	act := does(func() error { ran = true; return nil })
	if _, err := store.Guard(act).Do(context.Background(), cleared(t, effect.Effects{Reads: absolute(t, "/etc/hosts"),
		Writes: absolute(t, "/dev/null")})); err != nil || !ran {
		t.Error(err, ran)
	}
	if exists(base + "/undo") {
		t.Error("a directory was made for nothing")
	}
	// Nor is there an entry for an action that changed nothing after all.
	if _, err := store.Guard(act).Do(context.Background(), cleared(t, effect.Effects{Writes: absolute(t,
		base+"/f")})); err != nil {
		t.Error(err)
	}
	if list, err := store.List(""); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := store.Guard(act).Do(context.Background(), engine.Cleared{}); !errors.Is(err, engine.ErrNotCleared) {
		t.Errorf("a zero Cleared: %v", err)
	}
}

func TestCap(t *testing.T) {
	dir := newTree(t)
	put(t, dir+"/big", strings.Repeat("b", 1000), 0o644)
	store := open(t, tempDir(t)+"/undo", Options{MaxAction: 500})
	e := effect.Effects{Writes: absolute(t, dir+"/big", dir+"/f")}
	if got := store.Check(e); len(got) != 1 || !strings.HasPrefix(got[0], dir+"/big: not undoable") {
		t.Errorf("the check says %q", got)
	}
	git := effect.Effects{Writes: []effect.Path{{Name: dir, Part: effect.PartTree}}}
	if got := store.Check(git); len(got) != 1 || !strings.HasPrefix(got[0], "not undoable: files") {
		t.Errorf("the check says %q of a working tree", got)
	}
	for _, r := range []effect.Program{{Name: "frob"}, {Name: "make", Class: effect.ProgramBuilds}} {
		if got := store.Check(effect.Effects{Runs: []effect.Program{r}}); len(got) != 1 {
			t.Errorf("the check says %q of %s", got, r.Name)
		}
	}
	act := does(func() error {
		return errors.Join(os.WriteFile(dir+"/big", nil, 0), os.WriteFile(dir+"/f", nil, 0))
	})
	res, err := store.Guard(act).Do(context.Background(), cleared(t, e))
	if err != nil || !strings.Contains(res.Text, "not undoable") {
		t.Errorf("%+v, %v", res, err)
	}
	entry, err := store.Newest("")
	if err != nil || len(entry.NotUndoable) != 1 {
		t.Fatalf("%+v, %v", entry, err)
	}
	if changed, err := store.Restore(entry.ID); err == nil && slices.Contains(changed, dir+"/big") {
		t.Errorf("restored what was not kept: %q", changed)
	}
}

func TestOldEntriesGo(t *testing.T) {
	dir := tempDir(t)
	store := open(t, dir+"/undo", Options{MaxTotal: 10_000})
	for i := range 10 {
		text := strings.Repeat("x", 3000) + fmt.Sprint(i)
		put(t, dir+"/f", text, 0o644)
		act := does(func() error { return os.WriteFile(dir+"/f", nil, 0) })
		if _, err := store.Guard(act).Do(context.Background(), cleared(t, effect.Effects{Writes: absolute(t,
			dir+"/f")})); err != nil {
			t.Fatal(err)
		}
	}
	list, err := store.List("")
	if err != nil || len(list) == 0 || len(list) > 3 {
		t.Errorf("%d entries are left, %v", len(list), err)
	}
}

// When the before-images cannot be kept, nothing is done.
func TestNoImagesNoAction(t *testing.T) {
	dir := newTree(t)
	for name, place := range map[string]string{"a file is in its place": dir + "/script",
		"a full device": "/dev/full/undo"} {
		store := &Store{dir: place, opts: Options{Clock: time.Now, MaxAction: maxAction, MaxTotal: maxTotal}}
		ran := false
		_, err := store.Guard(does(func() error { ran = true; return nil })).Do(context.Background(),
			cleared(t, effect.Effects{Writes: absolute(t, dir+"/f")}))
		if err == nil || ran || !strings.Contains(err.Error(), "nothing was done") {
			t.Errorf("%s: %v, ran %v", name, err, ran)
		}
	}
}

// A record that was tampered with restores nothing elsewhere and nothing wrong.
func TestDamagedStore(t *testing.T) {
	dir := newTree(t)
	store := open(t, tempDir(t)+"/undo", Options{})
	act := does(func() error { return os.WriteFile(dir+"/f", []byte("agent"), 0) })
	if _, err := store.Guard(act).Do(context.Background(), cleared(t, effect.Effects{Writes: absolute(t,
		dir+"/f")})); err != nil {
		t.Fatal(err)
	}
	entry, _ := store.Newest("")
	put(t, store.dir+"/"+entry.ID+"/b1", "another content\n", 0o600)
	before := snapshot(t, dir)
	if _, err := store.Restore(entry.ID); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged copy: %v", err)
	}
	if after := snapshot(t, dir); after != before {
		t.Errorf("something changed:\n%s\nwas\n%s", after, before)
	}
	for _, id := range []string{"", "..", "../x", "nosuch", "tmp-x", entry.ID + "/"} {
		if _, err := store.Restore(id); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
	put(t, store.dir+"/"+entry.ID+"/before", "(:ID", 0o600)
	if list, err := store.List(""); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := store.Restore(entry.ID); err == nil {
		t.Error("a record cut off is restored")
	}
}

package undo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/enginetest"
)

// Masked files are empty to the command, and what it does with them as names happens to the real ones.
func TestMasks(t *testing.T) {
	const setup = fixture + `
echo secret > d/.env; echo top > .env; mkdir keys; echo k1 > keys/k1; mkdir -p .pp/own; echo own > .pp/own/f
touch -d 2019-01-01 d .`
	masks := []Mask{{Path: ".env"}, {Path: "d/.env"}, {Path: "keys"}, {Path: ".pp/own", Absent: true}}
	for _, c := range []struct{ script, want, refused string }{
		{"[ -e .env ] && ! [ -s .env ] && [ -z \"$(ls keys)\" ] && ! [ -e .pp/own ] && cat d/.env", "", ""},
		{"rm -rf d", "rm -rf d", ""},
		{"mv d d2", "mv d d2", ""},
		{"mv .env d/env2", "mv .env d/env2", ""},
		{"mkdir n; mv .env n/; mv keys n/k; echo > n/x", "mkdir n; mv .env n/; mv keys n/k; echo > n/x", ""},
		{"mv keys k/", "mv keys k/", ""},
		{"rm -r .env keys", "rm -r .env keys", ""},
		{"touch .env; chmod 644 d/.env; : >> .env", "", ""},
		{"cp -a .env copy", "", "copy"},
		{"echo >> .env", "", ".env"},
		{"rm .env; echo new > .env", "", ".env"},
		{"echo > keys/new", "", "keys"},
		{"mkdir -p .pp/own; echo > .pp/own/f", "", ".pp/own"},
		{"mv d .d; cp -p .d/.env .d/other", "mv d .d; echo -n > .d/other", ""},
	} {
		t.Run(c.script, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(setup)
			w.masks = masks
			before := look(t, w.ws, false)
			w.must("cp -a . ../copy")
			if out, err := w.bash(w.ws+"/../copy", c.want); err != nil {
				t.Fatal(out, err)
			}
			l, out, err := w.run(c.script)
			if err != nil || strings.Contains(out, "secret") {
				t.Fatal(out, err)
			}
			changes := w.changes(l)
			refused := ""
			for _, x := range changes.List {
				if x.Refused != "" {
					refused += x.Path
				}
			}
			if refused != c.refused {
				t.Errorf("refused: %q\n%s", refused, list(changes))
			}
			if got, err := l.Take(changes, everything); err != nil || len(got.Conflicts)+len(got.Withheld) > 0 {
				t.Fatalf("%+v, %v", got, err)
			}
			if got, want := look(t, w.ws, false), look(t, w.ws+"/../copy", false); got != want {
				t.Errorf("%s\n%s", differ(want, got), list(changes))
			}
			if got, err := l.Undo(); err != nil {
				t.Fatalf("%+v, %v", got, err)
			}
			if got := look(t, w.ws, false); got != before {
				t.Errorf("undone: %s", differ(before, got))
			}
		})
	}
}

// What a masked file would be lost by stays, when its new place is not taken over.
func TestMaskedMoveWithheld(t *testing.T) {
	w := newWorld(t)
	w.must(fixture + "; echo secret > d/.env")
	w.masks = []Mask{{Path: "d/.env"}}
	l := w.ran("mv d d2")
	got, err := l.Take(w.changes(l), func(c *Change) bool { return c.From == "" })
	if err != nil || len(got.Withheld) != 1 || w.read("d/.env") != "secret\n" || w.read("d2/f") != "f\n" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := os.Lstat(w.ws + "/d2/.env"); err == nil {
		t.Error("the mask was taken over")
	}
}

// A masked file stays where it is, when its going from there is not taken over.
func TestMaskedMoveStays(t *testing.T) {
	w := newWorld(t)
	w.must(fixture + "; echo secret > d/.env")
	w.masks = []Mask{{Path: "d/.env"}}
	l := w.ran("mv d/.env plain; mkdir n; echo > n/x; echo > d/f")
	got, err := l.Take(w.changes(l), func(c *Change) bool { return c.Kind != engine.ChangeDeleted })
	if err != nil || fmt.Sprint(got.Withheld) != "["+w.ws+"/plain]" || w.read("d/.env") != "secret\n" ||
		w.read("d/f") != "\n" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := os.Lstat(w.ws + "/plain"); err == nil {
		t.Error("the masked file has another name")
	}
}

// A part can be taken over; what is withheld goes nowhere.
func TestChoice(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	l := w.ran("mkdir -p n/in/deep; echo 1 > n/good; echo 2 > n/bad; echo 3 > n/in/deep/bad; chmod 500 " +
		"n; echo > a; rm b; chmod 700 d; mkdir bad; echo > bad/x")
	before := look(t, w.ws, true)
	got, err := l.Take(w.changes(l), func(c *Change) bool {
		return path.Base(c.Path) != "bad" && c.Kind != engine.ChangeDeleted
	})
	if err != nil || len(got.Conflicts) > 0 {
		t.Fatalf("%+v %v", got, err)
	}
	want := "n\nn/good\nn/in\nn/in/deep\n500\n700\nb\n\n"
	if out := w.must("find n bad 2>/dev/null | sort; stat -c %a n d; cat b a"); out != want {
		t.Errorf("%q, want %q", out, want)
	}
	w.undo(l, before)
}

// What a caller asks about.
func TestTraits(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	l := w.ran(`echo > exec; chmod 755 exec; echo > suid; chmod 4755 suid; mkfifo fifo; ln -s /etc out
ln -s ../../x up; ln -s d/../../x sneaky
ln -s d/f in; ln -s "$PWD/a" absolute; chmod +x a; echo >> b; rm -r d`)
	want := map[string]string{"exec": "-rwxr-xr-x", "suid": "urwxr-xr-x", "fifo": "prw-r--r--", "out": "Lrwxrwxrwx /etc",
		"up": "Lrwxrwxrwx ../../x", "sneaky": "Lrwxrwxrwx d/../../x", "in": "Lrwxrwxrwx d/f",
		"absolute": "Lrwxrwxrwx " + path.Join(w.ws, "a"), "a": "-rwxr-xr-x", "b": "-rw-r--r-- linked", "d": "----------"}
	for _, c := range w.changes(l).List {
		got := strings.TrimSpace(c.Mode.String() + " " + c.Link)
		if c.Linked {
			got += " linked"
		}
		if got != want[c.Path] {
			t.Errorf("%s: %s, want %s", c.Path, got, want[c.Path])
		}
		if c.Path == "d" && c.Entries != 4 {
			t.Errorf("%d entries went", c.Entries)
		}
		if (c.Refused != "") != (c.Path == "b") {
			t.Errorf("%s: %q", c.Path, c.Refused)
		}
		delete(want, c.Path)
	}
	if len(want) > 0 {
		t.Errorf("not among the changes: %v", want)
	}
}

// Where the state directory is on another file system, the data stand in the tree, unseen.
func TestInTree(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	shm, err := os.MkdirTemp("/dev/shm", "layer")
	if err != nil {
		enginetest.Skip(t, os.Getenv, false, "another file system: %v", err)
	}
	t.Cleanup(func() { _ = removeAll(shm) })
	w.state = shm
	before := look(t, w.ws, true)
	l, out, err := w.run("find . -name layers; [ -z \"$(ls -A .pp)\" ]; echo more > a; mkdir n; rm -r d")
	if err != nil || out != "" {
		t.Fatal(out, err)
	}
	if err := l.Drop(); err != nil {
		t.Fatal(err)
	}
	if got := look(t, w.ws, true); got != before {
		t.Errorf("dropped:\n%s", differ(before, got))
	}
	l = w.take("echo more > a; mkdir n; rm -r d")
	// Another layerRecord, also one of the same name elsewhere, leaves its data alone.
	w.state, w.n = w.state+"/other", 0
	if err := os.Mkdir(w.state, 0o700); err != nil {
		t.Fatal(err)
	}
	if second := w.take("echo two > b2"); second.Drop() != nil || w.read("b2") != "two\n" {
		t.Error("the second layer")
	}
	if _, err := l.Undo(); err != nil || w.read("a") != "a\n" || w.read("d/f") != "f\n" {
		t.Errorf("%v, %q, %q", err, w.read("a"), w.read("d/f"))
	}
	w.must("rm b2; echo more > a; mkdir n; rm -r d")
	if out := w.must("cat a; ls"); out != "more\na\nb\nhard\nk\nlink\nn\nro\n" {
		t.Error(out)
	}
	l, out, err = w.run("rm -rf .pp; echo")
	if err != nil {
		t.Fatal(out, err)
	}
	if c := w.changes(l); len(c.List) != 1 || c.List[0].Refused == "" {
		t.Error(list(c))
	}
}

// Layers with one name in several state directories, as that of each entry is, do not meet in the tree: what waits in
// one outlives another.
func TestInTreeOfSeveralRecords(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	shm, err := os.MkdirTemp("/dev/shm", "layer")
	if err != nil {
		enginetest.Skip(t, os.Getenv, false, "another file system: %v", err)
	}
	t.Cleanup(func() { _ = removeAll(shm) })
	create := func(state string) *Layer {
		l, err := CreateLayer(LayerOptions{Trees: []Tree{{Dir: w.ws}}, State: path.Join(shm, state), ID: "0",
			IDs: os.Geteuid() == 0})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	first, second := create("one"), create("two")
	if err := os.WriteFile(first.trees[0].upper("new"), []byte("new"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := second.Drop(); err != nil {
		t.Fatal(err)
	}
	if c := w.changes(first); len(c.List) != 1 || c.List[0].Kind != engine.ChangeNew {
		t.Error(list(c))
	}
	if err := first.Drop(); err != nil {
		t.Fatal(err)
	}
}

func TestRecover(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	l, _, _ := w.run("echo > n")
	if err := RecoverLayers(w.state); err != nil || !exists(l.dir) {
		t.Errorf("a layer that is held: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	kept, _, _ := w.run("echo > n2")
	if err := errors.Join(kept.Keep(), kept.Close()); err != nil {
		t.Fatal(err)
	}
	if err := RecoverLayers(w.state); err != nil || exists(l.dir) || !exists(kept.dir) {
		t.Error(err)
	}
	l, err := OpenLayer(kept.dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := l.Take(w.changes(l), everything); err != nil || len(got.Done) < 1 || w.read("n2") != "\n" {
		t.Errorf("%+v, %v", got, err)
	}
	l.Close()
}

func TestLock(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	unlock, err := LockTrees(context.Background(), []string{b, a})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := LockTrees(ctx, []string{a}); !errors.Is(err, ErrBusy) {
		t.Error(err)
	}
	unlock()
	unlock, err = LockTrees(context.Background(), []string{a, b})
	if err != nil {
		t.Fatal(err)
	}
	unlock()
}

func TestImpossible(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	for _, c := range []struct {
		tree, state, why string
		ids              bool
	}{
		{dir, state, "", true},
		{dir, dir + "/.state", "lies in it", true},
		{"/", "/", "lies in it", true},
		{"/dev", state, "mounted inside it", true},
		{"/nonexistent", state, "no such file", true},
	} {
		if got := Impossible(c.tree, c.state, c.ids); (got == "") != (c.why == "") || !strings.Contains(got, c.why) {
			t.Errorf("%s: %+v", c.tree, got)
		}
	}
	if err := os.Chown(dir, 12345, 12345); err == nil {
		if got := Impossible(dir, state, false); !strings.Contains(got, "belongs to user 12345") {
			t.Errorf("%+v", got)
		}
		if got := Impossible(dir, state, true); got != "" {
			t.Errorf("%+v", got)
		}
	}
}

func TestLayerDiff(t *testing.T) {
	w := newWorld(t)
	w.must(fixture + "; seq 1 9 > nine; printf 'a\\0b' > binary")
	l := w.ran("sed -i 's/5/five/; 7d' nine; echo -- >> a; rm b; seq 3 > new; echo >> binary; ln -sfn " +
		"a link; mkdir p")
	want := map[string]string{"nine": "1 2", "a": "1 0", "b": "0 1", "new": "3 0"}
	for _, c := range w.changes(l).List {
		unified, ok := l.Diff(&c)
		added, removed := engine.ChangedLines(unified)
		got := fmt.Sprint(added, removed)
		if ok != (want[c.Path] != "") || ok && (got != want[c.Path] || !strings.Contains(unified, "@@")) {
			t.Errorf("%s: %v %s\n%s", c.Path, ok, got, unified)
		}
	}
}

// Several trees are one transaction, whatever their names have in them.
func TestTrees(t *testing.T) {
	w := newWorld(t)
	other := path.Join(w.ws, `../o:t,h\er`)
	w.must(fixture + "; mkdir ../o:t,h\\\\er; echo 1 > ../o:t,h\\\\er/f; touch -d 2019-01-01 ../o:t,h\\\\er")
	before := look(t, w.ws, true) + look(t, other, true)
	trees := []Tree{{Dir: w.ws}, {Dir: other, Masks: []Mask{{Path: "f"}}}}
	l, err := CreateLayer(LayerOptions{Trees: trees, State: w.state, ID: "two", IDs: os.Geteuid() == 0})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	script := `mv a ../o:t*; mv ../o:t*/f . && cd ../o:t* && mkdir n && cp ../ws/b n && ln -s "$PWD/n/b" ../ws/l`
	if out, err := namespaced(orders{Mounts: l.Mounts(), Dir: w.ws, Script: script}).CombinedOutput(); err != nil {
		t.Fatal(string(out), err)
	}
	changes, err := l.Changes()
	if err != nil {
		t.Fatal(err)
	}
	// A masked file that went to another tree went as a copy, which is empty: it stays.
	got, err := l.Take(changes, everything)
	if err != nil || len(got.Conflicts) > 0 || len(got.Withheld) != 1 || got.Withheld[0] != other+"/f" {
		t.Fatalf("%+v, %v", got, err)
	}
	if out := w.must("ls ../o:t*/n; cat ../o:t*/f ../o:t*/a; ! ls a f 2>/dev/null"); out != "b\n1\na\n" {
		t.Error(out)
	}
	if _, err := l.Undo(); err != nil {
		t.Fatal(err)
	}
	if got := look(t, w.ws, true) + look(t, other, true); got != before {
		t.Error(differ(before, got))
	}
	trees = []Tree{{Dir: w.ws}, {Dir: w.ws + "/d"}}
	if _, err := CreateLayer(LayerOptions{Trees: trees, State: w.state, ID: "in"}); !errors.Is(err, ErrNoLayer) {
		t.Error(err)
	}
}

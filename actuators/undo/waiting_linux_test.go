package undo

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/enginetest"
)

// hall is a workspace with a store, in which layers are filled by hand, as a command would.
type hall struct {
	t         *testing.T
	dir, tree string
	now       time.Time
	store     *Store
}

func newHall(t *testing.T) *hall {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, dir: path.Join(root, "state"), tree: path.Join(root, "ws"), now: time.Unix(1e9, 0)}
	if err := errors.Join(os.Mkdir(h.dir, 0o700), os.Mkdir(h.tree, 0o755)); err != nil {
		t.Fatal(err)
	}
	if why := Impossible(h.tree, h.dir, false); why != "" {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a layer over the temporary directory: %s", why)
	}
	h.open()
	return h
}

// open opens the store as the next process would.
func (h *hall) open() {
	h.t.Helper()
	var err error
	if h.store, err = Open(h.dir, Options{Clock: func() time.Time { return h.now }}); err != nil {
		h.t.Fatal(err)
	}
}

func (h *hall) write(name, text string) {
	h.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

// begin makes a transaction in which a file was made.
func (h *hall) begin(text string) *Transaction {
	h.t.Helper()
	t, err := h.store.Begin(h.t.Context(), engine.Cleared{}, []Tree{{Dir: h.tree}}, false)
	if err != nil {
		h.t.Fatal(err)
	}
	h.write(path.Join(t.Mounts()[0].Upper, "made"), text)
	if held, err := t.Ended(); held == nil || err != nil {
		h.t.Fatalf("%v, %v", held, err)
	}
	return t
}

// keep has one wait for an hour.
func (h *hall) keep(text string) engine.KeptLayer {
	h.t.Helper()
	t := h.begin(text)
	kept, err := t.Kept()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := t.Keep(h.now.Add(time.Hour), engine.Result{Text: "it printed", Exit: &engine.Exit{Code: 3}}); err != nil {
		h.t.Fatal(err)
	}
	return kept
}

// die leaves a transaction as a process does that is killed: its mark stays, and its locks do not.
func (h *hall) die(t *Transaction) {
	h.t.Helper()
	if err := t.layer.Close(); err != nil {
		h.t.Fatal(err)
	}
	t.close()
	h.write(path.Join(h.dir, unfinished, t.id), "")
}

func (h *hall) entries() int {
	h.t.Helper()
	all, err := h.store.all()
	if err != nil {
		h.t.Fatal(err)
	}
	return len(all)
}

// What waits is no change to undo until it is taken over, in another process, whole and with what it printed.
func TestWaitsAndIsTakenOver(t *testing.T) {
	h := newHall(t)
	kept := h.keep("one")
	h.open()
	if list, err := h.store.List(""); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := h.store.Restore(kept.ID); !errors.Is(err, ErrUnknown) {
		t.Errorf("undone: %v", err)
	}
	looked, err := h.store.Waiting(kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := looked.Kept(); err != nil || again != kept || looked.Moved() != "" {
		t.Errorf("%+v, %v; %q", again, err, looked.Moved())
	}
	h.now = h.now.Add(time.Minute)
	up, err := h.store.TakeUp(t.Context(), kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	all, err := up.Came()
	came := append(all, engine.Result{})[0]
	if err != nil || len(all) != 1 || came.Text != "it printed" || came.Exit == nil || came.Exit.Code != 3 ||
		came.Held == nil {
		t.Errorf("%+v, %v", came, err)
	}
	taken, err := up.Take(t.Context(), func(engine.Change) bool { return true })
	if err != nil || len(taken.Changed) != 1 {
		t.Errorf("%+v, %v", taken, err)
	}
	if list, err := h.store.List(""); err != nil || len(list) != 1 || !list[0].When.Equal(h.now) {
		t.Errorf("%+v, %v", list, err)
	}
	if _, err := h.store.Restore(kept.ID); err != nil || exists(path.Join(h.tree, "made")) {
		t.Errorf("not undone: %v", err)
	}
}

// The sum tells every byte of what waits, and nothing of when it was made.
func TestSumOfWhatWaits(t *testing.T) {
	h := newHall(t)
	same, again, other := h.keep("one"), h.keep("one"), h.keep("two")
	if same.Sum != again.Sum || same.Sum == other.Sum {
		t.Errorf("%x, %x, %x", same.Sum, again.Sum, other.Sum)
	}
	upper := path.Join(h.dir, same.ID, LayersName, layerName, "0.upper", "made")
	for what, change := range map[string]func() error{
		"a byte": func() error { return os.WriteFile(upper, []byte("onE"), 0o644) },
		"a mode": func() error {
			return errors.Join(os.WriteFile(upper, []byte("one"), 0o644), os.Chmod(upper, 0o755))
		},
		"gone": func() error { return os.Remove(upper) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		looked, err := h.store.Waiting(same.ID)
		if err != nil {
			t.Fatal(err)
		}
		if now, err := looked.Kept(); err != nil || now.Sum == same.Sum {
			t.Errorf("%s: %v; the sum is the same: %v", what, err, now.Sum == same.Sum)
		}
		h.write(upper, "one")
	}
	h.write(path.Join(h.tree, "made"), "theirs")
	looked, err := h.store.Waiting(again.ID)
	if err != nil {
		t.Fatal(err)
	}
	if now, err := looked.Kept(); err != nil || now.Sum == again.Sum || looked.Moved() == "" {
		t.Errorf("somebody else's file: %v, %q", err, looked.Moved())
	}
}

// Killed at any step, what waits waits on, or is gone with all that belongs to it; the store opens.
func TestKilledWhileItWaits(t *testing.T) {
	until := []byte(time.Unix(2e9, 0).UTC().Format(time.RFC3339))
	for what, tc := range map[string]struct {
		do    func(h *hall) string
		waits bool
	}{
		"marked, and not kept": {func(h *hall) string {
			tr := h.begin("one")
			h.write(path.Join(h.dir, tr.id, waitingName), string(until))
			h.die(tr)
			return tr.id
		}, false},
		"kept, and still marked as unfinished": {func(h *hall) string {
			tr := h.begin("one")
			h.write(path.Join(h.dir, tr.id, waitingName), string(until))
			if err := tr.layer.Keep(); err != nil {
				t.Fatal(err)
			}
			h.die(tr)
			return tr.id
		}, true},
		"taken up": {func(h *hall) string {
			kept := h.keep("one")
			tr, err := h.store.TakeUp(t.Context(), kept.ID)
			if err != nil {
				t.Fatal(err)
			}
			h.die(tr)
			return kept.ID
		}, false},
	} {
		h := newHall(t)
		id := tc.do(h)
		h.open()
		_, err := h.store.Waiting(id)
		if (err == nil) != tc.waits || (h.entries() == 1) != tc.waits || !tc.waits && !errors.Is(err, ErrGone) {
			t.Errorf("%s: %v, %d entries", what, err, h.entries())
		}
		if Interrupted(h.dir) || exists(path.Join(h.tree, "made")) {
			t.Errorf("%s: something is unfinished, or there", what)
		}
	}
}

// Layers that waited long enough, or that nobody wants any more, go; so does one that is too large to wait.
func TestWaitingIsBounded(t *testing.T) {
	h := newHall(t)
	wanted, unwanted := h.keep("one"), h.keep("two")
	if err := h.store.DropWaiting(func(id string) bool { return id == wanted.ID }); err != nil || h.entries() != 1 {
		t.Errorf("%v, %d entries", err, h.entries())
	}
	if _, err := h.store.Waiting(unwanted.ID); !errors.Is(err, ErrGone) {
		t.Errorf("not dropped: %v", err)
	}
	h.now = h.now.Add(time.Hour)
	if _, err := h.store.Waiting(wanted.ID); !errors.Is(err, ErrGone) {
		t.Errorf("waited too long: %v", err)
	}
	large := h.begin("three") // drops what waited long enough, too
	if h.entries() != 1 {
		t.Errorf("%d entries", h.entries())
	}
	if err := os.Truncate(path.Join(large.Mounts()[0].Upper, "made"), maxWaiting+1); err != nil {
		t.Fatal(err)
	}
	if _, err := large.Ended(); err != nil {
		t.Fatal(err)
	}
	if err := large.Keep(h.now.Add(time.Hour), engine.Result{}); err == nil {
		t.Error("kept, though it is too large")
	}
	if err := large.Drop(); err != nil || h.entries() != 0 {
		t.Errorf("%v, %d entries", err, h.entries())
	}
}

// A change is shown while another process has its record: ten that take it back at once show it first.
func TestShownWhileAnotherIsAtIt(t *testing.T) {
	h := newHall(t)
	kept := h.keep("one")
	held, err := h.store.TakeUp(t.Context(), kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Take(t.Context(), func(engine.Change) bool { return true }); err != nil {
		t.Fatal(err)
	}
	other, err := OpenLayer(path.Join(h.dir, kept.ID, LayersName, layerName))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if text, err := h.store.Show(kept.ID); err != nil || !strings.Contains(text, "made") {
		t.Errorf("%q, %v", text, err)
	}
}

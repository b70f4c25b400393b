package audit

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// headed is a store with five records: the fourth is the last durable one, and the fifth was so once it was closed.
func headed(t *testing.T) *FileStore {
	t.Helper()
	store := fileStore(t, t.TempDir())
	l := NewLog(store, plainOptions())
	for n := range 4 { // after the one that opens the trace
		r := said("text")
		r.Durable = n == 2
		record(t, l, r)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return store
}

// cutTo leaves so many lines of a trace.
func cutTo(t *testing.T, s *FileStore, lines int) {
	t.Helper()
	all := bytes.SplitAfter(contents(t, s.Path()), []byte("\n"))
	if err := os.WriteFile(s.Path(), bytes.Join(all[:lines], nil), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A trace whose end is missing is found so, and nothing is added to it.
func TestMissingEndIsFound(t *testing.T) {
	for lines := range 6 {
		store := headed(t)
		cutTo(t, store, lines)
		s, err := store.Scan(nil)
		var damage *DamageError
		if cut := lines < 5; errors.As(err, &damage) != cut || cut && damage.Line != int64(lines)+1 || !cut && err != nil {
			t.Errorf("%d lines: %v", lines, err)
		}
		if s.Anchored != 5 || s.Records != int64(lines) {
			t.Errorf("%d lines: %+v", lines, s)
		}
		before := contents(t, store.Path())
		err = NewLog(fileStore(t, store.dir), plainOptions()).Record(t.Context(), engine.Record{Kind: engine.RecordIntent,
			Durable: true})
		if lines < 5 && (!errors.As(err, &damage) || !slices.Equal(before, contents(t, store.Path()))) || lines >= 5 &&
			err != nil {
			t.Errorf("%d lines were gone on with: %v", lines, err)
		}
	}
}

// A trace that was replaced is not the one that the head is of.
func TestReplacedTraceIsFound(t *testing.T) {
	store, other := headed(t), fileStore(t, t.TempDir())
	l := NewLog(other, plainOptions())
	for range 6 {
		record(t, l, said("something else"))
	}
	if err := os.WriteFile(store.Path(), contents(t, other.Path()), 0o600); err != nil {
		t.Fatal(err)
	}
	var damage *DamageError
	if _, err := store.Scan(nil); !errors.As(err, &damage) || damage.Line != 5 {
		t.Errorf("%v", err)
	}
	if err := os.Remove(store.Path()); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Scan(nil); !errors.As(err, &damage) || damage.Line != 1 {
		t.Errorf("it is gone: %v", err)
	}
	if err := os.Remove(store.headFile()); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Scan(nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there was none: %v", err)
	}
}

// Without a head, as before there were any, a trace verifies and is not anchored; it has
// one from the next durable record on.
func TestTraceWithoutHead(t *testing.T) {
	store := headed(t)
	if err := os.Remove(store.headFile()); err != nil {
		t.Fatal(err)
	}
	if s, err := store.Scan(nil); err != nil || s.Anchored != 0 || s.Records != 5 {
		t.Errorf("%+v, %v", s, err)
	}
	next := fileStore(t, store.dir)
	l := NewLog(next, plainOptions())
	record(t, l, said("not durable"))
	if s, err := store.Scan(nil); err != nil || s.Anchored != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	record(t, l, engine.Record{Kind: engine.RecordIntent, Durable: true})
	if s, err := store.Scan(nil); err != nil || s.Anchored != 8 || s.Records != 8 {
		t.Errorf("%+v, %v", s, err)
	}
}

// What has the place of a head is never waited for, nor taken for one; a trace goes on.
func TestWrongHead(t *testing.T) {
	for name, make := range map[string]func(name string) error{
		"empty":   func(name string) error { return os.WriteFile(name, nil, 0o600) },
		"garbage": func(name string) error { return os.WriteFile(name, bytes.Repeat([]byte("x"), 1<<20), 0o600) },
		"FIFO":    func(name string) error { return unix.Mkfifo(name, 0o600) },
		"a link":  func(name string) error { return os.Symlink("/dev/zero", name) },
	} {
		store := headed(t)
		if err := errors.Join(os.Remove(store.headFile()), make(store.headFile())); err != nil {
			t.Fatal(err)
		}
		if _, err := store.Scan(nil); err == nil || errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
		record(t, NewLog(fileStore(t, store.dir), plainOptions()), engine.Record{Kind: engine.RecordIntent, Durable: true})
		if s, err := store.Scan(nil); err != nil || s.Anchored != 7 {
			t.Errorf("%s, afterwards: %+v, %v", name, s, err)
		}
	}
}

// What is pruned leaves no head.
func TestPruneTakesHeads(t *testing.T) {
	store := headed(t)
	list, err := List(store.dir)
	if err != nil || len(list) != 1 || !list[0].Noted {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := Prune(store.dir, Limits{Before: time.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(store.dir); err != nil || len(entries) != 0 {
		t.Errorf("%v, %v", entries, err)
	}
}

package audit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/store"
)

// traceOf writes a trace with one long text, last changed at a time.
func traceOf(t *testing.T, dir, session string, changed time.Time) *FileStore {
	t.Helper()
	s, err := NewFileStore(dir, session)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	o := plainOptions()
	o.Session = session
	l := NewLog(s, o)
	record(t, l, said("short"))
	record(t, l, engine.Record{Kind: engine.RecordPrompt, Text: strings.Repeat("x", 10_000), Durable: true})
	if err := errors.Join(s.Close(), os.Chtimes(s.Path(), changed, changed)); err != nil {
		t.Fatal(err)
	}
	return s
}

func sessions(list []Kept) string {
	var out []string
	for _, k := range list {
		out = append(out, k.Session)
	}
	return strings.Join(out, " ")
}

func TestPrune(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	for _, tc := range []struct {
		name       string
		limits     Limits
		gone, left string
	}{
		{"nothing is asked for", Limits{}, "", "new middle old"},
		{"by age", Limits{Before: now.Add(-15 * day)}, "old", "new middle"},
		{"by size", Limits{MaxBytes: 25_000}, "old", "new middle"},
		{"to nothing", Limits{MaxBytes: 1}, "old middle new", ""},
		{"by both", Limits{Before: now.Add(-15 * day), MaxBytes: 12_000}, "old middle", "new"},
		{"large enough", Limits{MaxBytes: 1 << 20}, "", "new middle old"},
		{"long texts by age", Limits{Before: now.Add(-5 * day), BlobsOnly: true}, "old middle", "new middle old"},
		{"only said", Limits{MaxBytes: 1, Dry: true}, "old middle new", "new middle old"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			traceOf(t, dir, "new", now.Add(-day))
			traceOf(t, dir, "middle", now.Add(-10*day))
			traceOf(t, dir, "old", now.Add(-20*day))
			gone, err := Prune(dir, tc.limits)
			if err != nil || sessions(gone) != tc.gone {
				t.Errorf("removed %q, %v", sessions(gone), err)
			}
			left, err := List(dir)
			if err != nil || sessions(left) != tc.left {
				t.Errorf("left %q, %v", sessions(left), err)
			}
			for _, k := range left {
				wants := 1
				if tc.limits.BlobsOnly && strings.Contains(tc.gone, k.Session) {
					wants = 0
				}
				if k.Blobs != wants || k.Long != int64(wants)*10_000 {
					t.Errorf("%s has %d long texts of %d bytes", k.Session, k.Blobs, k.Long)
				}
				if s, err := verify(bytes.NewReader(contents(t, filepath.Join(dir, k.Session+".trace")))); err != nil ||
					s.Records != 3 {
					t.Errorf("the chain of %s: %+v, %v", k.Session, s, err)
				}
			}
		})
	}
}

// TestPruneLeavesWhatIsWritten: a trace that another process has stays, and one
// that was removed under a process's hands is not written to.
func TestPruneLeavesWhatIsWritten(t *testing.T) {
	dir := t.TempDir()
	trace := fileStore(t, dir)
	record(t, NewLog(trace, plainOptions()), said("one"))
	if gone, err := Prune(dir, Limits{MaxBytes: 1}); err != nil || len(gone) != 0 {
		t.Errorf("removed %q, %v", sessions(gone), err)
	}
	trace.Close()
	f, err := os.OpenFile(trace.Path(), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if gone, err := Prune(dir, Limits{MaxBytes: 1}); err != nil || len(gone) != 1 {
		t.Errorf("removed %q, %v", sessions(gone), err)
	}
	if err := store.TryLock(f); !errors.Is(err, store.ErrBusy) {
		t.Errorf("a removed trace was taken over: %v", err)
	}
}

func TestPruneTakesLongTextsThatNobodyNames(t *testing.T) {
	dir := t.TempDir()
	s := traceOf(t, dir, "a", time.Now())
	if err := os.Remove(s.Path()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "other file"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	gone, err := Prune(dir, Limits{MaxBytes: 1})
	entries, rerr := os.ReadDir(dir)
	if err != nil || rerr != nil || sessions(gone) != "a" || len(entries) != 1 {
		t.Errorf("removed %q, left %v: %v", sessions(gone), entries, err)
	}
}

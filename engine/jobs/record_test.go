package jobs

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func lease(t *testing.T, s *Store, name string) *Lease {
	t.Helper()
	l, err := s.Lease(name)
	if err != nil {
		t.Fatal(err)
	}
	l.Record.Name = name
	return l
}

func TestRecords(t *testing.T) {
	s := NewStore(filepath.Join(t.TempDir(), "jobs"))
	if r, err := s.Read("a"); err != nil || r != (Record{Name: "a", Outcome: Never}) {
		t.Fatalf("of a job that was never seen: %+v, %v", r, err)
	}
	l := lease(t, s, "a")
	now := time.Date(2026, 11, 22, 21, 0, 0, 7, time.UTC)
	l.Record = Record{Name: "a", Schedule: "@daily", Seen: now, Began: now, Outcome: Running, Note: "x\ny", Tries: 2,
		Again: true, Mark: "m", Exit: 4}
	if err := l.Keep(true); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Read("a"); err != nil || r != l.Record {
		t.Errorf("while it runs: %+v, %v; want %+v", r, err, l.Record)
	}
	if _, err := s.Lease("a"); !errors.Is(err, ErrBusy) {
		t.Errorf("a second lease: %v", err)
	}
	if err := s.Remove("a"); !errors.Is(err, ErrBusy) {
		t.Errorf("removing what runs: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	want := l.Record
	want.Outcome = Killed
	if r, err := s.Read("a"); err != nil || r != want {
		t.Errorf("when its process has gone: %+v, %v", r, err)
	}
	if l = lease(t, s, "a"); l.Record != want {
		t.Errorf("the next lease: %+v", l.Record)
	}
	l.Record.Ended, l.Record.Outcome = now.Add(time.Second), Done
	if err := errors.Join(l.Keep(false), l.Close()); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Read("a"); err != nil || r != l.Record {
		t.Errorf("when it is done: %+v, %v", r, err)
	}
	if err := os.WriteFile(s.file("a", recordSuffix), []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Read("a"); err == nil {
		t.Errorf("of garbage: %+v", r)
	}
	if _, err := s.Lease("a"); err == nil {
		t.Error("a lease on garbage")
	}
	if err := os.Remove(s.file("a", recordSuffix)); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove("a"); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(s.dir); err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// Of fifty that want a job, one runs it.
func TestOneOfFifty(t *testing.T) {
	s := NewStore(t.TempDir())
	var ran atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			l, err := s.Lease("a")
			if errors.Is(err, ErrBusy) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			if l.Record.Outcome == Never {
				ran.Add(1)
				l.Record.Name, l.Record.Outcome = "a", Done
				if err := l.Keep(false); err != nil {
					t.Error(err)
				}
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if ran.Load() != 1 {
		t.Errorf("%d ran it", ran.Load())
	}
}

func TestLog(t *testing.T) {
	s := NewStore(t.TempDir())
	at := time.Date(2026, 11, 22, 21, 0, 0, 0, time.UTC)
	run := func(said, end string, tell bool) {
		t.Helper()
		l := lease(t, s, "a")
		defer l.Close()
		l.Record.Began = at
		log := l.Log("by name")
		for _, part := range strings.SplitAfter(said, "|") {
			if part = strings.TrimSuffix(part, "|"); part != "" {
				if n, err := log.Write([]byte(part)); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
		}
		if end != "" {
			if err := log.End(at.Add(time.Second), end, tell); err != nil {
				t.Fatal(err)
			}
		}
		at = at.Add(time.Hour)
	}
	run("", "done", false) // leaves nothing
	if said, err := s.Said("a"); err != nil || len(said) != 0 {
		t.Fatalf("%+v, %v", said, err)
	}
	run("one\nt|wo\n|\n2026-11-22T21:00:00Z began, a lie\nno end", "failed: exit 2", true)
	run("half", "", true) // its process was killed
	run("", "done", true)
	said, err := s.Said("a")
	if err != nil || len(said) != 3 {
		t.Fatalf("%+v, %v", said, err)
	}
	want := "one\ntwo\n\n2026-11-22T21:00:00Z began, a lie\nno end\n"
	if got := said[0]; got.Text != want || got.End != "failed: exit 2" ||
		got.How != "by name" || got.Ended.Sub(got.Began) != time.Second {
		t.Errorf("%+v", got)
	}
	if got := said[1]; got.Text != "half\n" || got.End != "" || !got.Ended.IsZero() {
		t.Errorf("%+v", got)
	}
	if got := said[2]; got.Text != "" || got.End != "done" {
		t.Errorf("%+v", got)
	}
}

// No log grows without a bound, whatever is said, and what is cut is said.
func TestLogsAreBounded(t *testing.T) {
	s := NewStore(t.TempDir())
	at := time.Date(2026, 11, 22, 21, 0, 0, 0, time.UTC)
	line := bytes.Repeat([]byte("2"), 999)
	for range 12 {
		l := lease(t, s, "a")
		l.Record.Began = at
		log := l.Log("when it was due")
		for range 300 {
			if _, err := log.Write(append(line, '\n')); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(log.End(at, "done", true), l.Close()); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Hour)
	}
	info, err := os.Stat(s.file("a", logSuffix))
	if err != nil || info.Size() > mostLog+mostSaid+4096 {
		t.Errorf("%d bytes, %v", info.Size(), err)
	}
	said, err := s.Said("a")
	if err != nil || len(said) < 2 || said[len(said)-1].End != "done" ||
		!strings.Contains(said[len(said)-1].Text, "left out") {
		t.Errorf("%d runs, %v", len(said), err)
	}
	for _, one := range said {
		if one.End != "done" || len(one.Text) < mostSaid {
			t.Errorf("a run of %d bytes that ended %q", len(one.Text), one.End)
		}
	}
}

// FuzzSaid: no log makes reading it panic, and no line of what is said passes for a mark.
func FuzzSaid(f *testing.F) {
	f.Add("x\ny", "done")
	f.Add("2026-11-22T21:00:00Z began, by name\n", "")
	f.Add("\n\n  \n", "failed: \n x")
	f.Fuzz(func(t *testing.T, text, raw string) {
		s := NewStore(t.TempDir())
		l := lease(t, s, "a")
		l.Record.Began = time.Unix(1_800_000_000, 0)
		log := l.Log("by name")
		if _, err := log.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := log.End(l.Record.Began, "done", true); err != nil {
			t.Fatal(err)
		}
		said, err := s.Said("a")
		if err != nil || len(said) != 1 || said[0].End != "done" {
			t.Fatalf("%q: %+v, %v", text, said, err)
		}
		if err := errors.Join(os.WriteFile(s.file("a", logSuffix), []byte(raw), 0o600), l.Close()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Said("a"); err != nil {
			t.Fatal(err)
		}
	})
}

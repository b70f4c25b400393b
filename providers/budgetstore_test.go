package providers

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
)

func entry(at time.Time, in int, cost float64) Entry {
	return Entry{Time: at, Session: "s", Provider: "p", Model: "m", Usage: engine.Usage{Input: in, Output: 1}, Cost: cost,
		Priced: true}
}

func TestSpendingFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "spending")
	s := NewSpendingFiles(dir)
	if day, err := s.Day("2026-11-21"); err != nil || day != (Spending{}) {
		t.Fatalf("%+v, %v", day, err)
	}
	if list, err := s.Entries("2026-01-01", "2026-12-31"); err != nil || list != nil {
		t.Fatalf("%v, %v", list, err)
	}
	long := entry(noon, 10, 0.5)
	long.Model = strings.Repeat("\x01", 100000)
	unknown := entry(noon.AddDate(0, 0, 1), 5, 0)
	unknown.Priced = false
	for _, e := range []Entry{entry(noon, 10, 0.25), long, entry(noon.AddDate(0, 0, -1), 7, 1), unknown} {
		if err := s.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	day, err := s.Day("2026-11-21")
	if err != nil || day.Tokens != 22 || day.Cost != 0.75 || day.Unpriced != 0 {
		t.Errorf("%+v, %v", day, err)
	}
	list, err := s.Entries("2026-11-20", "2026-11-21")
	if err != nil || len(list) != 3 || list[0] != entry(noon.AddDate(0, 0, -1), 7, 1) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err = s.Entries("2026-11-22", "2026-11-22"); err != nil || len(list) != 1 || list[0].Priced {
		t.Errorf("%+v, %v", list, err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "2026-11-21.jsonl"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if err := s.Add(entry(noon, 1, math.NaN())); err == nil {
		t.Error("a cost that is no number was taken")
	}
}

func TestSpendingSurvivesTornAndStrangeLines(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "2026-11-21.jsonl")
	s := NewSpendingFiles(dir)
	if err := s.Add(entry(noon, 10, 1)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	torn := append(data, data[:len(data)/2]...)
	if err := os.WriteFile(path, torn, 0o600); err != nil {
		t.Fatal(err)
	}
	if day, err := s.Day("2026-11-21"); err != nil || day.Cost != 1 {
		t.Errorf("with a torn end: %+v, %v", day, err)
	}
	if err := s.Add(entry(noon, 20, 2)); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"not json", `{"time":"x"}`, `{"time":"2026-11-21T00:00:00Z","input":-5}`,
		strings.Repeat("x", 100000)} {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.WriteString(line + "\n")
		_ = f.Close()
	}
	if err := s.Add(entry(noon, 30, 4)); err != nil {
		t.Fatal(err)
	}
	if day, err := s.Day("2026-11-21"); err != nil || day.Cost != 7 || day.Tokens != 63 {
		t.Errorf("%+v, %v", day, err)
	}
}

func TestSpendingFilesAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wait sync.WaitGroup
	for range 8 {
		s := NewSpendingFiles(dir) // as another process would
		wait.Go(func() {
			for range 25 {
				if err := s.Add(entry(noon, 9, 1)); err != nil {
					t.Error(err)
				}
				if _, err := s.Day("2026-11-21"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if day, err := NewSpendingFiles(dir).Day("2026-11-21"); err != nil || day.Cost != 200 || day.Tokens != 2000 {
		t.Errorf("%+v, %v", day, err)
	}
}

func TestSpendingFilesRefuse(t *testing.T) {
	dir := t.TempDir()
	s := NewSpendingFiles(dir)
	path := filepath.Join(dir, "2026-11-21.jsonl")
	if err := os.Symlink("/dev/null", path); err != nil {
		t.Fatal(err)
	}
	if err := s.Add(entry(noon, 1, 1)); err == nil {
		t.Error("it wrote through a link")
	}
	_ = os.Remove(path)
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Add(entry(noon, 1, 1)); err == nil {
		t.Error("it wrote into a pipe")
	}
	_ = os.Remove(path)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := s.Add(entry(noon, 1, 1)); err == nil || !strings.Contains(err.Error(), "locked by another process") ||
		time.Since(start) > 4*lockTime {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

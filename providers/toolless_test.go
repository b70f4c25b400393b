package providers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestToolless: a refusal is remembered for a day, for that model of that server, in a
// file of bounded size that only its owner reads.
func TestToolless(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	path := filepath.Join(t.TempDir(), "state", "toolless.json")
	a, b := NewToolless(path, "http://a", clock), NewToolless(path, "http://b", clock)
	if a.NoTools("m") {
		t.Error("it knows what nobody said")
	}
	a.Remember("m")
	a.Remember("m")
	if !a.NoTools("m") || a.NoTools("n") || b.NoTools("m") || !NewToolless(path, "http://a", clock).NoTools("m") {
		t.Error("it remembers something else")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	now = now.Add(25 * time.Hour)
	if a.NoTools("m") {
		t.Error("it remembers for more than a day")
	}
	for i := range 300 {
		b.Remember(fmt.Sprint("m", i))
	}
	b.Remember(strings.Repeat("x", 1<<20))
	if info, err := os.Stat(path); err != nil || info.Size() > 100*100 || !b.NoTools("m299") || b.NoTools("m199") {
		t.Errorf("%v, %v", info, err)
	}
	now = now.Add(-time.Hour)
	if b.NoTools("m299") {
		t.Error("it believes what comes from the future")
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".toolless-*")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// TestToollessOfAnyFile: what is no such file is nothing, and is never waited for.
func TestToollessOfAnyFile(t *testing.T) {
	dir := t.TempDir()
	fifo, link, wrong := filepath.Join(dir, "fifo"), filepath.Join(dir, "link"), filepath.Join(dir, "wrong")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(wrong, []byte(`[{"server":5}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(wrong, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fifo, link, wrong, dir, filepath.Join(wrong, "x")} {
		m := NewToolless(path, "http://a", time.Now)
		if m.NoTools("m") {
			t.Errorf("%s remembers", path)
		}
		m.Remember("m") // whatever becomes of it
	}
}

package providers

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

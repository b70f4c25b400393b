package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What was opened is told by its name, and what was only looked at is not.
func TestOpened(t *testing.T) {
	dir := t.TempDir()
	var names []string
	for _, n := range []string{".env", "looked-at", "token"} {
		names = append(names, filepath.Join(dir, n))
		if err := os.WriteFile(names[len(names)-1], nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := watchOpened(append(names, dir+"/none"))
	for _, name := range []string{names[2], names[0], names[2]} {
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(names[1]); err != nil {
		t.Fatal(err)
	}
	if got := w.read(); !slices.Equal(got, []string{names[0], names[2]}) {
		t.Error(got)
	}
	if got := watchOpened(nil).read(); got != nil {
		t.Error(got)
	}
}

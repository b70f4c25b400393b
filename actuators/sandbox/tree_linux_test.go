package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whether a file has private parts is asked anew each time, of those that may have some: its directory does not change
// with what it holds.
func TestPrivatePartsAreAskedAnew(t *testing.T) {
	dir := t.TempDir()
	plan := filepath.Join(dir, "plan.org")
	for name, text := range map[string]string{plan: "open", filepath.Join(dir, "main.go"): "private"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	asked := 0
	s := New(Options{MayHold: func(name string) bool { return strings.HasSuffix(name, ".org") },
		Private: func(name string) bool {
			asked++
			text, err := os.ReadFile(name)
			return err != nil || strings.Contains(string(text), "private")
		}})
	for i, text := range []string{"open", "now private", "open again"} {
		if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		found := s.tree.scan(dir)
		if got := len(found.secrets) == 1 && found.secrets[0] == (Mask{Path: plan}); got != (i == 1) || !found.complete {
			t.Errorf("%q: %+v", text, found)
		}
	}
	if asked != 3 || s.tree.hides(plan) || s.tree.hides(filepath.Join(dir, "main.go")) {
		t.Errorf("asked %d times", asked)
	}
}

//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// At a terminal a change to another agent's file is shown, and made only at a yes.
func TestHookInstallAsks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key  string
		code int
	}{{"n", 3}, {"q", 3}, {"\x1b", 3}, {"y", 0}} {
		p := newDesk(t, "")
		file := filepath.Join(p.home, ".gemini", "settings.json")
		tty := open(t, p.command(t, nil, "hook", "install", "gemini"), 100, 60)
		shown := tty.expect("install the hook of Gemini CLI? y yes, n no ")
		if !strings.Contains(shown, "+++ "+file) || !strings.Contains(shown, `+    "BeforeTool": [`) {
			t.Errorf("the change was not shown:\n%s", shown)
		}
		tty.insist(c.key)
		if got := tty.code(); got != c.code {
			t.Errorf("%q: exit code %d:\n%s", c.key, got, tty.text())
		}
		text, err := os.ReadFile(file)
		if written := err == nil && strings.Contains(string(text), "hook gemini || sh -c "); written != (c.code == 0) {
			t.Errorf("%q: %s, %v", c.key, text, err)
		}
	}
}

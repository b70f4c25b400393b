//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An answer in Markdown is rendered on a terminal that shows colours; with --raw,
// NO_COLOR or TERM=dumb it comes as it is.
func TestAnswersAreRendered(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, env string
		args      []string
		rendered  bool
	}{
		{"a terminal", "X=1", nil, true},
		{"raw", "X=1", []string{"--raw"}, false},
		{"no colour", "NO_COLOR=1", nil, false},
		{"colour never", "X=1", []string{"--color", "never"}, false},
		{"dumb", "TERM=dumb", nil, false},
	} {
		p := newPlace(t)
		replies := filepath.Join(p.home, "replies")
		p.write("replies", `(:REPLY "# Title\n\nSome **bold** words.\n\n- one\n- two\n")`, 0o600)
		if err := os.Rename(filepath.Join(p.dir, "replies"), replies); err != nil {
			t.Fatal(err)
		}
		config := filepath.Join(p.home, ".config", "pp")
		if err := os.MkdirAll(config, 0o700); err != nil {
			t.Fatal(err)
		}
		text := "cascade = [\"told\"]\n[providers.told]\nprotocol = \"script\"\nfile = \"" + replies + "\"\n"
		if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := p.command(append(tc.args, "-n", "say it")...)
		cmd.Env = append(cmd.Env, "TERM=xterm", tc.env)
		m := open(t, cmd, 80, 24)
		if code := m.code(); code != 0 {
			t.Fatalf("%s: exit %d\n%s", tc.name, code, m.text())
		}
		shown := m.text()
		if plain := strings.Contains(shown, "**bold**"); plain == tc.rendered || !strings.Contains(shown, "bold") {
			t.Errorf("%s: rendered should be %v\n%q", tc.name, tc.rendered, shown)
		}
	}
}

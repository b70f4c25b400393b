//go:build linux

package cli

import (
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
		p := newDesk(t, `(:REPLY "# Title\n\nSome **bold** words.\n\n- one\n- two\n")`)
		cmd := p.command(t, []string{"TERM=xterm", tc.env}, append(tc.args, "-n", "say it")...)
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

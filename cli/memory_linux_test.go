package cli

import (
	"strings"
	"testing"

	"pp/cli/exit"
)

// Forgetting is asked about with what goes; anything but y leaves it.
func TestForgetAsks(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	out, stderr, code := p.run("memory", "remember", "the gate is green")
	if code != exit.OK {
		t.Fatalf("exit %d\n%s", code, stderr)
	}
	handle := strings.Fields(out)[1]
	for _, tc := range []struct {
		key  string
		code int
		left bool
	}{{"n", exit.Denied, true}, {"y", exit.OK, false}} {
		tty := open(t, p.command("memory", "forget", handle), 80, 24)
		tty.expect("the gate is green")
		tty.expect("for good?")
		tty.send(tc.key)
		if code := tty.code(); code != tc.code {
			t.Errorf("%q: exit %d", tc.key, code)
		}
		if out, _, _ := p.run("memory", "list"); strings.Contains(out, "green") != tc.left {
			t.Errorf("%q: %s", tc.key, out)
		}
	}
}

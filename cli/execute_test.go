//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
)

const executeKeys = "r run, m modify, e explain, q quit "

// TestExecuteAtATerminal: what -e proposes runs when a person says so, as it was
// shown, and in no other case.
func TestExecuteAtATerminal(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, prompt string
		conversation func(*terminal)
		code         int
		shows        string
		made         bool
	}{
		{"run what asks", "run touch made", func(m *terminal) { m.press(executeKeys, "r") }, exit.OK, "write ", true},
		{"run what is allowed", "run cat go.mod", func(m *terminal) { m.press(executeKeys, "r") }, exit.OK, "module example",
			false},
		{"what fails", "run cat nothing", func(m *terminal) { m.press(executeKeys, "r") }, exit.Failed,
			"pp: error: cat nothing: exit 1", false},
		{"quit", "run touch made", func(m *terminal) { m.press(executeKeys, "q") }, exit.Denied, "", false},
		{"any other key", "run touch made", func(m *terminal) {
			m.press(executeKeys, "\r")
			m.press(executeKeys, "x")
			m.press(executeKeys, "n")
		}, exit.Denied, "", false},
		{"explain, then quit", "run touch made", func(m *terminal) {
			m.press(executeKeys, "e")
			m.press(executeKeys, "q")
		}, exit.Denied, "600 permissions", false},
		{"modify", "run touch other", func(m *terminal) {
			m.press(executeKeys, "m")
			m.press("the command instead: ", "touch made\r")
			m.press(executeKeys, "r")
		}, exit.OK, "| touch made", true},
		{"modify to what is denied", "run touch made", func(m *terminal) {
			m.press(executeKeys, "m")
			m.press("the command instead: ", "touch made && cat .env\r")
			m.expect("Secrets are never read")
			m.press("m modify, e explain, q quit ", "r")
			m.press("m modify, e explain, q quit ", "q")
		}, exit.Denied, "deny dispatcher/secret-path", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPlace(t)
			p.write(".env", "TOKEN=visibly-fake\n", 0o600)
			m := open(t, p.command("-q", "-e", tc.prompt), 100, 40)
			tc.conversation(m)
			if code := m.code(); code != tc.code || !strings.Contains(m.text(), tc.shows) {
				t.Errorf("exit %d:\n%s", code, m.text())
			}
			if _, err := os.Stat(filepath.Join(p.dir, "made")); (err == nil) != tc.made {
				t.Errorf("made: %v\n%s", err, m.text())
			}
		})
	}
}

// TestExecuteWithoutAPerson: a pipe, or CI, only prints the command.
func TestExecuteWithoutAPerson(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	cmd := p.command("-q", "-e", "run touch made")
	cmd.Env = append(cmd.Env, "CI=1")
	m := open(t, cmd, 100, 40)
	if code := m.code(); code != exit.Suspended || !strings.HasSuffix(m.text(), "\ntouch made\n") {
		t.Errorf("exit %d:\n%s", code, m.text())
	}
	cmd = p.command("-q", "-e", "run touch made")
	var out strings.Builder
	cmd.Stdout = &out
	m = open(t, cmd, 100, 40)
	if code := m.code(); code != exit.Suspended || out.String() != "touch made\n" ||
		!strings.Contains(m.text(), "pp approve ") {
		t.Errorf("exit %d: %q\n%s", code, out.String(), m.text())
	}
	if _, err := os.Stat(filepath.Join(p.dir, "made")); err == nil {
		t.Error("it ran")
	}
}

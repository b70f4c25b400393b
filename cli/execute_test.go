package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const executeKeys = "r run, m modify, e explain, q quit [q] "

// TestExecuteAtATerminal: what -e proposes runs when a person says so, as it was
// shown, and in no other case.
func TestExecuteAtATerminal(t *testing.T) {
	for _, tc := range []struct {
		name, prompt string
		talk         func(*terminal)
		code         int
		shows        string
		made         bool
	}{
		{"run what asks", "run touch made", func(m *terminal) { m.press(executeKeys, 1, "r") }, exitOK, "write ", true},
		{"run what is allowed", "run cat go.mod", func(m *terminal) { m.press(executeKeys, 1, "r") }, exitOK, "module example", false},
		{"what fails", "run cat nothing", func(m *terminal) { m.press(executeKeys, 1, "r") }, exitFailed, ":EXIT 1", false},
		{"quit", "run touch made", func(m *terminal) { m.press(executeKeys, 1, "q") }, exitDenied, "", false},
		{"any other key", "run touch made", func(m *terminal) { m.press(executeKeys, 1, "\r") }, exitDenied, "", false},
		{"explain, then quit", "run touch made", func(m *terminal) {
			m.press(executeKeys, 1, "e")
			m.press(executeKeys, 2, "q")
		}, exitDenied, "600 permissions", false},
		{"modify", "run touch other", func(m *terminal) {
			m.press(executeKeys, 1, "m")
			m.press("the command instead: ", 1, "touch made\r")
			m.press(executeKeys, 2, "r")
		}, exitOK, "| touch made", true},
		{"modify to what is denied", "run touch made", func(m *terminal) {
			m.press(executeKeys, 1, "m")
			m.press("the command instead: ", 1, "touch made && cat .env\r")
			m.waitFor("Secrets are never read", 1)
			m.press("m modify, e explain, q quit [q] ", 2, "r")
			m.press("m modify, e explain, q quit [q] ", 3, "q")
		}, exitDenied, "deny dispatcher/secret-path", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPlace(t)
			p.write(".env", "TOKEN=visibly-fake\n", 0o600)
			m := atTerminal(t, p.command("-q", "-e", tc.prompt))
			tc.talk(m)
			if code := m.end(); code != tc.code || !strings.Contains(m.screen(), tc.shows) {
				t.Errorf("exit %d:\n%s", code, m.screen())
			}
			if _, err := os.Stat(filepath.Join(p.dir, "made")); (err == nil) != tc.made {
				t.Errorf("made: %v\n%s", err, m.screen())
			}
		})
	}
}

// TestExecuteWithoutAPerson: a pipe, or CI, only prints the command.
func TestExecuteWithoutAPerson(t *testing.T) {
	p := newPlace(t)
	cmd := p.command("-q", "-e", "run touch made")
	cmd.Env = append(cmd.Env, "CI=1")
	m := atTerminal(t, cmd)
	if code := m.end(); code != exitSuspended || !strings.HasSuffix(m.screen(), "\ntouch made\n") {
		t.Errorf("exit %d:\n%s", code, m.screen())
	}
	cmd = p.command("-q", "-e", "run touch made")
	var out strings.Builder
	cmd.Stdout = &out
	m = atTerminal(t, cmd)
	if code := m.end(); code != exitSuspended || out.String() != "touch made\n" || !strings.Contains(m.screen(), "pp approve ") {
		t.Errorf("exit %d: %q\n%s", code, out.String(), m.screen())
	}
	if _, err := os.Stat(filepath.Join(p.dir, "made")); err == nil {
		t.Error("it ran")
	}
}

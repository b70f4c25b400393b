//go:build linux

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
)

// stdinKind is something that standard input can be.
type stdinKind struct {
	name string
	// open prepares a command's standard input; the other end stays open until the
	// test is over, unless it is to be seen as ended.
	open func(t *testing.T, cmd *exec.Cmd)
	code int // of a prompt that asks, under --deny-all-approvals
}

func stdinKinds() []stdinKind {
	pipe := func(t *testing.T) (r, w *os.File) {
		t.Helper()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close(); w.Close() })
		return r, w
	}
	return []stdinKind{
		{"closed", func(_ *testing.T, cmd *exec.Cmd) {
			// The shell that closes it is the only way to start a process without it.
			cmd.Path, cmd.Args = "/bin/bash", append([]string{"bash", "-c", `exec "$0" "$@" <&-`}, cmd.Args...)
		}, exit.Denied},
		{"null", func(*testing.T, *exec.Cmd) {}, exit.Denied}, // what exec opens for none
		{"empty pipe", func(t *testing.T, cmd *exec.Cmd) {
			r, w := pipe(t)
			w.Close()
			cmd.Stdin = r
		}, exit.Denied},
		{"endless pipe", func(t *testing.T, cmd *exec.Cmd) {
			r, w := pipe(t)
			cmd.Stdin = r
			go func() {
				for text := bytes.Repeat([]byte("y\n"), 32<<10); ; {
					if _, err := w.Write(text); err != nil {
						return
					}
				}
			}()
		}, exit.Data},
		{"inherited pipe", func(t *testing.T, cmd *exec.Cmd) {
			cmd.Stdin, _ = pipe(t) // nobody writes to it and nobody closes it
		}, exit.Usage},
		{"terminal", func(t *testing.T, cmd *exec.Cmd) {
			side, tty := newPTY(t, 100, 40)
			t.Cleanup(func() { side.Close(); tty.Close() })
			cmd.Stdin = tty
		}, exit.Denied},
	}
}

// TestInvariant9NothingWaitsInCI: whatever standard input is, a prompt that asks
// comes to its end without a person: with an exit code that says why, nothing
// on standard output, and nothing done.
func TestInvariant9NothingWaitsInCI(t *testing.T) {
	t.Parallel()
	for _, kind := range stdinKinds() {
		for _, tc := range []struct {
			name string
			args []string
			code int
		}{
			{"denied", []string{"--deny-all-approvals"}, kind.code},
			{"denied, not read", []string{"--deny-all-approvals", "-n"}, exit.Denied},
			{"suspended, not read", []string{"-n"}, exit.Suspended},
			{"ephemeral, not read", []string{"--ephemeral", "-n"}, exit.Denied},
		} {
			t.Run(kind.name+"/"+tc.name, func(t *testing.T) {
				p := newPlace(t)
				p.env = append(p.env, "TEST_STDIN_NOTICE=50ms", "TEST_STDIN_TIMEOUT=300ms")
				cmd := p.command(append(tc.args, "-q", "run touch made")...)
				kind.open(t, cmd)
				var out, errs strings.Builder
				cmd.Stdout, cmd.Stderr = &out, &errs
				if err := cmd.Run(); cmd.ProcessState == nil {
					t.Fatal(err)
				}
				if code := cmd.ProcessState.ExitCode(); code != tc.code || out.Len() > 0 || errs.Len() == 0 {
					t.Errorf("exit %d, standard output %q\n%s", code, out.String(), errs.String())
				}
				if _, err := os.Stat(filepath.Join(p.dir, "made")); err == nil {
					t.Error("it was done")
				}
			})
		}
	}
}

// TestInvariant9ATerminalInCIIsNoPerson: with CI set, a whole pseudo-terminal is
// nobody, and without it somebody is asked.
func TestInvariant9ATerminalInCIIsNoPerson(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		ci   string
		args []string
		code int
	}{
		{"CI=1", nil, exit.Suspended},
		{"CI=true", []string{"--deny-all-approvals"}, exit.Denied},
		{"CI=", []string{"--deny-all-approvals"}, exit.Denied},
	} {
		p := newPlace(t)
		cmd := p.command(append(tc.args, "-q", "run touch made")...)
		cmd.Env = append(cmd.Env, tc.ci)
		m := open(t, cmd, 100, 40)
		if code := m.code(); code != tc.code || strings.Contains(m.text(), "allow it?") {
			t.Errorf("%s: exit %d\n%s", tc.ci, code, m.text())
		}
	}
	m := open(t, newPlace(t).command("-q", "run touch made"), 100, 40)
	m.expect("allow it?")
}

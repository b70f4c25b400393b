//go:build linux

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pp/cli/exit"
)

// place is a workspace and a home for processes of pp, away from each other.
type place struct {
	t         testing.TB
	dir, home string
	env       []string
}

func newPlace(t testing.TB) place {
	t.Helper()
	p := place{t: t, dir: t.TempDir(), home: t.TempDir()}
	p.env = []string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "TMPDIR=" + os.TempDir()}
	p.write("go.mod", "module example\n", 0o644)
	// The prompts before a command; those after one have tests of their own.
	if err := os.MkdirAll(filepath.Join(p.home, ".config", "pp"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.home, ".config", "pp", "config.toml"), []byte("sandbox.ask = \"before\"\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p place) write(name, text string, mode os.FileMode) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), mode); err != nil {
		p.t.Fatal(err)
	}
}

// command is a process of pp; the test's main function makes pp of it.
func (p place) command(args ...string) *exec.Cmd {
	cmd := exec.Command("pp", args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	return cmd
}

// run runs pp to its end with nothing on standard input.
func (p place) run(args ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	cmd := p.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		p.t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// suspend has pp suspend a prompt, and gives the token.
func (p place) suspend(prompt string) string {
	p.t.Helper()
	out, errs, code := p.run("-q", "--output-format", "json", prompt)
	var r struct {
		Pending []struct{ Token string }
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exit.Suspended || len(r.Pending) != 1 {
		p.t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	return r.Pending[0].Token
}

// mark changes the states of flight plans in the Org file, as a person would.
func (p place) mark(from, to string) {
	p.t.Helper()
	name := filepath.Join(p.home, ".local/state/pp/approvals/flight-plans.org")
	data, err := os.ReadFile(name)
	if err != nil {
		p.t.Fatal(err)
	}
	data = bytes.ReplaceAll(data, []byte("\n* "+from+" "), []byte("\n* "+to+" "))
	if err := os.WriteFile(name, data, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// TestFiftyApproveAndOneActs: of fifty processes that approve one flight plan at
// once, or carry out what was marked in the Org file, exactly one acts.
func TestFiftyApproveAndOneActs(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		command func(p place, token string) []string
		idle    int // the exit code of those that do not act
	}{
		{"approve", func(_ place, token string) []string { return []string{"approve", token, "--yes"} }, exit.Denied},
		{"run", func(p place, _ string) []string {
			p.mark("PLAN", "APPROVED")
			return []string{"approvals", "run"}
		}, exit.OK},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPlace(t)
			// What it does changes nothing that the approval is bound to, so that
			// only the claim keeps the others from doing it, too.
			p.write("act.sh", "#!/bin/sh\necho acted >> acted.log\n", 0o755)
			args := tc.command(p, p.suspend("run ./act.sh"))
			var wg sync.WaitGroup
			var acted atomic.Int32
			for range 50 {
				wg.Go(func() {
					cmd := p.command(args...)
					out, _ := cmd.CombinedOutput()
					code := cmd.ProcessState.ExitCode()
					if strings.Contains(string(out), "[made: ") {
						acted.Add(1)
					} else if code != tc.idle {
						t.Errorf("exit %d: %s", code, out)
					}
				})
			}
			wg.Wait()
			log, err := os.ReadFile(filepath.Join(p.dir, "acted.log"))
			if err != nil || string(log) != "acted\n" || acted.Load() != 1 {
				t.Errorf("it acted %d times, and %d said so: %v", strings.Count(string(log), "acted"), acted.Load(), err)
			}
		})
	}
}

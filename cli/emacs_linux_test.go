package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine/enginetest"
)

// emacsPlace is a place with the client for Emacs, printed by pp, and a model of recorded replies.
func emacsPlace(t *testing.T) (p place, lisp string) {
	t.Helper()
	if _, err := exec.LookPath("emacs"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "emacs is not installed")
	}
	p = newPlace(t)
	t.Cleanup(func() { waitUntilGone(t, p.dir) })
	p.copyTree("emacs")
	config := `cascade = ["recorded"]
sandbox.ask = "before"
[providers.recorded]
protocol = "script"
file = "` + filepath.Join(p.dir, "replies.sexp") + `"
[providers.planner]
protocol = "script"
file = "` + filepath.Join(p.dir, "plan.sexp") + `"
`
	if err := os.WriteFile(filepath.Join(p.home, ".config", "pp", "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	lisp = filepath.Join(p.home, "pp-agent.el")
	text, _, code := p.run("bridge", "--print-elisp")
	if err := os.WriteFile(lisp, []byte(text), 0o600); err != nil || code != 0 {
		t.Fatal(code, err)
	}
	return p, lisp
}

// waitUntilGone waits until nothing runs in a directory: when Emacs is gone, the pp that it started still writes for a
// moment.
func waitUntilGone(t *testing.T, dir string) {
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		processes, err := filepath.Glob("/proc/[0-9]*/cwd")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(processes, func(cwd string) bool {
			at, err := os.Readlink(cwd)
			return err == nil && at == dir
		}) {
			return
		}
	}
	t.Errorf("something still runs in %s", dir)
}

// TestEmacs: the client for Emacs compiles without a warning and holds a whole conversation with this pp, by its own
// tests.
func TestEmacs(t *testing.T) {
	t.Parallel()
	p, lisp := emacsPlace(t)
	test, err := filepath.Abs(filepath.Join("front", "testdata", "pp-agent-test.el"))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", lisp},
		{"-l", lisp + "c", "-l", test, "-f", "ert-run-tests-batch-and-exit"},
	} {
		cmd := exec.Command("emacs", append([]string{"--batch", "-Q"}, args...)...)
		cmd.Dir, cmd.Env = p.dir, p.env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

// TestEmacsInATerminal: a question comes up beside what the person types, which answers nothing; in its own window one
// key does.
func TestEmacsInATerminal(t *testing.T) {
	t.Parallel()
	p, lisp := emacsPlace(t)
	cmd := exec.Command("emacs", "-nw", "-Q", "-l", lisp, "--eval", "(pp-agent)")
	cmd.Dir, cmd.Env = p.dir, append(p.env, "TERM=vt100")
	tty := open(t, cmd, 100, 40)
	tty.expect("lists the keys")
	tty.send("The boat leaves at noon.\r")
	tty.expect("y once, n no")
	tty.send("yy\x03\x01") // into the conversation, and then C-c C-a
	tty.expect("yy")
	if notes, err := os.ReadFile(filepath.Join(p.dir, "notes.txt")); err != nil ||
		!strings.Contains(string(notes), "noon") {
		t.Fatalf("%q, %v", notes, err)
	}
	tty.send("y")
	tty.expect("It leaves at one.")
	if notes, err := os.ReadFile(filepath.Join(p.dir, "notes.txt")); err != nil ||
		!strings.Contains(string(notes), "at one") {
		t.Errorf("%q, %v", notes, err)
	}
}

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/cli/exit"
)

// touchedBy are the lines of what a run of pp did with files that name one of the places.
func (p place) touchedBy(strace string, places []string, args ...string) (lines []string) {
	p.t.Helper()
	pp, err := exec.LookPath("pp")
	if err != nil {
		p.t.Fatal(err)
	}
	log := filepath.Join(p.t.TempDir(), "log")
	cmd := exec.Command(strace, append([]string{"-f", "-y", "-qq", "-s", "4096", "-o", log, "-e",
		"trace=%file,getdents64", pp}, args...)...)
	cmd.Dir, cmd.Env = p.dir, p.env
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	for _, line := range straced(p.t, log) {
		for _, name := range places {
			// Who lists the directory above sees that it is there, and what it is.
			listed := strings.Contains(line, " newfstatat(") && strings.Contains(line, name+"\", {")
			if strings.Contains(line, name) && !listed {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// Memory costs nothing where it is not asked for: a prompt without a context opens and lists
// nothing of the notes, their index and the memex.
func TestOneShotWithoutContextOpensNothingOfMemory(t *testing.T) {
	t.Parallel()
	strace := findStrace(t)
	p := newPlace(t)
	memex := t.TempDir()
	p.env = append(p.env, "MEMEX_DIR="+memex)
	if err := os.WriteFile(filepath.Join(memex, "a.org"), []byte("* The furnace\nis hot.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	places := []string{memex, filepath.Join(p.home, ".local/state/pp/memory"), filepath.Join(p.home, ".cache/pp/memory")}
	for _, args := range [][]string{{"memory", "remember", "the gate is green"}, {"memory", "search", "gate"}} {
		if _, stderr, code := p.run(args...); code != 0 {
			t.Fatalf("%v: exit %d\n%s", args, code, stderr)
		}
	}
	for _, dir := range places {
		if _, err := os.Stat(dir); err != nil {
			t.Fatal(err) // else nothing could be opened there
		}
		if lines := p.touchedBy(strace, []string{dir}, "memory", "search", "furnace"); len(lines) == 0 {
			t.Errorf("a search touches nothing of %s", dir)
		}
	}
	for _, args := range [][]string{{"what is 6*7"}, {"-n", "read go.mod"}, {"check", "ls"}, {"version"}} {
		if lines := p.touchedBy(strace, places, args...); len(lines) > 0 {
			t.Errorf("pp %v:\n%s", args, strings.Join(lines, ""))
		}
	}
}

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

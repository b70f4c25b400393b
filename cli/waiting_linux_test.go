//go:build linux

package cli

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// write writes a file of the workspace.
func (p desk) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// answers has the model say that it is done, in place of proposing the action once more.
func (p desk) answers(t *testing.T) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.home, "replies"), []byte(`(:REPLY "done")`), 0o600); err != nil {
		t.Fatal(err)
	}
}

// waiting counts the layers that wait.
func (p desk) waiting(t *testing.T) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(p.home, ".local/state/pp/undo/*/waiting"))
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// Killed at any time while what waits is taken over, it is there whole or not at all, and the stores open; what was
// not taken over yet does not stay for ever.
func TestApproveKilled(t *testing.T) {
	t.Parallel()
	const script = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sh makes.sh"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`
	for range rounds() {
		p := newAfterDesk(t, script)
		p.write(t, "makes.sh", "for i in $(seq 200); do echo $i > f$i; done; echo ours > notes.txt")
		token := suspended(t, p)
		p.answers(t)
		cmd := p.command(t, nil, "-q", "approve", token, "--yes")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(250)) * time.Millisecond) // a moment of it, whichever
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		list := p.run(t, "approvals")
		files, err := filepath.Glob(filepath.Join(p.dir, "f*"))
		if err != nil || len(files) != 0 && len(files) != 200 {
			t.Errorf("%d files, %v", len(files), err)
		}
		out, err := os.ReadFile(filepath.Join(p.dir, "notes.txt"))
		if err != nil || (string(out) == "ours\n") != (len(files) > 0) {
			t.Errorf("%d files, and notes.txt: %q, %v", len(files), out, err)
		}
		if strings.Contains(list, token) && len(files) == 0 {
			p.run(t, "-q", "approve", token, "--yes")
			if files, _ = filepath.Glob(filepath.Join(p.dir, "f*")); len(files) != 200 {
				t.Errorf("approved once more: %d files", len(files))
			}
		}
		if len(files) > 0 {
			if said := p.run(t, "undo", "--yes"); p.has("f1") {
				t.Errorf("not undone: %s", said)
			}
		}
		p.run(t, "doctor")
		if n := p.waiting(t); n > 1 || strings.Contains(p.run(t, "undo", "--list"), "error") {
			t.Errorf("%d wait", n)
		}
	}
}

// Of many processes that approve what waits at once, one takes it over.
func TestApproveWhatWaitsAtOnce(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, overwrites)
	token := suspended(t, p)
	p.answers(t)
	all := make([]*exec.Cmd, 20)
	for i := range all {
		all[i] = p.command(t, nil, "-q", "approve", token, "--yes")
		all[i].SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := all[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	codes := map[int]int{}
	for _, cmd := range all {
		_ = cmd.Wait()
		codes[cmd.ProcessState.ExitCode()]++
	}
	if codes[0] != 1 || codes[3] != len(all)-1 {
		t.Errorf("by exit code: %v", codes)
	}
	p.checkTaken(t, true)
}

// rounds is how often a process is killed.
func rounds() int {
	if os.Getenv("PP_LONG") == "1" {
		return 200
	}
	return 5
}

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

// What waits is shown as it would have been at once: each change, the diff, and that nothing is there; a yes takes
// over exactly that, and a no leaves it waiting.
func TestApproveWhatWaits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		keys []string
		code int
		made bool
	}{
		{"y", []string{theEnd, "y"}, 0, true},
		{"d, then y", []string{theEnd, "d", "-two\r\n", "", "+zwei\r\n", "", theEnd, "y"}, 0, true},
		{"e, then y", []string{theEnd, "e", "95 validator", "", theEnd, "y"}, 0, true},
		{"n", []string{theEnd, "n"}, 3, false},
		{"Enter, then q", []string{theEnd, "\r", theEnd, "q"}, 3, false},
		{"a, then q", []string{theEnd, "a", theEnd, "q"}, 3, false},
		{"Ctrl-C", []string{theEnd, "\x03"}, 130, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newAfterDesk(t, overwrites)
			token := suspended(t, p)
			p.answers(t)
			tty := open(t, p.command(t, nil, "approve", token), 120, 40)
			for i := 0; i < len(tc.keys); i += 2 {
				tty.expect(tc.keys[i])
				tty.send(tc.keys[i+1])
			}
			if code := tty.code(); code != tc.code {
				t.Errorf("exit %d: %s", code, tty.text())
			}
			for _, want := range []string{"nothing of it is there yet:\n", "| sed -i s/two/zwei/", "/made  0 bytes\n",
				"/notes.txt  15 bytes\n", "; it goes on with replay\n"} {
				if !strings.Contains(tty.text(), want) {
					t.Errorf("%q is not in %s", want, tty.text())
				}
			}
			p.checkTaken(t, tc.made)
			if waits := strings.Contains(p.run(t, "approvals"), token); waits == tc.made || (p.waiting(t) == 1) == tc.made {
				t.Errorf("it waits: %v; %d layers do", waits, p.waiting(t))
			}
			tty.sane()
		})
	}
}

// What lies below, or a file that the approval is bound to, changed: that is said, the action is done again in a new
// layer, and what it did there is asked about. The same in a conversation.
func TestApproveDoesAgainWhatDoesNotFit(t *testing.T) {
	t.Parallel()
	const script = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sh makes.sh"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`
	for _, tc := range []struct {
		name, file, text, says string
		repl                   bool
		key                    string
		code                   int
	}{
		{"below", "notes.txt", "theirs\n", "notes.txt: somebody else changed it meanwhile", false, "y", 0},
		{"below, then not", "notes.txt", "theirs\n", "notes.txt: somebody else changed it meanwhile", false, "q", 3},
		{"its script", "makes.sh", "echo other > made", "bound to has changed", false, "y", 0},
		{"in a conversation", "notes.txt", "theirs\n", "notes.txt: somebody else changed it meanwhile", true, "y", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newAfterDesk(t, script)
			p.write(t, "makes.sh", "echo made > made; echo ours >> notes.txt")
			token := suspended(t, p)
			p.answers(t)
			p.write(t, tc.file, tc.text)
			args := []string{"approve", token}
			if tc.repl {
				args = nil
			}
			tty := open(t, p.command(t, []string{"TERM=xterm"}, args...), 300, 40)
			if tc.repl {
				tty.expect("1 pending> ")
				tty.send("/approve " + token + "\r")
			}
			tty.expect("it is done again in a new layer, and asked about after that: ")
			tty.expect(tc.says)
			tty.expect("/made")
			tty.expect(theEnd)
			if p.has("made") {
				t.Error("it is there before it was taken over")
			}
			tty.send(tc.key)
			if tc.repl {
				tty.expect("done")
				tty.expect("pp> ")
				tty.send("\x04")
			}
			if code := tty.code(); code != tc.code || p.has("made") != (tc.key == "y") {
				t.Errorf("exit %d, made %v: %s", code, p.has("made"), tty.text())
			}
			if list := p.run(t, "approvals"); strings.Contains(list, token) || p.waiting(t) > 0 {
				t.Errorf("it still waits: %s", list)
			}
		})
	}
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

//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// With --yes, where a file changed that the command changed too, it is done again: what did the same is taken over, and
// anything else waits again. A script that changed ends it. What it was and is, is said.
func TestApproveWithYesWhatChanged(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, command, file, text string
		code                      int
		says                      []string
		left                      string // of notes.txt
	}{
		{"it does something else", "sed -i s/two/zwei/ notes.txt", "notes.txt", "theirs\n", 4,
			[]string{"it is done again: ", "/notes.txt was 14 bytes (", " and is 7 bytes (", "asked about anew",
				"waits for approval"}, "theirs\n"},
		{"it does the same", "echo all > notes.txt", "notes.txt", "one\ntwo\nthree\n", 0,
			[]string{"it is done again: ", "/notes.txt: somebody else changed it meanwhile\n"}, "all\n"},
		{"its script", "sh makes.sh", "makes.sh", "theirs\n", 3, []string{"/makes.sh was 20 bytes (", " and is 7 bytes (",
			"it is void"}, "one\ntwo\nthree\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "`+tc.command+
				`" :EXPLANATION "It has to be changed."))) (:REPLY "done")`)
			p.write(t, "makes.sh", "echo all > notes.txt")
			token := suspended(t, p)
			p.answers(t)
			p.write(t, tc.file, tc.text)
			got := p.quietly(t, "approve", "--yes", token)
			for _, want := range tc.says {
				if !strings.Contains(got.out, want) {
					t.Errorf("%q is not in %s", want, got.out)
				}
			}
			left, err := os.ReadFile(filepath.Join(p.dir, "notes.txt"))
			if got.code != tc.code || err != nil || string(left) != tc.left {
				t.Errorf("exit %d, %q, %v: %s", got.code, left, err, got.out)
			}
			list := p.run(t, "approvals")
			if strings.Contains(list, token) || strings.Contains(list, tc.command) != (tc.code == 4) {
				t.Errorf("it waits: %s", list)
			}
		})
	}
}

// What was not done yet, and is not what was asked about any more, says so before it asks, and asks as it is now.
func TestApproveWhatChangedBeforeItWasDone(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS
 (:FILEPATH "made" :CONTENT "ours") :EXPLANATION "It has to be made."))) (:REPLY "done")`)
	token := suspended(t, p)
	p.answers(t)
	p.write(t, "made", "theirs")
	tty := open(t, p.command(t, nil, "approve", token), 300, 40)
	tty.expect("it is asked about anew, as it is now: ")
	tty.expect("/made was not there and is 6 bytes (")
	tty.expect("allow it? ")
	tty.expect(theEnd)
	tty.send("y")
	if code := tty.code(); code != 0 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
	if text, err := os.ReadFile(filepath.Join(p.dir, "made")); err != nil || string(text) != "ours" {
		t.Errorf("%q, %v", text, err)
	}
}

// What waits says what was done and not what might have been, and a rule that asks about more than one file names them.
func TestWaitingNamesWhatWasDone(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD
 "[ -e never ] && echo x > notes.txt; echo a > made; echo b > other" :EXPLANATION "It has to be made.")))`)
	for _, out := range []string{p.run(t, "do it"), p.run(t, "approvals")} {
		if !strings.Contains(out, "Writes "+p.dir+"/made ") || strings.Contains(out, "Writes "+p.dir+"/notes.txt") {
			t.Errorf("%s", out)
		}
	}
	if out := p.run(t, "preview", "echo a > made; echo b > other"); !strings.Contains(out,
		"Writes "+p.dir+"/made. --accept-edits allows edits in the workspace. The same of "+p.dir+"/other.") {
		t.Errorf("%s", out)
	}
}

// What failed in its layer says so first, with its exit code and last lines, where it waits and where it is asked
// about.
func TestWhatFailedSaysSo(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD
 "echo a > made; echo no way; exit 7" :EXPLANATION "It has to be made."))) (:REPLY "done")`)
	out := p.run(t, "do it")
	if !strings.Contains(out, "pp: waits for approval: it failed: exit 7\n    | no way\npp: waits for approval: ") {
		t.Errorf("%s", out)
	}
	list := p.run(t, "approvals")
	if !strings.Contains(list, "    it failed: exit 7\n      | no way\n    it did, in a layer: ") {
		t.Errorf("%s", list)
	}
	if json := p.run(t, "approvals", "--json"); !strings.Contains(json, `"failed":"exit 7\nno way"`) {
		t.Errorf("%s", json)
	}
	tty := open(t, p.command(t, nil, "approve", tokens().FindString(list)), 120, 40)
	tty.expect("it failed: exit 7\r\n  | no way\r\nit was done in a layer")
	tty.expect(theEnd)
	tty.send("n")
	if code := tty.code(); code != 3 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

// A commit of nothing fails, and is not asked about for what git leaves of it; where something was staged it is.
func TestCommitOfNothingDoesNotWait(t *testing.T) {
	t.Parallel()
	for name, code := range map[string]int{"nothing": 1, "something": 4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git add -A && git commit -m x; [ -e no ]"
 :EXPLANATION "It has to be committed."))) (:REPLY "done")`)
			for _, args := range [][]string{{"init", "-q"}, {"config", "user.email", "a@b.c"}, {"config", "user.name", "A"},
				{"add", "-A"}, {"commit", "-qm", "first"}} {
				cmd := exec.Command("git", args...)
				cmd.Dir, cmd.Env = p.dir, append(os.Environ(), "HOME="+p.home)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if code == 4 {
				p.write(t, "notes.txt", "more\n")
			}
			got := p.quietly(t, "do it")
			if got.code != code || strings.Contains(got.out, "exit 1") != true || (p.waiting(t) == 1) != (code == 4) {
				t.Errorf("exit %d, %d wait: %s", got.code, p.waiting(t), got.out)
			}
		})
	}
}

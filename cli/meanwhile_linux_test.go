//go:build linux

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pp/actuators/undo"
	"pp/engine/store"
)

// TestAQuestionHoldsNoLock checks that while one pp waits at its question, another one can change files in the same
// workspace and end. After a yes pp applies the changes of the first, but never over a file that the second changed.
func TestAQuestionHoldsNoLock(t *testing.T) {
	t.Parallel()
	const does = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sed -i s/two/zwei/ notes.txt; touch made"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`
	for _, tc := range []struct {
		name, second, key string
		code              int
		notes             string // after both
		made              bool
	}{
		{"another file, y", "echo other > other", "y", 0, "one\nzwei\nthree\n", true},
		{"another file, n", "echo other > other", "q", 3, "one\ntwo\nthree\n", false},
		{"the same file, y", "echo other > other; echo theirs two > notes.txt", "yy", 0, "theirs zwei\n", true},
		{"the same file, y and n", "echo other > other; echo theirs two > notes.txt", "yq", 3, "theirs two\n", false},
		{"the same file, n", "echo other > other; echo theirs > notes.txt", "q", 3, "theirs\n", false},
		{"deleted, y", "echo other > other; rm notes.txt", "yy", 0, "", true},
		{"the new file, y", "echo other > other; echo theirs > made", "yy", 0, "one\nzwei\nthree\n", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newAfterDesk(t, does)
			tty := open(t, p.command(t, nil, "do it"), 120, 40)
			tty.expect(theEnd)
			second := p.quietly(t, "-p", "offline", "--timeout", "60s", "run", tc.second)
			if _, rest, asks := strings.Cut(second.out, "pp approve "); asks {
				token, _, _ := strings.Cut(rest, " ")
				second = p.quietly(t, "approve", "--yes", token)
			}
			if second.code != 0 || !p.has("other") {
				t.Fatalf("the second pp must end while the first waits: exit %d, %s", second.code, second.out)
			}
			for i, key := range tc.key {
				if i > 0 { // a file that the approval depends on changed, and pp ran the command again
					tty.expect("changed before you answered")
					tty.expect(theEnd)
				}
				tty.send(string(key))
			}
			if code := tty.code(); code != tc.code {
				t.Errorf("the first pp exits with %d, want %d: %s", code, tc.code, tty.text())
			}
			notes, _ := os.ReadFile(filepath.Join(p.dir, "notes.txt"))
			if string(notes) != tc.notes {
				t.Errorf("notes.txt has %q after both, want %q", notes, tc.notes)
			}
			if p.has("made") != tc.made {
				t.Errorf("the file made exists: %v, want %v", !tc.made, tc.made)
			}
			if text, _ := os.ReadFile(filepath.Join(p.dir, "made")); strings.HasSuffix(tc.second, "made") &&
				string(text) != "theirs\n" {
				t.Errorf("the file that the second pp made has %q, want its own text", text)
			}
		})
	}
}

// TestAYesToWhatChangedIsAskedAgain checks that pp asks again where a file that the question depends on changed before
// the person said yes, that nothing is written before the second answer, and that nobody is said to have denied it.
func TestAYesToWhatChangedIsAskedAgain(t *testing.T) {
	t.Parallel()
	const overwritesIt = `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file"
 :ARGS (:FILEPATH "notes.txt" :CONTENT "ours
") :EXPLANATION "It has to be changed."))) (:REPLY "done")`
	const runsIt = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sh makes.sh > made"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`
	for _, tc := range []struct {
		name, replies, file, theirs string
		keys                        string
		code                        int
		after, want                 string // a file afterwards
	}{
		{"edit-file, y", edits, "notes.txt", "theirs two\n", "yy", 0, "notes.txt", "theirs zwei\n"},
		{"edit-file, n", edits, "notes.txt", "theirs two\n", "yq", 3, "notes.txt", "theirs two\n"},
		{"edit-file changed in place", edits, "notes.txt", "ONE\ntwo\nthree\n", "yy", 0, "notes.txt", "ONE\nzwei\nthree\n"},
		{"write-file, y", overwritesIt, "notes.txt", "theirs\n", "yy", 0, "notes.txt", "ours\n"},
		{"write-file, n", overwritesIt, "notes.txt", "theirs\n", "yq", 3, "notes.txt", "theirs\n"},
		{"a new file, n", writes, "made", "theirs\n", "yq", 3, "made", "theirs\n"},
		{"a command before it runs, y", runsIt, "makes.sh", "echo theirs", "yy", 0, "made", "theirs\n"},
		{"a command before it runs, n", runsIt, "makes.sh", "echo theirs", "yq", 3, "made", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newDesk(t, tc.replies)
			p.write(t, "makes.sh", "echo ours")
			tty := open(t, p.command(t, nil, "do it"), 120, 40)
			tty.expect(theEnd)
			p.write(t, tc.file, tc.theirs)
			for i, key := range tc.keys {
				if i > 0 {
					tty.expect("pp asks again")
					tty.expect(theEnd)
					if text, _ := os.ReadFile(filepath.Join(p.dir, tc.file)); string(text) != tc.theirs {
						t.Errorf("%s has %q before the second answer, want what others wrote", tc.file, text)
					}
				}
				tty.send(string(key))
			}
			if code := tty.code(); code != tc.code {
				t.Errorf("exit %d, want %d: %s", code, tc.code, tty.text())
			}
			text, _ := os.ReadFile(filepath.Join(p.dir, tc.after))
			if string(text) != tc.want {
				t.Errorf("%s has %q afterwards, want %q", tc.after, text, tc.want)
			}
			if said := strings.Contains(tty.text(), "a person said no"); said != (tc.code == 3) {
				t.Errorf("pp says that a person said no: %v, want it where one did only:\n%s", said, tty.text())
			}
		})
	}
}

// TestAnApprovalOfWhatChangedIsAskedAgain checks the same where pp approve asks.
func TestAnApprovalOfWhatChangedIsAskedAgain(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]struct {
		code int
		text string
	}{"y": {0, "theirs zwei\n"}, "q": {3, "theirs two\n"}} {
		p := newDesk(t, edits)
		token := suspended(t, p)
		p.answers(t)
		tty := open(t, p.command(t, nil, "approve", token), 120, 40)
		tty.expect("carry it out? y yes, n no ")
		p.write(t, "notes.txt", "theirs two\n")
		tty.send("y")
		tty.expect("pp asks again")
		tty.expect(theEnd)
		tty.send(key)
		if code := tty.code(); code != want.code || strings.Contains(tty.text(), "a person said no") != (key == "q") {
			t.Errorf("%s: exit %d, want %d and a person's denial only where there was one: %s", key, code, want.code, tty.text())
		}
		if text, _ := os.ReadFile(filepath.Join(p.dir, "notes.txt")); string(text) != want.text {
			t.Errorf("%s: notes.txt has %q afterwards, want %q", key, text, want.text)
		}
	}
}

// TestAYesToWhatIsDeniedNow checks that where the gates deny an action by the time the person says yes to what it did,
// pp applies nothing and names the gate, not the person.
func TestAYesToWhatIsDeniedNow(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "cp notes.txt made"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`)
	p.write(t, ".env", "TOKEN=fake-token-for-tests\n")
	tty := open(t, p.command(t, nil, "do it"), 120, 40)
	tty.expect(theEnd)
	if err := errors.Join(os.Remove(filepath.Join(p.dir, "notes.txt")),
		os.Symlink(".env", filepath.Join(p.dir, "notes.txt"))); err != nil {
		t.Fatal(err)
	}
	tty.send("y")
	if code := tty.code(); code != 3 || p.has("made") {
		t.Errorf("exit %d, want 3; made is there: %v, want that it is not", code, p.has("made"))
	}
	if text := tty.text(); strings.Contains(text, "a person said no") || !strings.Contains(text, "denied: dispatcher/") {
		t.Errorf("pp names a person as who denied it, want the gate:\n%s", text)
	}
}

// TestAConflictIsFoundAfterTheQuestion checks that pp compares files that the question does not name when it applies
// the changes: a file that the second pp changed stays.
func TestAConflictIsFoundAfterTheQuestion(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "perl makes.pl"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`)
	p.write(t, "makes.pl", "open F, q(>made); open F, q(>>notes.txt); print F qq(ours\\n)")
	tty := open(t, p.command(t, nil, "do it"), 120, 40)
	tty.expect(theEnd)
	second := p.quietly(t, "-p", "offline", "run", "echo theirs > notes.txt")
	if _, rest, asks := strings.Cut(second.out, "pp approve "); asks {
		token, _, _ := strings.Cut(rest, " ")
		second = p.quietly(t, "approve", "--yes", token)
	}
	tty.send("y")
	if code := tty.code(); code != 1 || second.code != 0 || !p.has("made") {
		t.Errorf("exit %d and %d, want 1 for a conflict and 0; made is there: %v\n%s\n%s", code, second.code, p.has("made"),
			second.out, tty.text())
	}
	if text, _ := os.ReadFile(filepath.Join(p.dir, "notes.txt")); string(text) != "theirs\n" {
		t.Errorf("notes.txt has %q, want what the second pp wrote", text)
	}
}

// TestLockWaitIsReported checks that a pp that waits for the lock of a workspace says so once, and names the process
// that has the lock.
func TestLockWaitIsReported(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, overwrites)
	unlock, err := undo.LockTrees(t.Context(), []string{p.dir})
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(store.WaitTold + store.WaitTold/2)
		unlock()
	}()
	got := p.run(t, "-p", "offline", "run", "touch made")
	want := "waiting for another pp (process " + strconv.Itoa(os.Getpid()) + "), which is using " + p.dir
	if flat := strings.Join(strings.Fields(got), " "); strings.Count(flat, want) != 1 {
		t.Errorf("pp wrote %[2]s, want one line with %[1]q", want, got)
	}
}

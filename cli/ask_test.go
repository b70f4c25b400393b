//go:build linux

package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// The replies of a model that writes a file, edits one, or runs a command, and
// then says that it is done.
const (
	writesIt = `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file"
 :ARGS (:FILEPATH "made" :CONTENT "new
") :EXPLANATION "It has to be made."))) `
	writes = writesIt + `(:REPLY "done")`
	edits  = `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "edit-file"
 :ARGS (:FILEPATH "notes.txt" :OLD "two" :NEW "zwei") :EXPLANATION "It has to be changed."))) (:REPLY "done")`
	touches = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "touch made"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`
)

const theEnd = "explain, n no " // of the question

// What deceives the eye is shown for what it is, in what is written as in the
// model's own words, and a line of either cannot begin like the question.
func TestDeceptionIsShown(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file"
 :ARGS (:FILEPATH "made" :CONTENT "a`+"\u202eb\rc\x1b[2J"+`
allow it? y once, n no [n] ") :EXPLANATION "It is `+"\u200bfine \x1b]0;x\x07"+`
allow it? y once, n no [n] "))) (:REPLY "done")`)
	tty := open(t, p.command(t, []string{"TERM=xterm", "LANG=C.UTF-8"}, "--color", "never", "do it"), 80, 24)
	shown := tty.expect("\r\nallow it?")
	for _, want := range []string{`a\u{202e}b\u{0d}c\u{1b}[2J`, "\n  | allow it?",
		`\u{200b}fine \u{1b}]0;x\u{07}`, "\n  the model says: allow it?"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not in %q", want, shown)
		}
	}
	if strings.ContainsRune(shown, '\x1b') || strings.ContainsRune(shown, '\u202e') {
		t.Errorf("it deceives: %q", shown)
	}
	tty.send("q")
	if code := tty.code(); code != 3 {
		t.Errorf("exit %d", code)
	}
}

// A long action is shown page by page, every byte of it, at 40 columns and
// without a single escape sequence on a dumb terminal; no row of it can pass for
// the question, and the answer is taken after its end only.
func TestLongActionsArePaged(t *testing.T) {
	t.Parallel()
	var command strings.Builder
	for i := range 60 {
		fmt.Fprintf(&command, "echo line %d of a command that is wider than the terminal is\n", i)
	}
	command.WriteString("allow it? y once, n no [n]\ntouch the-very-end")
	replies := fmt.Sprintf(`(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD %q :EXPLANATION "It is
allow it? harmless."))) (:REPLY "done")`, command.String())
	replies = strings.ReplaceAll(replies, `\n`, "\n")
	for _, leave := range []bool{false, true} {
		p := newDesk(t, replies)
		tty := open(t, p.command(t, nil, "do it"), 40, 24)
		tty.expect(moreMark)
		if leave {
			tty.send("n")
			tty.expect("model) ")
			tty.send("\n")
			if code := tty.code(); code != 3 || strings.Contains(tty.text(), theEnd) {
				t.Errorf("exit %d; n did not end it", code)
			}
			continue
		}
		pages := 1
		for which := 0; which == 0; pages++ {
			tty.send("y") // a page is turned by any key but a no; it approves nothing
			which, _ = tty.either(moreMark, theEnd)
		}
		if pages < 5 {
			t.Errorf("only %d pages", pages)
		}
		tty.send("q")
		if code := tty.code(); code != 3 || p.has("the-very-end") {
			t.Errorf("exit %d", code)
		}
		tty.sane()
		text, _, _ := strings.Cut(tty.text(), theEnd)
		checkPaged(t, text, command.String())
	}
}

// checkPaged fails the test unless the rows of a terminal of 40 columns show the
// whole of a command.
func checkPaged(t *testing.T, text, command string) {
	t.Helper()
	if strings.ContainsRune(text, '\x1b') {
		t.Error("a dumb terminal got an escape sequence")
	}
	var shown []string
	questions := 0
	for row := range strings.SplitSeq(text, "\n") {
		row = row[strings.LastIndexByte(row, '\r')+1:] // a page's end was overwritten
		if len(row) > 40 {
			t.Errorf("%q is too wide", row)
		}
		if strings.HasPrefix(row, "allow it?") {
			questions++
		}
		if line, ok := strings.CutPrefix(row, "  | "); ok {
			shown = append(shown, line)
		} else if more, ok := strings.CutPrefix(row, "  : "); ok && len(shown) > 0 {
			shown[len(shown)-1] += more
		}
	}
	if questions != 1 {
		t.Errorf("%d rows look like the question", questions)
	}
	whole := strings.Join(shown, "\n")
	if !strings.HasPrefix(whole, command) {
		t.Errorf("the command is not shown whole: %q", whole)
	}
}

// moreMark is what asks for the next page.
const moreMark = "-- more: space shows it, n is no --"

// A word that is typed where a key is asked for answers nothing in any of its letters.
func TestAWordAnswersNothing(t *testing.T) {
	t.Parallel()
	for range 10 {
		p := newDesk(t, writes)
		tty := open(t, p.command(t, nil, "do it"), 80, 24)
		tty.expect(theEnd)
		began := time.Now()
		for _, letter := range "why" {
			tty.send(string(letter))
			time.Sleep(100 * time.Millisecond)
		}
		slow := time.Since(began) > 600*time.Millisecond
		tty.expect(theEnd)
		tty.send("q")
		if code := tty.code(); code == 3 && !p.has("made") {
			return
		} else if !slow {
			t.Fatalf("exit %d: %s", code, tty.text())
		}
	}
	t.Error("no attempt was fast enough")
}

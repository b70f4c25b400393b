//go:build linux

package cli

import (
	"bytes"
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

// Every key of the approval prompt, in a one-shot whose standard output is a
// pipe: standard output byte for byte, the exit code, and what was done.
func TestApprovalKeys(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, replies string
		keys          []string // what is waited for, and typed, in turn
		code          int
		made          string // the file that is there afterwards
		stdout        string
	}{
		{"y", writes, []string{theEnd, "y"}, 0, "made", "done\n"},
		{"Y", writes, []string{theEnd, "Y"}, 0, "made", "done\n"},
		{"n", writes, []string{theEnd, "n", "model) ", "because\n"}, 3, "", "done\n"},
		{"n without a reason", writes, []string{theEnd, "n", "model) ", "\n"}, 3, "", "done\n"},
		{"q", writes, []string{theEnd, "q"}, 3, "", "done\n"},
		{"Esc", writes, []string{theEnd, "\x1b"}, 3, "", "done\n"},
		{"y with Enter", writes, []string{theEnd, "y\r"}, 0, "made", "done\n"},
		{"Enter, then y", writes, []string{theEnd, "\r", theEnd, "y"}, 0, "made", "done\n"},
		{"Enter often", writes, []string{theEnd, "\r", theEnd, "\r", theEnd, "\r", theEnd, "\r", theEnd, "\r",
			"n is no, and so are q, Esc and Ctrl-D", "", theEnd, "q"}, 3, "", "done\n"},
		{"another key", writes, []string{theEnd, "x", theEnd, "q"}, 3, "", "done\n"},
		{"an arrow", writes, []string{theEnd, "\x1b[A", theEnd, "q"}, 3, "", "done\n"},
		{"a pasted word", writes, []string{theEnd, "yes", theEnd, "yy\r", theEnd, "q"}, 3, "", "done\n"},
		{"Ctrl-D", writes, []string{theEnd, "\x04"}, 3, "", "done\n"},
		{"Ctrl-C", writes, []string{theEnd, "\x03"}, 130, "", ""},
		{"Ctrl-C at the reason", writes, []string{theEnd, "n", "model) ", "\x03"}, 130, "", ""},
		{"e, then y", writes, []string{theEnd, "e", "95 validator", "", theEnd, "y"}, 0, "made", "done\n"},
		{"d, then y", writes, []string{theEnd, "d", "+new", "", theEnd, "y"}, 0, "made", "done\n"},
		{"d of an edit, then n", edits, []string{theEnd, "d", "| -two\r\n  | +zwei", "", theEnd, "q"}, 3, "", "done\n"},
		{"d of a command", touches, []string{theEnd, "d", "no diff: only", "", theEnd, "q"}, 3, "", "done\n"},
		{"s, then 1", writes, []string{theEnd, "s", "n none ", "1"}, 0, "made", "done\n"},
		{"s, then not", writes, []string{theEnd, "s", "n none ", "n", theEnd, "q"}, 3, "", "done\n"},
		{"a, then 1", writes, []string{theEnd, "a", "n none ", "1"}, 0, "made", "done\n"},
		{"a with Enter, then Enter and y", writes, []string{theEnd, "a\r", "n none ", "\r", "n none ", "y", "n none ", "q",
			theEnd, "q"}, 3, "", "done\n"},
		{"a, then Ctrl-C", writes, []string{theEnd, "a", "n none ", "\x03"}, 130, "", ""},
		{"m of a call", writes, []string{theEnd, "m", "only a command", "", theEnd, "q"}, 3, "", "done\n"},
		{"m, then y", touches, []string{theEnd, "m", "instead: ", "touch other\n", "| touch other", "", theEnd, "y"}, 0,
			"other", "done\n"},
		{"m, then no", touches, []string{theEnd, "m", "instead: ", "touch other\n", theEnd, "q"}, 3, "", "done\n"},
		{"m without a command", touches, []string{theEnd, "m", "instead: ", "\n", theEnd, "q"}, 3, "", "done\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newDesk(t, tc.replies)
			cmd := p.command(t, nil, "-q", "do it")
			var stdout bytes.Buffer
			cmd.Stdout = &stdout
			tty := open(t, cmd, 80, 24)
			for i := 0; i < len(tc.keys); i += 2 {
				tty.expect(tc.keys[i])
				if tc.keys[i+1] != "" {
					tty.send(tc.keys[i+1])
				}
			}
			if code := tty.code(); code != tc.code || stdout.String() != tc.stdout {
				t.Errorf("exit %d, want %d; %q, want %q; the terminal has\n%s",
					code, tc.code, stdout.String(), tc.stdout, tty.text())
			}
			tty.sane()
			for _, name := range []string{"made", "other"} {
				if p.has(name) != (name == tc.made) {
					t.Errorf("%s is there: %v", name, !p.has(name) == (name == tc.made))
				}
			}
			if rules := p.run(t, "rules"); strings.Contains(rules, "write-file may") != (tc.name == "a, then 1") {
				t.Errorf("the rules: %s", rules)
			}
		})
	}
}

// What was typed before the question was complete does not answer it.
func TestTypedAheadIsDiscarded(t *testing.T) {
	t.Parallel()
	p := newDesk(t, strings.Replace(writes, "(:FORM", "(:DELAY-MS 300 :FORM", 1))
	tty := open(t, p.command(t, nil, "do it"), 80, 24)
	tty.send("yyyy\ny")
	tty.expect(theEnd)
	tty.send("q")
	if code := tty.code(); code != 3 || p.has("made") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

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

// An Enter behind the key that answered one question is no answer to the next one, however late it comes.
func TestEnterBehindAKeyAnswersNothing(t *testing.T) {
	t.Parallel()
	p := newDesk(t, writesIt+touches)
	tty := open(t, p.command(t, nil, "do it"), 80, 24)
	for _, key := range []string{"y", "\r", "y"} {
		tty.expect(theEnd)
		tty.send(key)
	}
	if code := tty.code(); code != 0 || !p.has("made") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

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

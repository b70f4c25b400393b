//go:build linux

package cli

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"pp/cli/exit"
)

const actedReplies = `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "edit-file"
 :ARGS (:FILEPATH "notes.txt" :OLD "two" :NEW "zwei") :EXPLANATION "It has to be changed.")))
(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "cp notes.txt copy.txt && cat nothing $'\\033'"
 :EXPLANATION "It has to be copied.")))
(:REPLY "done")`

// At a terminal a one-shot says on one line each what was done: never wider than the
// terminal, with nothing that deceives, and nothing with -q or where nothing acted.
func TestActionsAtATerminal(t *testing.T) {
	t.Parallel()
	p := newDesk(t, actedReplies)
	tty := open(t, p.command(t, nil, "--accept-edits", "go"), 100, 24)
	if code := tty.code(); code != exit.Failed {
		t.Errorf("exit code %d", code)
	}
	text := regexp.MustCompile(`  [0-9.]+s\n`).ReplaceAllString(shown(tty), "\n") // the time that a slow command took
	for _, want := range []string{"\nedit-file notes.txt +1 -1\n",
		"\ncp notes.txt copy.txt && cat nothing $'\\033'  exit 1  made copy.txt", "\ndone\n",
		"pp: error: cp notes.txt copy.txt && cat nothing $'\\033': exit 1\n",
		"cat: nothing: No such file or directory\n"} {
		if !strings.Contains("\n"+text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
	if strings.Contains(text, "message") || strings.Contains(text, "\x1b") {
		t.Errorf("%q", text)
	}

	p = newDesk(t, actedReplies)
	tty = open(t, p.command(t, nil, "--accept-edits", "go"), 40, 24)
	tty.code()
	for line := range strings.SplitSeq(shown(tty), "\n") {
		if len([]rune(line)) > 40 {
			t.Errorf("40 columns: %q", line)
		}
	}
	if !strings.Contains(shown(tty), "…  exit 1  made copy.…") {
		t.Errorf("%q", tty.text())
	}

	p = newDesk(t, actedReplies)
	cmd := p.command(t, nil, "--accept-edits", "-q", "go")
	out, err := os.Create(p.home + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd.Stdout = out
	tty = open(t, cmd, 100, 24)
	tty.code()
	if text := tty.text(); strings.Contains(text, "edit-file") || !strings.HasPrefix(text, "pp: error: ") {
		t.Errorf("%q", text)
	}
	if text, _ := os.ReadFile(p.home + "/out"); string(text) != "done\n" {
		t.Errorf("standard output has %q", text)
	}

	p = newDesk(t, `(:REPLY "Hello.")`)
	tty = open(t, p.command(t, nil, "hi"), 100, 24)
	if tty.code(); shown(tty) != "Hello.\n" {
		t.Errorf("%q", tty.text())
	}
}

// shown returns the text of a terminal without overwritten text, such as the progress line that
// a slow machine shows first.
func shown(tty *terminal) string { return regexp.MustCompile(`.*\r`).ReplaceAllString(tty.text(), "") }

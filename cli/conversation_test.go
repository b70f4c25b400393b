//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// converse waits for each first text and types each second, in turn.
func (m *terminal) converse(keys ...string) {
	m.t.Helper()
	for i := 0; i < len(keys); i += 2 {
		m.expect(keys[i])
		if keys[i+1] != "" {
			m.send(keys[i+1])
		}
	}
}

// What a conversation shows and takes besides messages; it ends with exit code 0 and the
// terminal as it was.
func TestConversationManners(t *testing.T) {
	t.Parallel()
	const two, three = "(:EXPECT \"one\ntwo\" :REPLY \"taken\")", "(:EXPECT \"/quit\n(+ 1\" :REPLY \"taken\")"
	for _, tc := range []struct {
		name, kind, replies string
		keys                []string
	}{
		{"banner", "xterm", "", []string{"pp: conversation: replay; workspace ", "", "edits", "", "are", "", "asked", "",
			"pp> ", "\x04"}},
		{"backslash", "xterm", two, []string{"pp> ", "one\\\r", "...> ", "two\r", "taken", "", "pp> ", "\x04"}},
		{"backslash", "dumb", two, []string{"pp> ", "one\\\r", "...> ", "two\r", "taken", "", "pp> ", "\x04"}},
		{"three quotes", "xterm", three, []string{"pp> ", "\"\"\"\r", "...> ", "/quit\r", "...> ", "(+ 1\r",
			"...> ", "\"\"\"\r", "taken", "", "pp> ", "\x04"}},
		{"Alt-Enter", "xterm", two, []string{"pp> ", "one\x1b\r", "\u240a", "two\r", "taken", "", "pp> ", "\x04"}},
		{"Alt-Enter", "dumb", two, []string{"pp> ", "one\x1b\r", "...> ", "two\r", "taken", "", "pp> ", "\x04"}},
		{"exit", "xterm", "", []string{"pp> ", "exit\r"}},
		{"quit", "dumb", "", []string{"pp> ", "quit\r"}},
		{"help", "xterm", "", []string{"pp> ", "help\r", "list these commands", "", "pp> ", "?\r", "list these commands", "",
			"pp> ", "\x04"}},
		{"edit", "xterm", two, []string{"pp> ", "/edit one\r", "taken", "",
			"pp> ", "\x10", "one\u240atwo", "\x03", "pp> ", "\x04"}},
		{"model", "xterm", "", []string{"pp> ", "/model nobody/m\r", `no provider "nobody"`, "",
			"pp> ", "/model anthropc/m\r", `mean "anthropic"`, "", "pp> ", "/model anthropic/m\r", "anthropic has no key", "",
			"pp> ", "/model replay/m\r", "replay has no models", "", "pp> ", "/model offline\r", "is a provider, and", "",
			"pp> ", "/model m\r", "replay has no models", "", "pp> ", "/model ollama/m\r", "ollama: m\r\n", "", "pp> ", "\x04"}},
		{"accept-edits", "xterm", writes, []string{"pp> ", "/accept-edits\r", "pp accept-edits> ", "do it\r", "done", "",
			"pp accept-edits> ", "/accept-edits off\r", "edits are asked about", "", "pp> ", "\x04"}},
		{"new", "xterm", `(:REPLY "first")`, []string{"pp> ", "hello\r", "first", "", "pp> ", "/new\r",
			"pp: conversation: ", "", "pp> ", "/trace\r", "nothing was judged", "", "pp> ", "hello\r", "first", "", "pp> ",
			"\x04"}},
	} {
		t.Run(tc.name+" on "+tc.kind, func(t *testing.T) {
			t.Parallel()
			p := newDesk(t, tc.replies+`(:REPLY "unused")`)
			editor := filepath.Join(p.home, "editor")
			if err := os.WriteFile(editor, []byte("#!/bin/sh\nprintf '\\ntwo\\n' >> \"$1\"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			tty := open(t, p.command(t, []string{"TERM=" + tc.kind, "EDITOR=" + editor}), 120, 24)
			tty.converse(tc.keys...)
			if code := tty.code(); code != 0 {
				t.Errorf("exit %d: %s", code, tty.text())
			}
			tty.sane()
			if p.has("made") != (tc.name == "accept-edits") {
				t.Errorf("made is there: %v", p.has("made"))
			}
			if n := strings.Count(p.run(t, "sessions"), "hello"); tc.name == "new" && n != 2 {
				t.Errorf("%d conversations were kept", n)
			}
		})
	}
}

// Each judged action has one line with the mark of every gate, the rule that decided and
// the time; /trace says how much there is, and a terminal without more gets ASCII.
func TestConversationTraces(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ kind, asks, allows, denies string }{
		{"xterm", "✓ permissions ✓ vault ✓ policy ? dispatcher write-workspace ✓ validator ",
			"✓ validator schema ", "✗ dispatcher secret "},
		{"dumb", "+ permissions + vault + policy ? dispatcher write-workspace + validator ",
			"+ validator schema ", "x dispatcher secret "},
	} {
		t.Run(tc.kind, func(t *testing.T) {
			t.Parallel()
			reads := `(:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-file"
 :ARGS (:FILEPATH ".env") :EXPLANATION "I want to see it.")))`
			p := newDesk(t, touches+reads+`(:REPLY "no")`+`(:REPLY "silent")`+reads+`(:REPLY "whole")`)
			tty := open(t, p.command(t, []string{"TERM=" + tc.kind}), 120, 24)
			tty.converse("pp> ", "do it\r", tc.asks, "", "s\r\n", "", theEnd, "y")
			if before := tty.expect(tc.allows); strings.Contains(before, "dispatcher high-impact") {
				t.Errorf("what was approved is traced twice: %q", before)
			}
			tty.converse("done", "", "pp> ", "read\r", tc.denies, "",
				"denied: dispatcher/secret-path: ", "", tc.allows, "", "no\r\n", "", "pp> ", "/trace off\r", "pp> ", "hush\r")
			if before := tty.expect("silent"); strings.Contains(before, "validator") {
				t.Errorf("/trace off: %q", before)
			}
			tty.converse("pp> ", "/trace full\r", "pp> ", "read\r", "verdict: deny dispatcher/secret-path\r\n", "")
			if before := tty.expect("whole"); strings.Count(before, "Secrets are never read") != 1 {
				t.Errorf("the reason is not there once: %q", before)
			}
			tty.converse("pp> ", "/trace sideways\r", "write /trace off", "", "pp> ", "\x04")
			if code := tty.code(); code != 0 {
				t.Errorf("exit %d", code)
			}
			if !wrapped().MatchString(tty.text()) {
				t.Errorf("a reason is not broken between words:\n%s", tty.text())
			}
		})
	}
}

// wrapped is a reason that is wider than 120 columns.
var wrapped = pattern(`(?m)^pp: denied: dispatcher/secret-path: Reads .{1,80} \n    \S.* allow it\.$`)

// Who types a request is told why it was denied, also where no traces are shown and a model goes on.
func TestTypedRequestIsDeniedAloud(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:REPLY "done")`)
	tty := open(t, p.command(t, []string{"TERM=xterm"}), 200, 24)
	tty.converse("pp> ", "/trace off\r", "pp> ",
		`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "cat .env" :EXPLANATION "To see what is in it."))`+"\r",
		"pp: denied: dispatcher/secret-path: Reads ", "", "done", "", "pp> ", "\x04")
	if code := tty.code(); code != 0 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

// m begins with the command as it is, its lines in one; the rows of the question end
// between words, those of the command at the edge of the screen.
func TestModifyBeginsWithTheCommand(t *testing.T) {
	t.Parallel()
	p := newDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "touch made
echo and a second line, which is longer than a row of this screen" :EXPLANATION
 "It has to be made, since somebody who wants it asked for it."))) (:REPLY "done")`)
	tty := open(t, p.command(t, []string{"TERM=xterm"}, "--color", "never", "do it"), 50, 40)
	shown := tty.expect(theEnd)
	for _, want := range []string{"  | echo and a second line, which is longer than a\r\n  :  row of this screen\r\n",
		"  the model says: It has to be made, since \r\n  : somebody who wants it asked for it.\r\n"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not in %q", want, shown)
		}
	}
	// Where its rows end goes by how long the name of the workspace is.
	if !strings.Contains(strings.ReplaceAll(shown, " \r\n    ", " "), `(word 2 of "touch made"). --accept-edits allows`) {
		t.Errorf("a row does not end between words: %q", shown)
	}
	tty.converse("", "m", "instead: ", "", "touch made\u240aecho", "", "screen", "\x01",
		"touch", "\x06\x06\x06\x06\x06\x06un\r",
		"  | touch unmade\r\n  | echo and a", "")
	if shown := tty.expect(theEnd); strings.Contains(shown, "the model says") {
		t.Errorf("a model did not say that: %q", shown)
	}
	tty.send("y")
	if code := tty.code(); code != 0 || p.has("made") || !p.has("unmade") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
	tty.sane()
}

// The line editor of m is left as any question is: with Ctrl-C, which ends the run, and
// with Ctrl-D or the command unchanged, which ask again.
func TestModifyIsLeft(t *testing.T) {
	t.Parallel()
	for keys, code := range map[string]int{"\x03": 130, "\x15\x04": 3, "\r": 3} {
		p := newDesk(t, touches)
		tty := open(t, p.command(t, []string{"TERM=xterm"}, "do it"), 80, 24)
		tty.converse(theEnd, "m", "instead: ", "", "touch made", keys)
		if code == 3 {
			tty.converse(theEnd, "q")
		}
		if got := tty.code(); got != code || p.has("made") {
			t.Errorf("%q: exit %d: %s", keys, got, tty.text())
		}
		tty.sane()
	}
}

// What waits in another directory is counted as that, and what is typed in one workspace
// is not in the history of another.
func TestConversationsOfTwoWorkspaces(t *testing.T) {
	t.Parallel()
	p := newDesk(t, writes)
	suspended(t, p)
	other := desk{p.home, filepath.Join(p.home, "other")}
	if err := os.MkdirAll(filepath.Join(other.dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		desk
		prompt, word string
	}{{p, "pp 1 pending> ", "alpha"}, {other, "pp 1 pending elsewhere> ", "beta"}} {
		tty := open(t, at.command(t, []string{"TERM=xterm"}), 80, 24)
		tty.converse(at.prompt, "(quote "+at.word+")\r", at.prompt, "\x04")
		if code := tty.code(); code != 0 {
			t.Errorf("exit %d: %s", code, tty.text())
		}
	}
	files, _ := filepath.Glob(filepath.Join(p.home, ".local/state/pp/histories/*"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(text), "alpha") == strings.Contains(string(text), "beta") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if len(files) != 2 {
		t.Errorf("%d histories", len(files))
	}
}

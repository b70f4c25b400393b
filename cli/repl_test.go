//go:build linux

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const slow = `(:REPLY "too late" :DELAY-MS 10000)`

// Ctrl-C gives up what is typed, or cancels what runs, wherever it is; the
// session goes on, and the terminal is left as it was. Ctrl-D leaves.
func TestCtrlC(t *testing.T) {
	t.Parallel()
	sleeps := `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "echo begun; sleep 300"
 :EXPLANATION "It takes its time.")))`
	for _, kind := range []string{"xterm", "dumb"} {
		for _, tc := range []struct {
			name, replies string
			keys          []string
		}{
			{"typing", "", []string{"pp> ", "half a li"}},
			{"an open form", "", []string{"pp> ", "(+ 1\r", "...> ", "x"}},
			{"a provider", slow, []string{"pp> ", "wait\r", "wait\r\n", ""}},
			{"a child", sleeps, []string{"pp> ", "sleep\r", "begun", ""}},
			{"a prompt", writesIt, []string{"pp> ", "write\r", theEnd, ""}},
			{"a second prompt", writesIt, []string{"pp> ", "write\r", theEnd, "s", "n none ", ""}},
			{"a reason", writesIt, []string{"pp> ", "write\r", theEnd, "n", "model) ", ""}},
		} {
			t.Run(tc.name+" on "+kind, func(t *testing.T) {
				t.Parallel()
				p := newDesk(t, tc.replies+`(:REPLY "still here")`)
				tty := open(t, p.command(t, []string{"TERM=" + kind}), 80, 24)
				for i := 0; i < len(tc.keys); i += 2 {
					tty.expect(tc.keys[i])
					tty.send(tc.keys[i+1])
				}
				// For what was typed last to be read. A provider has to have been asked, else it answers what is said next.
				if time.Sleep(50 * time.Millisecond); tc.name == "a provider" {
					time.Sleep(time.Second)
				}
				start := time.Now()
				tty.send("\x03")
				tty.expect("pp> ")
				t.Logf("the prompt was back after %v", time.Since(start))
				tty.send("and now?\r")
				tty.expect("still here")
				tty.expect("pp> ")
				tty.send("\x04")
				if code := tty.code(); code != 0 {
					t.Errorf("exit %d: %s", code, tty.text())
				}
				tty.sane()
				if p.has("made") || strings.Contains(tty.text(), "too late") {
					t.Error("it was not cancelled")
				}
			})
		}
	}
}

var tokens = pattern(`[0-9a-z]{4,}(-[0-9a-z]{4,})+`)

// suspended makes a flight plan that waits, by a run that nobody is at.
func suspended(t *testing.T, p desk) (token string) {
	t.Helper()
	p.run(t, "do it")
	if token = tokens().FindString(p.run(t, "approvals")); token == "" {
		t.Fatal("nothing was suspended")
	}
	return token
}

// talksAlone opens a conversation whose errors go to a file, so that nobody can be asked.
func (p desk) talksAlone(t *testing.T) *terminal {
	t.Helper()
	cmd := p.command(t, []string{"TERM=xterm"})
	log, err := os.Create(filepath.Join(p.home, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	cmd.Stderr = log
	return open(t, cmd, 80, 24)
}

// A plan that was made in the conversation itself goes on in it.
func TestApproveInTheSameConversation(t *testing.T) {
	t.Parallel()
	p := newDesk(t, writesIt+`(:EXPECT "Wrote" :REPLY "done") (:EXPECT "so?" :REPLY "so be it")`)
	tty := p.talksAlone(t)
	tty.send("do it\r")
	var token string
	for end := time.Now().Add(patience); token == "" && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		token = tokens().FindString(p.run(t, "approvals"))
	}
	tty.send("/approve " + token + " --yes\r")
	tty.expect("done")
	tty.send("so?\r")
	tty.expect("so be it")
	tty.send("/quit\r")
	if code := tty.code(); code != 0 || !p.has("made") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

// What is marked DENIED while its conversation is under way is told to the model, and in the thought trace.
func TestMarkedInTheSameConversation(t *testing.T) {
	t.Parallel()
	p := newDesk(t, writesIt+`(:RESULTS "denied by the person" :REPLY "it was denied")`)
	tty := p.talksAlone(t)
	tty.send("do it\r")
	marked := filepath.Join(p.home, ".local", "state", "pp", "approvals", "flight-plans.org")
	var text []byte
	for end := time.Now().Add(patience); !bytes.Contains(text, []byte("* PLAN ")); time.Sleep(20 * time.Millisecond) {
		var err error
		if text, err = os.ReadFile(marked); time.Now().After(end) {
			t.Fatalf("%q, %v", text, err)
		}
	}
	text = bytes.Replace(text, []byte("\n* PLAN "), []byte("\n* DENIED "), 1)
	if err := os.WriteFile(marked, text, 0o600); err != nil {
		t.Fatal(err)
	}
	tty.send("/approvals\r")
	tty.converse("nothing waits", "so?\r", "it was denied", "/quit\r")
	if code := tty.code(); code != 0 || p.has("made") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
	if denied := p.run(t, "trace", "--json", "--denied"); !strings.Contains(denied, `"answer":"deny"`) {
		t.Errorf("the trace has %s", denied)
	}
}

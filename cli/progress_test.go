//go:build linux

package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/providers/providertest"
)

// slowModel is an OpenAI-compatible server that gives the pieces of its first reply
// one by one, each when the test says so, and then answers finalAnswer at once.
type slowModel struct {
	home string
	next chan struct{}
}

// fakeKey has the form of a key and is none.
const fakeKey = "AKIA" + "Q7ZX2M5RT3WN6KPB"

func newSlowModel(t *testing.T, pieces ...string) *slowModel {
	t.Helper()
	m := &slowModel{home: t.TempDir(), next: make(chan struct{})}
	p := providertest.OpenAI()
	s := providertest.Serve(t, func(c *providertest.Conn) {
		c.Head(200, "Content-Type: "+p.Type)
		whole := string(p.Stream(p.Whole, pieces...))
		for _, event := range strings.SplitAfter(whole, "\n\n") {
			if strings.Contains(event, `"content":"`) && !strings.Contains(event, `"content":""`) {
				<-m.next
			}
			if _, err := io.WriteString(c, event); err != nil {
				return
			}
		}
	}, providertest.Respond(200, p.Stream(p.Whole, finalAnswer), "Content-Type: "+p.Type))
	t.Cleanup(func() { close(m.next) })
	configure(t, m.home, "cascade = [\"slow\"]\n[providers.slow]\nprotocol = \"openai\"\nbase_url = "+
		"\""+s.URL()+"\"\nmodel = \"m-1\"\n")
	return m
}

// configure writes the user's configuration file.
func configure(t *testing.T, home, text string) {
	t.Helper()
	dir := filepath.Join(home, ".config", "pp")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "config.toml"), text)
}

// command is pp in a process of its own.
func ppCommand(t *testing.T, home, kind string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Args = append([]string{"pp"}, args...) // testscript goes by the name
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + home, "TERM=" + kind, "PATH=/usr/bin:/bin"}
	return cmd
}

// The gates send a reply with a key in it back, so that it is only ever previewed.
var slowAnswer = []string{"The first line of the reply.\n", "A key: " + fakeKey + ", and an escape \x1b[31m.\n",
	strings.Repeat("more ", 60) + "\n", "The end.\n"}

const finalAnswer = "This is the answer.\n"

// shows is what stands on a terminal.
func shows(m *terminal) string {
	var s screen
	_, _ = io.WriteString(&s, m.text()) // never fails
	return s.Text()
}

// While a model is thinking the terminal shows who, how long, and what came,
// masked and escaped; when it is done nothing but the answer is left.
func TestProgressOnATerminal(t *testing.T) {
	t.Parallel()
	m := newSlowModel(t, slowAnswer...)
	tty := open(t, ppCommand(t, m.home, "xterm", "say something"), 100, 40)
	tty.expect("pp: slow, ")
	m.next <- struct{}{}
	tty.expect("about 8 tokens")
	tty.expect("The first line of the reply.")
	m.next <- struct{}{}
	m.next <- struct{}{}
	tty.expect(`A key: [MASKED], and an escape \u{1b}[31m.`)
	m.next <- struct{}{}
	if code := tty.code(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if strings.Contains(tty.text(), fakeKey[:12]) {
		t.Error("a part of the key was shown")
	}
	if text := strings.TrimSpace(shows(tty)); text+"\n" != finalAnswer {
		t.Errorf("left on the terminal:\n%s", text)
	}
}

// Nothing of the progress reaches a pipe, and -q and a dumb terminal are heeded.
func TestProgressElsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   string
		args   []string
		errors bool // standard error is the terminal
		output bool // standard output is
		status bool // there is a progress line
	}{
		"pipes":          {kind: "xterm"},
		"answer in pipe": {kind: "xterm", errors: true, status: true},
		"quiet":          {kind: "xterm", args: []string{"-q"}, errors: true, output: true},
		"dumb":           {kind: "dumb", errors: true, output: true},
		"errors in pipe": {kind: "xterm", output: true},
		"answer in file": {kind: "xterm", args: []string{"-o", "answer"}, errors: true, output: true, status: true},
		"answer in JSON": {kind: "xterm", args: []string{"--output-format", "json"}, errors: true, status: true},
	} {
		t.Run(name, func(t *testing.T) {
			m := newSlowModel(t, slowAnswer...)
			cmd := ppCommand(t, m.home, c.kind, append(c.args, "say something")...)
			var stdout, stderr strings.Builder
			if !c.output {
				cmd.Stdout = &stdout
			}
			if !c.errors {
				cmd.Stderr = &stderr
			}
			tty := open(t, cmd, 100, 40)
			if c.status {
				tty.expect("pp: slow, ")
			}
			for i := range slowAnswer {
				m.next <- struct{}{}
				if i == 2 && c.status {
					tty.expect(" tokens")
				}
			}
			if code := tty.code(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			raw, text := tty.text(), shows(tty)
			if !c.output && !strings.Contains(stdout.String(), strings.TrimSpace(finalAnswer)) || stderr.Len() > 0 {
				t.Errorf("standard output: %q, standard error: %q", stdout.String(), stderr.String())
			}
			if strings.Contains(stdout.String()+raw, fakeKey[:12]) {
				t.Error("a part of the key was shown")
			}
			if got := strings.Contains(raw, "pp: slow"); got != c.status {
				t.Errorf("a progress line: %v, want %v", got, c.status)
			}
			if got := strings.Contains(raw, "\x1b["); got != c.status {
				t.Errorf("escape sequences: %v", got)
			}
			if !c.output && strings.Contains(raw, "first line") {
				t.Errorf("the terminal got %q, and shows %q", raw, text)
			}
			if strings.Contains(text, "slow") {
				t.Errorf("left on the terminal:\n%s", text)
			}
		})
	}
}

// A conversation shows it too, and Ctrl-C takes it away with the turn.
func TestProgressInAConversation(t *testing.T) {
	t.Parallel()
	m := newSlowModel(t, slowAnswer...)
	tty := open(t, ppCommand(t, m.home, "xterm"), 100, 40)
	tty.press("pp> ", "say something\r")
	tty.press("pp: slow, ", "\x03")
	tty.expect("interrupted")
	if text := shows(tty); strings.Contains(text, "pp: slow") {
		t.Errorf("left on the terminal:\n%s", text)
	}
	tty.press("pp> ", "\x04")
	tty.code()
}

// While a command runs the terminal shows which and how long, below what it prints; nothing of that is left.
func TestProgressOfACommand(t *testing.T) {
	t.Parallel()
	m := newSlowModel(t)
	cmd := ppCommand(t, m.home, "xterm", "-p", "offline", "run sleep 3; echo over")
	tty := open(t, cmd, 40, 24)
	tty.expect("pp: sleep 3; echo over, 1 s")
	if code := tty.code(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if text := shows(tty); strings.Contains(text, " 1 s") || !strings.Contains(text, "over") {
		t.Errorf("left on the terminal:\n%s", text)
	}
}

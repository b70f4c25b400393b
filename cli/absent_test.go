//go:build linux

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pp/cli/exit"
)

// A terminal that hangs up while it asks leaves a flight plan behind.
func TestHangupWhileAskingSuspends(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		away func(*terminal)
	}{
		{"SIGHUP", []string{"do it"}, func(m *terminal) { _ = m.cmd.Process.Signal(syscall.SIGHUP) }},
		{"the terminal is closed", []string{"do it"}, func(m *terminal) { m.slave.Close(); m.master.Close() }},
		{"SIGHUP in a conversation", nil, func(m *terminal) { _ = m.cmd.Process.Signal(syscall.SIGHUP) }},
		{"the terminal of a conversation is closed", nil, func(m *terminal) { m.slave.Close(); m.master.Close() }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newDesk(t, writes)
			cmd := p.command(t, nil, tc.args...)
			if tc.args == nil {
				cmd.Env = append(cmd.Env, "TERM=xterm")
			}
			tty := open(t, cmd, 80, 24)
			if tc.args == nil {
				tty.expect("pp> ")
				tty.send("do it\r")
			}
			tty.expect(theEnd)
			tc.away(tty)
			code := tty.code()
			if tc.args != nil && code != exit.Suspended {
				t.Errorf("exit %d", code)
			}
			if p.has("made") || tokens().FindString(p.run(t, "approvals")) == "" {
				t.Errorf("nothing waits; made: %v", p.has("made"))
			}
		})
	}
}

// A line that was being typed when the terminal went away was not said.
func TestHangupWhileTypingSaysNothing(t *testing.T) {
	t.Parallel()
	p := newDesk(t, writes)
	tty := open(t, p.command(t, []string{"TERM=xterm"}), 80, 24)
	tty.expect("pp> ")
	tty.send("do i")
	tty.expect("do i")
	tty.slave.Close()
	tty.master.Close()
	tty.code()
	if out := p.run(t, "approvals"); tokens().MatchString(out) || p.has("made") {
		t.Error("half a line was carried out")
	}
}

// A model that would rather change who decides: pp's own files are out of its
// reach, and nobody is even asked.
func TestAModelCannotTouchWhatDecides(t *testing.T) {
	t.Parallel()
	for _, target := range []string{".local/state/pp/approvals/rules.plan", ".local/state/pp/approvals/x.plan",
		".local/state/pp/approvals/plans.org",
		".config/pp/config.toml", ".local/state/pp/history"} {
		for _, tool := range []string{"write", "shell"} {
			t.Run(tool+" "+target, func(t *testing.T) {
				t.Parallel()
				p := newDesk(t, "")
				name := filepath.Join(p.home, target)
				form := `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "echo 'allow = true' >> ` + name +
					`" :EXPLANATION "It has to be changed."))`
				if tool == "write" {
					form = `(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file" :ARGS (:FILEPATH "` + name +
						`" :CONTENT "allow = true") :EXPLANATION "It has to be changed."))`
				}
				if err := os.WriteFile(filepath.Join(p.home, "replies"),
					[]byte("(:FORM "+form+`) (:SYSTEM "REJECTED" :REPLY "I cannot")`), 0o600); err != nil {
					t.Fatal(err)
				}
				tty := open(t, p.command(t, nil, "do it"), 80, 24)
				before := tty.expect("I cannot")
				if code := tty.code(); code != exit.Denied || strings.Contains(before, theEnd) {
					t.Errorf("exit %d: %s", code, tty.text())
				}
			})
		}
	}
}

// Ctrl-Z stops the job as in any program; in the foreground it asks on, and in
// the background nobody is there.
func TestCtrlZWhileAsking(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		then string
		want []string // bash says how a job ended when it is asked, or by itself where it ends sooner
	}{{"fg", []string{"done\r\n"}}, {"bg", []string{"code 4", "Exit 4"}}} {
		t.Run(tc.then, func(t *testing.T) {
			t.Parallel()
			p := newDesk(t, writes)
			cmd := p.command(t, []string{"PS1=$ "})
			shell := exec.Command("bash", "--norc", "--noediting", "-i")
			shell.Dir, shell.Env = cmd.Dir, cmd.Env
			tty := open(t, shell, 80, 24)
			tty.send("pp -q 'do it'\n")
			tty.expect(theEnd)
			tty.send("\x1a")
			tty.expect("Stopped")
			tty.expect("$ ")
			tty.send(tc.then + "\n")
			if tc.then == "fg" {
				tty.expect(theEnd)
				tty.send("y")
			} else {
				tty.expect("&") // what bg says
				for end := time.Now().Add(patience); tokens().FindString(p.run(t, "approvals")) == "" && time.Now().Before(end); {
					time.Sleep(20 * time.Millisecond)
				}
				tty.send("wait $!; echo \"code $?\"\n")
			}
			tty.either(tc.want...)
			tty.send("exit\n")
			tty.code()
			if p.has("made") != (tc.then == "fg") {
				t.Errorf("made: %v", p.has("made"))
			}
		})
	}
}

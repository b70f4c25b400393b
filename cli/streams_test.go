//go:build linux

package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/cli/exit"
)

// kinds are what each of the three streams can be.
var kinds = [...]string{"terminal", "pipe", "closed", "/dev/null"}

// streams is what the three of a run are.
type streams struct{ in, out, err string }

// Every mode, with every stream a terminal, a pipe, closed and /dev/null:
// standard output byte for byte, the exit code, and that it ended. All of them with PP_LONG=1; else
// each two kinds of two streams come together once.
func TestModesAndStreams(t *testing.T) {
	t.Parallel()
	const denied = `(:EXPECT "no person is present" :REPLY "told")`
	// A person is there when standard error is a terminal, whatever the others are.
	asked := func(s streams) bool { return s.err == "terminal" }
	for _, mode := range []struct {
		name, replies string
		args          []string
		want          func(streams) (stdout string, code int)
		key           string // what a person answers, where one is asked
		talks         bool   // a terminal gets a conversation
	}{
		{"answer", `(:REPLY "hi")`, []string{"-q", "hello"}, func(streams) (string, int) { return "hi\n", 0 }, "", false},
		{"answer without input", `(:REPLY "hi")`, []string{"-q", "-n", "hello"}, func(streams) (string, int) {
			return "hi\n",
				0
		}, "", false},
		{"ask", writes, []string{"-q", "do it"}, func(s streams) (string, int) {
			if asked(s) {
				return "done\n", 0
			}
			return "", exit.Suspended
		}, "y", false},
		{"ask, keeping nothing", writes, []string{"-q", "--ephemeral", "do it"},
			func(streams) (string, int) { return "done\n", exit.Denied }, "q", false},
		{"deny all", strings.Replace(writes, `(:REPLY "done")`, denied, 1), []string{"-q", "--deny-all-approvals", "do it"},
			func(streams) (string, int) { return "told\n", exit.Denied }, "", false},
		{"no prompt", `(:EXPECT "data" :REPLY "hi")`, []string{"-q"}, func(s streams) (string, int) {
			switch s.in {
			case "terminal":
				return "", 0
			case "pipe":
				return "hi\n", 0
			}
			return "", exit.Usage
		}, "", true},
		{"a command", "", []string{"approvals"}, func(streams) (string, int) { return "nothing waits for approval\n", 0 }, "",
			false},
		{"a usage error", "", []string{"--no-such-flag"}, func(streams) (string, int) { return "", exit.Usage }, "", false},
	} {
		t.Run(mode.name, func(t *testing.T) {
			t.Parallel()
			for i, in := range kinds {
				for o, out := range kinds {
					for e, err := range kinds {
						if (i+o+e)%len(kinds) > 0 && os.Getenv("PP_LONG") != "1" {
							continue
						}
						s := streams{in, out, err}
						p := newDesk(t, mode.replies+`(:REPLY "unused")`)
						tty, stdout := s.start(t, p, mode.args)
						switch {
						case mode.key != "" && asked(s):
							tty.expect(theEnd)
							tty.send(mode.key)
						case mode.talks && in == "terminal":
							if err == "terminal" {
								tty.expect("pp> ")
							}
							tty.send("\x04")
						}
						want, code := mode.want(s)
						if got := tty.code(); got != code {
							t.Errorf("%+v: exit %d, want %d: %s", s, got, code, tty.text())
						}
						tty.sane()
						if out == "pipe" && stdout.String() != want {
							t.Errorf("%+v: standard output is %q, want %q", s, stdout.String(), want)
						}
						if out == "terminal" && want != "" {
							tty.expect(strings.ReplaceAll(want, "\n", "\r\n"))
						}
						tty.done()
					}
				}
			}
		})
	}
}

// start runs pp with these streams on a terminal of its own.
func (s streams) start(t *testing.T, p desk, args []string) (*terminal, *bytes.Buffer) {
	t.Helper()
	pp := p.command(t, nil, args...)
	var redirections string
	for _, r := range [][2]string{{s.in, "<&-"}, {s.out, ">&-"}, {s.err, "2>&-"}} {
		if r[0] == "closed" {
			redirections += " " + r[1]
		}
	}
	cmd := pp
	if redirections != "" {
		cmd = exec.Command("bash", append([]string{"--norc", "-c", `exec pp "$@"` + redirections, "pp"}, args...)...)
		cmd.Dir, cmd.Env = pp.Dir, pp.Env
	}
	null := func() *os.File {
		f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		return f
	}
	var stdout bytes.Buffer
	switch s.in {
	case "pipe":
		cmd.Stdin = strings.NewReader("data\n")
	case "/dev/null":
		cmd.Stdin = null()
	}
	switch s.out {
	case "pipe":
		cmd.Stdout = &stdout
	case "/dev/null":
		cmd.Stdout = null()
	}
	switch s.err {
	case "pipe":
		cmd.Stderr = io.Writer(new(bytes.Buffer))
	case "/dev/null":
		cmd.Stderr = null()
	}
	return open(t, cmd, 80, 24), &stdout
}

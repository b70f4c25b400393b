package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptTB lets the helpers of tests fail a script.
type scriptTB struct {
	testing.TB
	ts *testscript.TestScript
}

func (scriptTB) Helper()                             {}
func (s scriptTB) Fatal(args ...any)                 { s.ts.Fatalf("%s", fmt.Sprint(args...)) }
func (s scriptTB) Fatalf(format string, args ...any) { s.ts.Fatalf(format, args...) }
func (s scriptTB) Errorf(format string, args ...any) { s.ts.Fatalf(format, args...) }
func (s scriptTB) Cleanup(f func())                  { s.ts.Defer(f) }

// unescape reads \r, \x1b and the like in a word of a script.
func unescape(ts *testscript.TestScript, word string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(word, `"`, `\"`) + `"`)
	if err != nil {
		ts.Fatalf("%s: %v", word, err)
	}
	return text
}

// namedReplies are replies that scripts give by name.
var namedReplies = map[string]string{"writes": writes, "writes-only": writesIt, "edits": edits, "touches": touches,
	"overwrites": overwrites, "unused": `(:REPLY "unused")`, "done": `(:REPLY "done")`}

// furnish is the command `desk before|after [REPLIES …]` of scripts. It sets up the home and the workspace as newDesk
// does, without anything that pp kept before. Each of REPLIES is a name, a text, or a file of the script.
func furnish(ts *testscript.TestScript, neg bool, args []string) {
	p := desk{ts.Getenv("HOME"), ts.MkAbs(".")}
	for _, name := range []string{p.home + "/.local", p.home + "/.config", p.dir + "/made", p.dir + "/other"} {
		ts.Check(os.RemoveAll(name))
	}
	replies := ""
	for _, word := range args[1:] {
		if text, ok := namedReplies[word]; ok {
			word = text
		} else if word[0] == '(' {
			word = unescape(ts, word)
		} else {
			word = ts.ReadFile(word)
		}
		replies += word + " "
	}
	ts.Check(p.furnish(args[0], replies))
}

// setToken is the command `token` of scripts. It sets PLAN to the token of the first action that waits.
func setToken(ts *testscript.TestScript, neg bool, args []string) {
	cmd := exec.Command("pp", "approvals")
	cmd.Dir, cmd.Env = ts.MkAbs("."), scriptEnv(ts, "dumb")
	out, err := cmd.Output()
	if ts.Check(err); !tokens().Match(out) {
		ts.Fatalf("nothing waits: %s", out)
	}
	ts.Setenv("PLAN", tokens().FindString(string(out)))
}

func scriptEnv(ts *testscript.TestScript, term string) []string {
	env := []string{"LANG=C.UTF-8", "TERM=" + term}
	for _, name := range []string{"HOME", "PATH", "EDITOR", "CI", "WITHOUT_COLOR"} {
		if value := ts.Getenv(name); value != "" {
			env = append(env, strings.Replace(name, "WITHOUT", "NO", 1)+"="+value)
		}
	}
	return env
}

// dialogue is the command `talk [FLAGS] CODE PROGRAM [ARGUMENTS …] : STEPS …` of scripts. It runs a program on a
// terminal of its own and fails unless the program exits with CODE and leaves the terminal's modes as they were. The
// steps are
//
//	<TEXT     wait until TEXT is on the terminal, behind what was waited for before
//	-TEXT     TEXT is not in what came before the last text that was waited for
//	>KEYS     type KEYS
//	>>KEYS    type KEYS again and again until the screen goes on
//	!COMMAND  run COMMAND by bash, away from the terminal
//
// The flags are -size COLUMNSxROWS, -term TERM, -out TEXT (standard output is a pipe, and is exactly TEXT or "none")
// and -made NAMES (of the files "made" and "other" exactly those exist afterwards; both are removed). The script's
// stdout is what stands on the terminal.
func dialogue(ts *testscript.TestScript, neg bool, args []string) {
	flags := map[string]string{"-size": "80x24", "-term": "dumb"}
	for ; len(args) > 2 && args[0][0] == '-'; args = args[2:] {
		flags[args[0]] = args[1]
	}
	colon := slices.Index(args, ":")
	if neg || colon < 2 {
		ts.Fatalf("usage: talk [FLAGS] CODE PROGRAM [ARGUMENTS ...] : STEPS ...")
	}
	var columns, rows uint16
	_, err := fmt.Sscanf(flags["-size"], "%dx%d", &columns, &rows)
	ts.Check(err)
	cmd := exec.Command(args[1], args[2:colon]...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), scriptEnv(ts, flags["-term"])
	var stdout strings.Builder
	if flags["-out"] != "" {
		cmd.Stdout = &stdout
	}
	tty := open(scriptTB{ts: ts}, cmd, columns, rows)
	defer tty.done()
	for before, steps := "", args[colon+1:]; len(steps) > 0; steps = steps[1:] {
		before = tty.step(ts, steps[0], before)
	}
	if code := strconv.Itoa(tty.code()); code != args[0] {
		ts.Fatalf("exit %s, want %s: %s\n%s", code, args[0], stdout.String(), tty.text())
	}
	tty.sane()
	if want := flags["-out"]; want != "" && stdout.String() != strings.TrimPrefix(unescape(ts, want), "none") {
		ts.Fatalf("standard output is %q, want %q:\n%s", stdout.String(), want, tty.text())
	}
	fmt.Fprint(ts.Stdout(), tty.text())
	if want := flags["-made"]; want != "" {
		for _, name := range []string{"made", "other"} {
			_, err := os.Lstat(filepath.Join(cmd.Dir, name))
			if there := err == nil; there != strings.Contains(want, name) {
				ts.Fatalf("%s exists: %v\n%s", name, there, tty.text())
			}
			ts.Check(os.RemoveAll(filepath.Join(cmd.Dir, name)))
		}
	}
}

// step takes one step of talk and returns what came before the text that was waited for last.
func (m *terminal) step(ts *testscript.TestScript, step, before string) string {
	switch text := step[1:]; step[0] {
	case '<':
		return m.expect(unescape(ts, text))
	case '-':
		if strings.Contains(before, unescape(ts, text)) {
			ts.Fatalf("%q is in %q", text, before)
		}
	case '>':
		if keys, ok := strings.CutPrefix(text, ">"); ok {
			m.insist(unescape(ts, keys))
		} else {
			m.send(unescape(ts, text))
		}
	case '!':
		cmd := exec.Command("bash", "-c", text)
		cmd.Dir, cmd.Env, cmd.SysProcAttr = m.cmd.Dir, m.cmd.Env, &syscall.SysProcAttr{Setsid: true}
		if out, err := cmd.CombinedOutput(); err != nil {
			ts.Fatalf("%s: %v\n%s", text, err, out)
		}
	default:
		ts.Fatalf("unknown step %q", step)
	}
	return before
}

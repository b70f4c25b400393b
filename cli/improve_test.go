//go:build linux

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/engine"
	"pp/engine/audit"
	"pp/sexp"
)

// keptTraces writes thought traces in which a person denied a command in each, and gave another.
func keptTraces(t *testing.T, home string, n int) {
	t.Helper()
	dir := filepath.Join(home, ".local", "state", "pp", "audit")
	for i := range n {
		id := fmt.Sprintf("20260102-03040%d-00ff10a2b3c4", i)
		store, err := audit.NewFileStore(dir, id)
		if err != nil {
			t.Fatal(err)
		}
		log := audit.NewLog(store, audit.Options{Session: id, Clock: time.Now})
		action := func(cmd string) sexp.Value {
			return sexp.String(engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: cmd},
				Explanation: "because it is needed"}.Canonical())
		}
		for _, r := range []engine.Record{
			{Kind: engine.RecordApproval, Fields: sexp.NewPlist().With("ANSWER", sexp.Keyword("DENY")).
				With("REASON", sexp.String("others have pulled it")).With("ACTION", action("git push --force"))},
			{Kind: engine.RecordIntent, Fields: sexp.NewPlist().With("ACTION", action("git push"))},
		} {
			if err := log.Record(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// ran runs pp without a terminal.
func ran(t *testing.T, home, dir string, args ...string) (code int, out string) {
	t.Helper()
	cmd := ppCommand(t, home, "dumb", args...)
	cmd.Dir = dir
	data, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(data)
}

// What a person denied again and again becomes a skill that a person reads and approves: its gate judges
// from then on, until pp undo takes it back.
func TestSkillFromTraces(t *testing.T) {
	t.Parallel()
	home, dir := t.TempDir(), t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example\n")
	file := filepath.Join(home, ".config", "pp", "skills", "learned.lisp")
	if code, out := ran(t, home, dir, "skills", "improve"); code != exit.OK ||
		!strings.Contains(out, "nothing was denied") {
		t.Errorf("exit %d: %s", code, out)
	}
	keptTraces(t, home, 3)
	code, out := ran(t, home, dir, "skills", "improve")
	if code != exit.Denied || !strings.Contains(out, `("git push --force" :deny)`) ||
		!strings.Contains(out, "nobody is at the terminal to approve it: it was not kept") || exists(file) {
		t.Errorf("exit %d: %s", code, out)
	}
	improve := func(key string) string {
		cmd := ppCommand(t, home, "dumb", "skills", "improve")
		cmd.Dir = dir
		tty := open(t, cmd, 100, 60)
		tty.press("keep it, and use it from now on?", key)
		want := map[string]int{"y": exit.OK, "n": exit.Denied}[key]
		if code := tty.code(); code != want {
			t.Errorf("%s: exit %d: %s", key, code, tty.text())
		}
		return tty.text()
	}
	if improve("n"); exists(file) {
		t.Error("it was kept although it was denied")
	}
	shown := improve("y")
	for _, want := range []string{"git push --force: the person denied it 3 times", "ok    ", "+(defskill :learned",
		"--- /dev/null", "kept " + file} {
		if !strings.Contains(shown, want) {
			t.Errorf("the person is not shown %q:\n%s", want, shown)
		}
	}
	if code, out := ran(t, home, dir, "check", "git push --force"); code != exit.Denied ||
		!strings.Contains(out, "skill/learned: You denied it 3 times. You said: others have pulled it") {
		t.Errorf("exit %d: %s", code, out)
	}
	if _, out := ran(t, home, dir, "check", "git push"); strings.Contains(out, "skill/learned:") {
		t.Errorf("it denies what it need not: %s", out)
	}
	if code, out := ran(t, home, dir, "skills", "improve"); code != exit.OK ||
		!strings.Contains(out, "has all of it already") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out := ran(t, home, dir, "undo", "--yes"); code != exit.OK || !strings.Contains(out, "removed "+file) ||
		exists(file) {
		t.Errorf("exit %d: %s", code, out)
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// With --ask a model writes it. What it writes is loaded and tried, and has no more than a gate and a mandate; of
// what cannot be used the template stays.
func TestSkillWrittenByAModel(t *testing.T) {
	t.Parallel()
	good := "(defskill :learned :mandate \\\"Rebase.\\\")"
	tool := "(def-cognitive-tool :x \\\"x\\\" () :body (lambda (args results) (list :call \\\"read-file\\\")))"
	for name, tc := range map[string]struct {
		replies []string
		want    string
	}{
		"used":   {[]string{"```lisp\n" + good + "\n```"}, "(defskill :learned :mandate"},
		"mended": {[]string{"I cannot.", good}, "(defskill :learned :mandate"},
		"a tool": {[]string{tool, tool}, "it may have a gate and a mandate, and nothing else"},
		"another name": {[]string{"(defskill :other :mandate \\\"x\\\")", "(defskill :other :mandate \\\"x\\\")"},
			"its name is other"},
		"a secret": {[]string{"(defskill :learned :mandate \\\"" + fakeKey + "\\\")", "no"},
			"one file of Lisp in one fenced block"},
	} {
		home, dir := t.TempDir(), t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), "module example\n")
		keptTraces(t, home, 2)
		text := ""
		for _, r := range tc.replies {
			text += "(:REPLY \"" + r + "\")\n"
		}
		write(t, filepath.Join(home, "replies.sexp"), text)
		configure(t, home, "cascade = [\"replay\"]\n[providers.replay]\nprotocol = \"script\"\nfile = \"~/replies.sexp\"\n")
		code, out := ran(t, home, dir, "skills", "improve", "--ask")
		if code != exit.Denied || !strings.Contains(out, tc.want) || strings.Contains(out, fakeKey) {
			t.Errorf("%s: exit %d: %s", name, code, out)
		}
		if used := name == "used" || name == "mended"; used == strings.Contains(out, "defexamples") {
			t.Errorf("%s: %s", name, out)
		}
	}
}

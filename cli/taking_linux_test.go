//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// overwrites changes a file and makes another, so that there is a diff to be shown.
const overwrites = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sed -i s/two/zwei/ notes.txt; touch made"
 :EXPLANATION "It has to be changed."))) (:REPLY "done")`

// newAfterDesk is a desk where a person is asked once a command was done in its layer.
// It skips the test where the machine has no layers.
func newAfterDesk(t *testing.T, replies string) desk {
	t.Helper()
	p := newDesk(t, replies)
	config := filepath.Join(p.home, ".config", "pp", "config.toml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"before"`), []byte(`"after"`), 1)
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if shown := p.run(t, "doctor"); !strings.Contains(shown, caughtInLayer) {
		enginetest.Skip(t, os.Getenv, overlayThere(), "no layer over the workspace")
	}
	return p
}

// caughtInLayer is the line of doctor on a machine whose layers work.
const caughtInLayer = "changes: kept in an overlay over the workspace"

// layersThere is the condition [layers] of scripts: it reports whether layers work here.
func layersThere(name string) (bool, error) {
	if name != "layers" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	home, err := os.MkdirTemp("", "layers")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(home)
	cmd := exec.Command("pp", "doctor")
	cmd.Dir, cmd.Env = home, []string{"HOME=" + filepath.Join(home, "home"), "PATH=" + os.Getenv("PATH")}
	out, err := cmd.Output()
	there := strings.Contains(string(out), caughtInLayer)
	if !there && overlayThere() && os.Getenv("PP_CI") == "1" {
		return false, fmt.Errorf("no layer, though the machine has overlays: %w\n%s", err, out)
	}
	return there, nil
}

// overlayThere looks for overlayfs in another way than pp does.
func overlayThere() bool {
	known, err := os.ReadFile("/proc/filesystems")
	return err == nil && strings.Contains(string(known), "\toverlay\n")
}

// Every key of the question after a command, in a one-shot whose standard output is a pipe.
func TestTakingKeys(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		keys  []string // what is waited for, and typed, in turn
		code  int
		taken bool // what it did is there afterwards
	}{
		{"y", []string{theEnd, "y"}, 0, true},
		{"n", []string{theEnd, "n", "model) ", "because\n"}, 3, false},
		{"n and Ctrl-C", []string{theEnd, "n", "model) ", "\x03"}, 130, false},
		{"Enter, then q", []string{theEnd, "\r", theEnd, "q"}, 3, false},
		{"Ctrl-C", []string{theEnd, "\x03"}, 130, false},
		{"d, then y", []string{theEnd, "d", "-two\r\n", "", "+zwei\r\n", "", theEnd, "y"}, 0, true},
		{"d, then q", []string{theEnd, "d", "+zwei", "", theEnd, "q"}, 3, false},
		{"e, then y", []string{theEnd, "e", "95 validator", "", theEnd, "y"}, 0, true},
		{"s, then 1", []string{theEnd, "s", "n none ", "1"}, 0, true},
		{"s, then Ctrl-C", []string{theEnd, "s", "n none ", "\x03"}, 130, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := newAfterDesk(t, overwrites)
			cmd := p.command(t, nil, "-q", "do it")
			var stdout bytes.Buffer
			cmd.Stdout = &stdout
			tty := open(t, cmd, 80, 24)
			for i := 0; i < len(tc.keys); i += 2 {
				tty.expect(tc.keys[i])
				if p.has("made") {
					t.Error("it is there before it was taken over")
				}
				if tc.keys[i+1] != "" {
					tty.send(tc.keys[i+1])
				}
			}
			stays := map[bool]string{true: "done\n", false: ""}[tc.code != 130]
			if code := tty.code(); code != tc.code || stdout.String() != stays {
				t.Errorf("exit %d, want %d; %q, want %q; the terminal has\n%s", code, tc.code, stdout.String(), stays, tty.text())
			}
			tty.sane()
			p.checkTaken(t, tc.taken)
		})
	}
}

// checkTaken fails the test unless what overwrites does is there, or nothing of it.
func (p desk) checkTaken(t *testing.T, taken bool) {
	t.Helper()
	want := map[bool]string{true: "one\nzwei\nthree\n", false: "one\ntwo\nthree\n"}[taken]
	if got, err := os.ReadFile(filepath.Join(p.dir, "notes.txt")); err != nil || string(got) != want {
		t.Errorf("notes.txt: %q, %v; want %q", got, err, want)
	}
	if p.has("made") != taken {
		t.Errorf("made is there: %v", !taken)
	}
}

// The question after a command shows it, each change, and that nothing is there yet; the reason
// for a no gets to the model, and what was taken over is taken back by undo.
func TestTakingSaysWhatItDid(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, overwrites)
	tty := open(t, p.command(t, nil, "do it"), 120, 24)
	shown := tty.expect(theEnd)
	for _, want := range []string{"nothing of it is there yet", "| sed -i s/two/zwei/ notes.txt", "\n  new ",
		"/made  0 bytes", "\n  modified ", "/notes.txt  15 bytes", "take it over? y yes"} {
		if !strings.Contains(strings.ReplaceAll(shown, "\r", ""), want) {
			t.Errorf("%q is not in %q", want, shown)
		}
	}
	tty.send("n")
	tty.expect("model) ")
	tty.send("rather by hand\n")
	if code := tty.code(); code != 3 {
		t.Errorf("exit %d", code)
	}
	if text := tty.text(); !strings.Contains(text, "pp: denied: a person said no") || strings.Contains(text, ":TYPE") {
		t.Errorf("a no is answered so: %s", text)
	}
	p.checkTaken(t, false)
	if trace := p.run(t, "trace"); !strings.Contains(trace, "rather by hand") {
		t.Errorf("the reason is not in the trace: %s", trace)
	}

	again := open(t, p.command(t, nil, "do it"), 80, 24)
	again.expect(theEnd)
	again.send("y")
	if code := again.code(); code != 0 {
		t.Errorf("exit %d", code)
	}
	p.checkTaken(t, true)
	p.run(t, "undo", "--yes")
	p.checkTaken(t, false)
}

// Many files in a new directory are one line of the question, and l names each.
func TestTakingCounts(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "mkdir made; touch made/file{01..12}"
 :EXPLANATION "They are needed."))) (:REPLY "done")`)
	tty := open(t, p.command(t, nil, "do it"), 200, 40)
	if shown := tty.expect(theEnd); !strings.Contains(shown, "/made/ and 12 below it\r\n") ||
		strings.Contains(shown, "/file07") || !strings.Contains(shown, ", l list all, ") {
		t.Errorf("asked so: %s", shown)
	}
	tty.send("l")
	tty.expect("/file07")
	tty.expect(theEnd)
	tty.send("y")
	if code := tty.code(); code != 0 || !p.has("made/file12") {
		t.Errorf("exit %d: %s", code, tty.text())
	}
}

// What a build planted for git to run is asked about, and taken over on a yes alone; the
// rest of what it did is there either way.
func TestTakingOfWhatIsWithheld(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "git")
	}
	const builds = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "make hook"
 :EXPLANATION "It has to be built."))) (:REPLY "done")`
	for key, code := range map[string]int{"y": 0, "q": 3} {
		p := newAfterDesk(t, builds)
		makefile := "hook:\n\t@echo exit 0 > .git/hooks/pre-commit; echo x > made\n"
		if err := os.WriteFile(filepath.Join(p.dir, "Makefile"), []byte(makefile), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("git", "init", "-q", p.dir).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		tty := open(t, p.command(t, nil, "do it"), 200, 24)
		tty.expect(".git/hooks/pre-commit")
		tty.expect(theEnd)
		tty.send(key)
		if got := tty.code(); got != code {
			t.Errorf("%q: exit %d, want %d: %s", key, got, code, tty.text())
		}
		if p.has(".git/hooks/pre-commit") != (code == 0) || !p.has("made") {
			t.Errorf("%q: the hook is there: %v; made is there: %v", key, code != 0, p.has("made"))
		}
	}
}

// A secret file that a command made is named as never taken over, and no diff shows what it holds.
func TestTakingShowsNoSecret(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sh makes.sh"
 :EXPLANATION "It has to be made."))) (:REPLY "done")`)
	script := "read x < notes.txt; echo TOKEN=visibly-$x > .env; echo x > made\n"
	if err := os.WriteFile(filepath.Join(p.dir, "makes.sh"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	tty := open(t, p.command(t, nil, "do it"), 200, 24)
	tty.expect("never taken over")
	tty.expect(theEnd)
	tty.send("d")
	tty.expect("+x")
	tty.expect(theEnd)
	tty.send("y")
	if code := tty.code(); code != 3 || p.has(".env") || !p.has("made") {
		t.Errorf("exit %d; .env is there: %v; made is there: %v", code, p.has(".env"), p.has("made"))
	}
	if strings.Contains(tty.text(), "visibly-one") {
		t.Errorf("the secret is shown: %s", tty.text())
	}
}

// commits makes two commits and an edit in between, each as a command of its own.
const commits = `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git commit -qm one --allow-empty"
 :EXPLANATION "It has to be kept."))) (:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "sh makes.sh"
 :EXPLANATION "It has to be made."))) (:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD
 (:CMD "git commit -qm two --allow-empty" :EXPLANATION "It has to be kept.")))
 (:FORM (:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "write-file"
 :ARGS (:FILEPATH "written" :CONTENT "x") :EXPLANATION "It has to be made."))) (:REPLY "done")`

// s and a offer the program and its subcommand, and ordinary edits where there is nothing else;
// what was chosen is not asked about again, and is listed.
func TestScopesOfACommand(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "git")
	}
	for _, key := range []string{"s", "a"} {
		p := newAfterDesk(t, commits)
		for name, text := range map[string]string{"makes.sh": "echo x > made\n",
			".git/config": "[user]\nname = T\nemail = t@example.org\n[core]\nrepositoryformatversion = 0\n"} {
			if name == ".git/config" {
				if out, err := exec.Command("git", "init", "-q", p.dir).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		tty := open(t, p.command(t, nil, "do it"), 200, 24)
		tty.expect(theEnd)
		tty.send(key)
		tty.expect("  1  The command `git commit -qm one --allow-empty` may change the repository, write ")
		tty.expect("  2  A command that begins with `git commit` may change the repository, write anything below ")
		tty.expect("? 1 to 2, n none ")
		tty.send("2")
		tty.expect("/made  2 bytes")
		tty.expect(theEnd)
		tty.send(key)
		tty.expect("  2  Files in ")
		tty.expect("? 1 to 2, n none ")
		tty.send("2")
		if code := tty.code(); code != 0 || !p.has("made") || !p.has("written") {
			t.Errorf("%s: exit %d\n%s", key, code, tty.text())
		}
		log := exec.Command("git", "log", "--format=%s")
		log.Dir = p.dir
		if out, err := log.Output(); err != nil || string(out) != "two\none\n" {
			t.Errorf("%s: %q, %v\n%s", key, out, err, tty.text())
		}
		rules := p.run(t, "rules")
		for _, kept := range []string{"begins with `git commit` may write anything below ", "Files in "} {
			if strings.Contains(rules, kept) != (key == "a") {
				t.Errorf("%s: the rules:\n%s", key, rules)
			}
		}
	}
}

// TestAQuestionAboutACommitNamesDeletions checks that the question names a tracked file that the commit in the layer
// deletes, though the command does not name it.
func TestAQuestionAboutACommitNamesDeletions(t *testing.T) {
	t.Parallel()
	for _, tc := range [][2]string{{"rm notes.txt", "git add -A && git commit -qm all"},
		{"git rm -q notes.txt", "git commit -qm all"}} {
		p := newAfterDesk(t, `(:FORM (:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "`+tc[1]+`"
 :EXPLANATION "It has to be kept."))) (:REPLY "done")`)
		setup := exec.Command("sh", "-ec", `git init -q; git config user.name n; git config user.email e@example.test
			git add .; git commit -qm first; `+tc[0])
		setup.Dir = p.dir
		if out, err := setup.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		tty := open(t, p.command(t, nil, "do it"), 200, 40)
		if shown := tty.expect(theEnd); !strings.Contains(shown, "which deletes notes.txt") {
			t.Errorf("%s: the question does not name the deleted file: %s", tc[1], tty.text())
		}
		tty.send("q")
		tty.code()
	}
}

// What was typed while the command ran does not answer the question after it.
func TestTypedAheadIsNoAnswerAfterwards(t *testing.T) {
	t.Parallel()
	p := newAfterDesk(t, strings.Replace(overwrites, "(:FORM", "(:DELAY-MS 300 :FORM", 1))
	tty := open(t, p.command(t, nil, "do it"), 80, 24)
	tty.send("yyyy\ny")
	tty.expect(theEnd)
	tty.send("q")
	if code := tty.code(); code != 3 {
		t.Errorf("exit %d: %s", code, tty.text())
	}
	p.checkTaken(t, false)
}

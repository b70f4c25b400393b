package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// interactive holds the command that starts each shell with a start-up file, and the lines that set a known prompt.
var interactive = map[string]struct {
	start  func(file string) []string
	prompt string
}{
	"bash": {func(file string) []string { return []string{"bash", "--noprofile", "--rcfile", file, "-i"} },
		"PS1='READY> '\nbind 'set bell-style none'\n"},
	"zsh": {func(string) []string { return []string{"zsh", "-d", "-i"} }, // reads ZDOTDIR/.zshrc
		"PS1='READY> '\nunsetopt beep\nautoload -U compinit && compinit -D -u\n"},
	"fish": {func(file string) []string { return []string{"fish", "--no-config", "-i", "-C", "source " + file} },
		"function fish_prompt; echo -n 'READY> '; end\nfunction fish_greeting; end\n" +
			"set -g fish_autosuggestion_enabled 0\n"},
}

// startShell starts a person's shell on a terminal, with the scripts loaded.
func startShell(t *testing.T, name string) (*terminal, desk) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		enginetest.Skip(t, os.Getenv, true, "%s is not there: %v", name, err)
	}
	p := newDesk(t, "")
	file := filepath.Join(p.home, ".zshrc")
	text := interactive[name].prompt
	for _, args := range [][]string{{"completion", name}, {"completion", "--key-binding", name}} {
		text += p.run(t, args...)
	}
	configure(t, p.home, "cascade = [\"offline\"]\n")
	skills := filepath.Join(p.home, ".config", "pp", "skills")
	if err := errors.Join(os.MkdirAll(skills, 0o700), os.WriteFile(file, []byte(text), 0o600),
		os.WriteFile(skills+"/danger$(touch pwned) 'x.lisp", []byte("(defun f () 1)"), 0o600)); err != nil {
		t.Fatal(err)
	}
	args := interactive[name].start(file)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = p.dir
	cmd.Env = append(p.command(t, nil).Env, "ZDOTDIR="+p.home, "TERM=xterm", "LC_ALL=C.UTF-8")
	tty := open(t, cmd, 160, 40)
	tty.expect("READY> ")
	return tty, p
}

// shows makes the shell print the words of the line, and compares them.
func (m *terminal) shows(words ...string) {
	m.t.Helper()
	m.send("\x01printf '<%s>' \x05\r") // Ctrl-A, Ctrl-E
	m.expect("<" + strings.Join(words, "><") + ">")
	m.expect("READY> ")
}

// TestCompletionInRealShells completes a command, flags, values and file names in each shell, and runs no candidate.
func TestCompletionInRealShells(t *testing.T) {
	t.Parallel()
	for _, name := range shells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tty, p := startShell(t, name)
			for _, c := range []struct{ typed, words string }{
				{"pp che\t", "pp check"}, {"pp --qui\t", "pp --quiet"},
				{"pp check --jsonl\t", "pp check --jsonl"},
				{"pp config set limits.max_tu\t1", "pp config set limits.max_turns 1"}, {"pp -m hai\t", "pp -m haiku"},
				{"pp --model=hai\t", "pp --model=haiku"}, {"pp -f note\t", "pp -f notes.txt"},
				{"pp --file=note\t", "pp --file=notes.txt"},
			} {
				tty.send(c.typed)
				tty.shows(strings.Fields(c.words)...)
			}
			tty.send("pp skills show dan\t")
			tty.shows("pp", "skills", "show", "danger$(touch pwned) 'x")
			if p.has("pwned") {
				t.Error("a candidate was run")
			}
		})
	}
}

// TestKeyBindingInRealShells turns words into a command on the line, without running it. After an error the words stay.
func TestKeyBindingInRealShells(t *testing.T) {
	t.Parallel()
	for _, name := range shells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tty, p := startShell(t, name)
			tty.send("run cat go.mod\x1bi")
			tty.shows("cat", "go.mod")
			tty.send("run touch made\x1bi") // pp would ask about it
			tty.shows("touch", "made")
			tty.send("hello there\x1bi")
			tty.expect("pp: error: ")
			tty.expect("READY> ")
			tty.shows("hello", "there")
			if p.has("made") {
				t.Error("the shell ran the command, want it on the line")
			}
		})
	}
}

// overstruck is the first half of a bold letter.
var overstruck = pattern(`.\x08`)

// TestFormattersTakeThePage checks that the formatters show the page without warnings.
func TestFormattersTakeThePage(t *testing.T) {
	t.Parallel()
	page := newPlace(t).pp("man")
	for _, formatter := range [][]string{
		{"mandoc", "-T", "lint", "-W", "warning"},
		{"mandoc", "-T", "utf8"},
		{"groff", "-Kutf8", "-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u", "-rLL=100n"},
	} {
		if _, err := exec.LookPath(formatter[0]); err != nil {
			enginetest.Skip(t, os.Getenv, true, "%s is not there: %v", formatter[0], err)
		}
		cmd := exec.Command(formatter[0], formatter[1:]...)
		cmd.Stdin = strings.NewReader(page)
		var out, warnings bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &warnings
		if err := cmd.Run(); err != nil || warnings.Len() > 0 {
			t.Errorf("%v: %v\n%s%s", formatter, err, warnings.Bytes(), out.Bytes())
		}
		for _, want := range []string{"PP(1)", "--quiet", "--json", "~/.config/pp/config.toml", "124"} {
			if formatter[2] != "lint" && !strings.Contains(overstruck().ReplaceAllString(out.String(), ""), want) {
				t.Errorf("%v does not show %q", formatter, want)
			}
		}
	}
}

// TestNoTextIsARequest checks that the page shows text literally that roff would interpret.
func TestNoTextIsARequest(t *testing.T) {
	p := &page{}
	p.item(".SH x", "'br \\fB \"q\" a-b")
	p.paragraphs("First.\nSecond line, which is so long that it was surely wrapped where it ends, and\ngoes on.\n\n.SH y")
	want := ".TP\n\\fB\\&.SH x\\fR\n\\(aqbr \\efB \"q\" a\\-b\n.PP\nFirst.\n.br\nSecond line, which is so " +
		"long that it was surely wrapped where it ends, and\ngoes on.\n.PP\n\\&.SH y\n"
	if got := p.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

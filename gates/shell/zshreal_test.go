//go:build linux

package shell_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// zshLines makes lines that may mean something else in zsh than in bash.
type zshLines struct{ r *rand.Rand }

func (z zshLines) pick(list ...string) string { return list[z.r.IntN(len(list))] }

func (z zshLines) name() string {
	return z.pick("x", "x", "x", "y", "path", "cdpath", "fpath", "functions", "aliases", "READNULLCMD", "NULLCMD",
		"IFS",
		"chpwd_functions", "precmd_functions", "zshexit_functions", "match", "argv", "commands", "galiases",
		"functions[ls]",
		"aliases[ls]", "commands[ls]", "x[1]", "options[globdots]", "nameddirs[x]", "dis_functions[x]")
}

func (z zshLines) value() string {
	return z.pick("'touch canary'", "(./bin $path)", "(. bin)", ".env", "a.txt", "'.e nv'", "bin/ls", "./bin",
		"'*'", "'.e*'",
		"(a.txt .env)", "(.env a.txt)", "'x[$(touch canary)]'", "'$(touch canary)'", "'`touch canary`'", "on", "f",
		"=ls",
		"$PWD/bin", "'.env:a.txt'", "'a.txt:.env'", "'a.txt .env'", "ls", "cat", "src", "\"$x\"", "$x", "01",
		"'.en^x'")
}

func (z zshLines) word() string {
	return z.pick("a.txt", "b.txt", "$x", "\"$x\"", "$x:t", "\"$x:h\"", "$x:r", "$x[1]", "\"$x[2]\"", "${x[1]}",
		"${x[0]}",
		"\"${x[@]}\"", "${x[@]}", "${x%.*}", "${x#*:}", "${x##*.}", "${x/a/b}", "${x:-a.txt}", "${(e)x}", "${(P)x}",
		"$=x", "$~x",
		"${~x}", "${=x}", "$^x", "*", "**/*", "*.txt", "*(D)", "*(e:'touch canary':)", "*(+f)", ".en^x", ".enw#v",
		"[^a]*", ".e~x",
		"=ls", "=x", "~x", "~+/a.txt", "<1-9>", "{a,b}.txt", "{$x,a.txt}", "a.txt{,}", "$((x))", "$((01))",
		"$(echo a.txt)",
		"$(cat b.txt)", "$'a.txt'", "$\"x\"", "\"$(<a.txt)\"", "$#x", "$+x", "\"$x$y\"", "$path[1]", "\"${#x}\"",
		"src/e.txt",
		"\"${x:0:4}\"", "\"${x:1}\"", "$x$y", "\"$HOME:x\"", "src/../$x", "./$x")
}

func (z zshLines) command() string {
	switch z.r.IntN(12) {
	case 0, 1, 2:
		return z.pick("", "", "", "export ", "typeset ", "local ", "declare -a ",
			"readonly ") + z.name() + z.pick("=", "=", "+=") +
			z.value()
	case 3:
		return z.pick("TRAPDEBUG", "TRAPEXIT", "TRAPZERR", "chpwd", "precmd", "zshexit", "f", "ls",
			"command_not_found_handler",
			"zsh_directory_name") + "() { touch canary; }"
	case 4:
		return z.pick("<", ">", "<>", ">>") + z.pick(".env", "a.txt", "out", "$x")
	case 5:
		return z.pick("setopt", "unsetopt", "set -o", "set", "set +o", "emulate", "shopt -s") + " " +
			z.pick("globdots", "dotglob", "-4", "extendedglob", "shwordsplit", "globsubst", "ksharrays", "autocd", "sh",
				"-e",
				"cdablevars", "nullglob", "magicequalsubst")
	case 6:
		return z.pick("repeat 2 ", "noglob ", "nocorrect ", "- ", "eval ", "builtin ", "command ", "! ", "time ",
			"coproc ") +
			z.command()
	case 7:
		return z.pick("cd src", "cd b src", "cd x", "cd", "pushd src", "nosuch", "ls", "false", "src", "cd ~x",
			"trap ls DEBUG",
			"trap 'cat a.txt' EXIT", "print -z touch canary", "zmodload zsh/system", "autoload f", "read x <b.txt", "f",
			"x")
	case 8:
		return "for " + z.pick("x", "i", "path",
			"cdpath") + " in " + z.word() + " " + z.word() + "; do " + z.command() + "; done"
	case 9:
		return z.pick("cat", "echo", "ls") + " " + z.word() + " " + z.pick("| cat", "|& cat", ">a | cat", "<a.txt",
			"2>&1",
			">/dev/null >out", "&!", "&", "<.env <a.txt")
	default:
		return z.pick("cat", "cat", "echo", "ls", "head -n1", "\"$x\"", "$x") + " " + z.word()
	}
}

func (z zshLines) line() string {
	list := make([]string, 1+z.r.IntN(4))
	for i := range list {
		list[i] = z.command()
	}
	return strings.Join(list, z.pick("; ", "\n", " && ", " || "))
}

// TestZshReal runs the lines that pp allows for an agent with zsh in real zsh: they must run no other code and show no
// secret.
func TestZshReal(t *testing.T) {
	zsh, err := exec.LookPath("zsh")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "zsh is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	begin := func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{".env": "TOKEN=canary-secret\n", "a.txt": ".env\n", "b.txt": "*\n",
			"bin/ls": "#!/bin/sh\ntouch canary\n", "src/e.txt": "x\n", "src/x": "y\n"} {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
	}
	begin()
	env := engine.Environment{"PATH": "/usr/bin:/bin", "HOME": dir + "/src",
		"PWD": dir, "SHELL": zsh, "GIT_CONFIG_COUNT": "0"}
	f := engine.Facts{Dir: dir, Home: dir + "/src", Temp: "/tmp", User: "dev", UID: 1000, FS: osFS{}, Env: env,
		Workspace: effect.Workspace{Root: dir}}
	z := zshLines{rand.New(rand.NewPCG(5, 9))}
	a, allowed := analyst(), 0
	lines := 6000
	if testing.Short() {
		lines = 500
	}
	for range lines {
		line := z.line()
		if judge(t, a, line, f).Decision != engine.Allow {
			continue
		}
		allowed++
		cmd := exec.Command(zsh, "-fc", line)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + env["PATH"], "HOME=" + env["HOME"], "SHELL=" + zsh}
		out, _ := cmd.CombinedOutput()
		_, here := os.Lstat(filepath.Join(dir, "canary"))
		_, below := os.Lstat(filepath.Join(dir, "src/canary"))
		if here == nil || below == nil || strings.Contains(string(out), "canary-secret") {
			t.Errorf("allowed, but zsh runs the canary or shows the secret:\n%s\n%s", line, out)
			begin()
		}
	}
	if allowed < lines/40 {
		t.Errorf("%d of %d lines were allowed, want more to compare", allowed, lines)
	}
	t.Logf("%d of %d lines were allowed and run", allowed, lines)
}

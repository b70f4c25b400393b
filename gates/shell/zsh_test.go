package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
	"pp/gates/shell"
)

// inShell returns the facts of a machine on which an agent has that shell and nothing confines commands.
func inShell(name string) engine.Facts {
	f := agentShell(nil)
	f.Env["SHELL"] = name
	return f
}

// zshDiffers lists commands that mean something else in zsh than in bash.
var zshDiffers = []string{
	"TRAPDEBUG() { ls; }; ls", "TRAPZERR() { ls; }", "chpwd() { ls; }; cd src", "precmd() { ls; }",
	"preexec() { ls; }",
	"periodic() { ls; }", "zshexit() { ls; }", "chpwd_functions=(ls)", "chpwd_functions+=(ls)",
	"zshexit_functions=ls",
	"path=(. $path); ls", "path=.", "cdpath=(src); cd a", "fpath=(.)", "manpath=(.)", "module_path=(.)",
	"functions=x", "functions[ls]='touch x'; ls", "aliases[ls]='touch x'", "galiases[x]=y", "saliases[txt]=cat",
	"commands[ls]=/bin/rm", "READNULLCMD=cat; <a.txt", "NULLCMD=touch; >x", "<a.txt", ">x", "x=1 >y",
	`x=a.txt; ls "$x:t"`, "x=a.txt; ls $x:h", `x=abc; ls "$x[2]"`, "x=abc; ls $x[2]", `x=(a b); echo "${x[1]}"`,
	`x=(a b); echo "$x"`, "x=(a b); x[1]=c", "ls *(e:ls:)", "ls *(D)", "ls =ls", "x==ls", "export X==ls",
	`x="a b"; ls $x`, `x="*"; ls $x`, `x='[a]'; ls $x`, "ls $(echo '*')", "echo x >a >b", "cat <a <b",
	"echo x >a | cat",
	"ls | cat <a", "ls 2>&1 >/dev/null | cat", "zmodload zsh/system", "echo ${(e)x}", "repeat 3 ls",
	"setopt globdots; ls *",
	"unsetopt nomatch", "emulate sh", "autoload x", "print -z ls", "vared x", "sched 1 ls", "noglob ls *",
	"nocorrect ls",
	"- ls", "alias -s txt=cat", "alias -g G=ls", "cat **/*.go", "x=/etc; ls ~x", "ls <1-9>", "echo {a..e..2}",
	"n=3; echo {1..$n}", "echo $((010))", "echo $((1|2))", "shopt -s dotglob; ls *", `ls $"x"`,
	"set -o globdots; ls", "set -4", "cd src lib", "cd -q src", "read -p x y", "read -a x", "mapfile x", "echo $#x",
	`echo "$+x"`, `echo "$=x"`, "declare -n x=y", "typeset -T X x", "ls & ! ls", "echo }",
	"select x in a; do ls; done",
	"coproc ls", "case x in x) ls;;& esac", "${x^^}", "echo ${!x}", "echo ${x@Q}", "echo ${PIPESTATUS[0]}",
	"ls main.g^x", "ls README#x", "eval 'path=(.)'", `eval 'ls =ls'`, "trap 'path=(.)' EXIT",
	"x=(path=.); eval ${x[@]}",
	"read path", "printf -v path .", "for path in a b; do ls; done", "dd if=~/x", "{ ls; } always { ls; }",
	"() { ls; }",
	"log", "integer x=1", "history", "local path=.", "declare path=.", "builtin print x", "command zmodload x",
	"ls $'\\C-a'", "foreach x (a b); ls; end", "x=a; y='b*'; echo ${x#$y}", "x=ab; echo ${x%(a|b)}",
	"ls /bin/(ls|rm)",
	"unset 'a[1]' path", "cat <<E\n$x:t\nE", "exec {fd}>x", "f() { path=.; }; f", "echo $path", "let x=1",
	"hash -d x=/etc",
}

// TestZshDiffers checks that pp does not allow these commands if the agent's shell is zsh.
func TestZshDiffers(t *testing.T) {
	for _, cmd := range zshDiffers {
		for _, name := range []string{"/usr/bin/zsh", "zsh", "/opt/zsh-5.9/bin/zsh-5.9"} {
			if v := judge(t, analyst(), cmd, inShell(name)); v.Decision == engine.Allow {
				t.Errorf("%s: allowed in %s, want a question", cmd, name)
			}
		}
	}
}

// zshAgrees lists ordinary commands that mean the same in zsh and bash.
func zshAgrees() []string {
	return enginetest.Table[string]("testdata/zsh.txt")
}

// TestZshAgrees checks that ordinary commands have the same verdict in zsh and in bash.
func TestZshAgrees(t *testing.T) {
	for _, cmd := range zshAgrees() {
		bash, zsh := judge(t, analyst(), cmd, inShell("/bin/bash")), judge(t, analyst(), cmd, inShell("/usr/bin/zsh"))
		if bash.Decision != zsh.Decision {
			t.Errorf("%s: %s in bash and %s in zsh, want the same: %s",
				cmd, bash.Decision, zsh.Decision, zsh.Sentence())
		}
	}
}

// TestOnlyAgentsRunZsh checks that pp expects zsh only in the shell of another agent: pp itself runs bash, and bash
// runs the scripts that an agent passes to it.
func TestOnlyAgentsRunZsh(t *testing.T) {
	named := func(cmd string, f engine.Facts) bool {
		for _, h := range judge(t, analyst(), cmd, f).Effects.Hazards {
			if h.Rule == shell.RuleZsh {
				return true
			}
		}
		return false
	}
	ours := home()
	ours.Env["SHELL"] = "/usr/bin/zsh"
	for _, cmd := range []string{"x=(a b); echo ${x[1]}", "path=src; ls $path"} {
		if named(cmd, ours) {
			t.Errorf("%s: judged as zsh, want bash where pp runs it", cmd)
		}
		if named("bash -c '"+cmd+"'", inShell("/bin/zsh")) {
			t.Errorf("%s: judged as zsh, want bash where bash -c runs it", cmd)
		}
		if !named("bash -c '"+cmd+"'; "+cmd, inShell("/bin/zsh")) {
			t.Errorf("%s: judged as bash after bash -c, want zsh", cmd)
		}
	}
}

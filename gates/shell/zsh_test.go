package shell_test

import (
	"testing"

	"pp/engine"
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
var zshAgrees = []string{
	`git commit -m "fix: the parser (again)"`, `git commit -m 'fix #3: x^y ~z'`, "ls ~", "ls ~/src",
	"git diff HEAD~1",
	"git show HEAD^", "git log main..HEAD^2", "git show HEAD~2:main.go", "git stash show stash@{0}",
	"git rev-parse @{u}",
	`echo "$x"`, `x=a.txt; echo "$x"`, "x=a.txt; ls $x", "for f in *.go; do wc -l \"$f\"; done",
	"npm test 2>&1 | tail",
	"cd src && make", `arr=(a b); echo "${arr[@]}"`, `arr=(a b); echo "${#arr[@]}"`, "go test ./... 2>&1 | tail -20",
	"go build ./...", "ls -la", "git status", "git add -A && git commit -m x", "grep -rn 'foo(bar)' src | head",
	`grep -n "^func" main.go`, `grep -E "a|b$" main.go`, "sed -n 1,20p main.go", "sed -n '1,20p;$p' main.go",
	"cat main.go | wc -l", "ls *.go", "ls src/*.[ch]", "rm -f a.txt", "mkdir -p a/b", "touch a.txt", "echo x > a.txt",
	"echo x >> a.txt 2>&1", "ls > /dev/null 2>&1", "make -j4 &> log.txt",
	"cat <<'EOF' > a.txt\n$x:t =ls ~x **/x\nEOF",
	"cat <<EOF\nhello $HOME # x ^ y\nEOF", "if [ -f a.txt ]; then cat a.txt; fi", `[[ -d src && "$x" == "a" ]] && ls`,
	"while read -r line; do echo \"$line\"; done < a.txt", "find . -name '*.go' -type f",
	`find . -name x -exec ls {} \;`,
	"x=$(git rev-parse HEAD); echo \"$x\"", `echo "$(date +%s)"`, "export FOO=bar; ls", "FOO=bar make", "set -e; ls",
	"set -euo pipefail; ls", "f() { ls \"$1\"; }; f a.txt", "echo $((1+2))", "for i in 1 2 3; do echo $i; done",
	"for ((i=0; i<3; i++)); do echo $i; done", `echo "${x:-default}"`, `f=a.tar.gz; echo "${f%.gz}" "${f##*.}"`,
	"echo {a,b}.txt {1..3}", "grep -rn x --include=*.{go,ts} src", "cp a.txt b.txt", "mv a.txt b.txt",
	"tail -n +5 a.txt",
	"sleep 1 & wait", "curl -s http://localhost:8080/a", "python3 -c 'print(1)'", "node -e \"console.log(1)\"",
	"awk '{print $1}' a.txt", "awk -F: '{ print $2 }' a.txt | sort | uniq -c", "jq '.a[0]' x.json",
	"tar czf x.tgz src",
	"test -f a.txt || echo no", "[ \"$x\" = y ] && ls", "ls | xargs -n1 echo", "git log --oneline -5",
	"git log --format=%h",
	"git diff main...HEAD -- src", "case $x in a) ls;; *) ls -l;; esac", "diff <(ls a) <(ls b)", "which go",
	"stat a.txt",
	"npm install foo@^1.2.3", "(cd src && ls)", "{ ls; git status; } | cat", "! grep -q x a.txt", "time make",
	"type go",
	"ls $HOME", `echo "$HOME/bin:$PATH"`, "docker run -v \"$PWD:/app\" x", "echo \"cost: 5$\"", "command -v go",
	"true", ":",
	"head -c 10 a.txt; echo; echo done", "printf '%s\\n' a b", "echo 'a\\nb'", "cat a.txt # a comment",
	"trap 'rm -f a.txt' EXIT", "export PATH=$HOME/bin:$PATH", "IFS= read -r x < a.txt",
	"local_var=1; echo $local_var",
}

// TestZshAgrees checks that ordinary commands have the same verdict in zsh and in bash.
func TestZshAgrees(t *testing.T) {
	for _, cmd := range zshAgrees {
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

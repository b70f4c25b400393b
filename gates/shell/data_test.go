package shell_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/enginetest"
)

// dataUses are commands that use the text of a variable, by the way in which bash might run a part of it.
var dataUses = map[string][]string{
	"reference": {
		`declare -n r=$x; echo "$r"`, `declare -n r="$x"; r=1`, `local -n r=$x 2>/dev/null; echo $r`,
		`declare -n "r=$x"; : "$r"`, `typeset -n r=$x; unset r`, `declare -n r; r=$x; echo $r`,
		`declare -n r; read -r r <<< "$x"; echo $r`, `declare -n r; printf -v r %s "$x"; : $r`,
		`declare -n r; for r in "$x"; do : $r; done`, `r=$x; declare -n r; echo $r`,
	},
	"integer": {
		`declare -i n; n=$x`, `declare -i n=$x`, `declare -i n="$x"`, `n=$x; declare -i n; n+=1`,
		`n=$x; declare -i n; echo $n`, `local -i n=$x 2>/dev/null; typeset -i n=$x`,
		`declare -i n; read -r n <<< "$x"`, `declare -i n; printf -v n %s "$x"`,
		`declare -i n; for n in $x; do :; done`, `declare -ai n; n=($x)`, `declare -ai n; n+=($x)`,
		`declare -ai n; n[0]=$x`, `declare -i n; mapfile -t n <<< "$x"`, `declare -ia n; read -ra n <<< "$x"`,
		`declare -i n; : ${n:=$x}`, `export n=$x; declare -i n; n=n`, `OPTIND=$x`, `RANDOM=$x`, `SECONDS=$x`,
		`declare "-i" "n=$x"`, `n=$x; typeset -i n; let n`, `n=1; declare -i n; n+=$x`, `declare -Ai n; n[k]=$x`,
		`declare -i n; n=1+$x`, `readonly -i n=$x`,
	},
	"test": {
		`[[ -v $x ]]`, `[[ -v "$x" ]]`, `test -v "$x"`, `[ -v "$x" ]`, `[ -v $x ]`, `test $x`, `[ $x ]`,
		`[[ $x -eq 1 ]]`, `[[ 1 -lt "$x" ]]`, `[ "$x" -eq 1 ] 2>/dev/null`, `[[ -R $x ]]`, `[[ ! -v $x ]]`,
		`test ! -v "$x"`, `[[ a && -v $x ]]`,
	},
	"subscript": {
		`a[$x]=1`, `echo "${a[$x]}"`, `a=(1 2); echo "${a[$x]}"`, `a=(1 2); unset "a[$x]"`,
		`s=abc; echo "${s:$x}"`, `s=abc; echo "${s:0:$x}"`, `echo $((x))`, `echo $(($x))`, `((x > 1))`, `let x`,
		`let "y = x"`, `for ((i=0; i<x; i++)); do break; done`, `a=([$x]=1)`, `a=(1 2); echo "${a[@]:$x:1}"`,
		`echo "${@:$x}"`, `a[x]=1`, `echo ${a[x]}`, `declare "a[$x]=1"`, `read "a[$x]" <<< 1`, `: ${a[$x]:=1}`,
	},
	"name": {
		`printf -v "$x" 1`, `printf -v $x 1`, `printf "-v$x" 1`, `printf "$x" 1`, `printf $x 1`, `unset "$x"`,
		`unset $x`, `unset -v "$x"`, `read "$x" <<< 1`, `read $x <<< 1`, `read -r "$x" <<< 1`,
		`mapfile "$x" <<< 1`, `mapfile $x <<< 1`, `getopts a "$x" -a`, `: & wait -p "$x" -n`,
		`: & wait -n -p $x`, `: & wait $x`, `: & wait "$x"`, `: & wait "-p$x" -n`, `jobs $x`, `jobs "$x"`,
		`jobs -x $x`, `export "$x"`, `declare "$x"`, `declare $x`, `local $x 2>/dev/null; typeset $x`,
		`readonly "$x"`, `echo "${!x}"`, `read -a "$x" <<< 1`, `exec {a[$x]}>/dev/null`,
		`coproc "$x" 2>/dev/null`, `declare -p "$x"`, `hash $x`, `hash "$x"`, `compgen $x`, `compgen "$x"`,
		`compgen -W "$x"`, `compgen -C "$x"`, `complete $x`, `trap $x`, `trap "$x" EXIT`, `fc $x`, `history $x`,
		`bind $x`, `bind "$x"`, `enable $x`, `set $x; :`, `set -- $x; "$@"`, `shopt $x`, `alias "$x"`,
		`command $x`, `builtin $x`, `type $x`, `command -v $x`, `shift $x`, `cd "$x" 2>/dev/null`,
		`pushd $x 2>/dev/null`, `ulimit $x`, `umask "$x"`, `times $x`, `dirs $x`, `kill $x`, `disown $x`,
		`help "$x"`, `caller "$x"`, `suspend $x`, `break $x`, `mapfile -C "$x" -c 1 m <<< 1`, `printf -- "$x" 1`,
		`mapfile -C eval -c 1 m <<< "$x"`, `mapfile -tC "declare -i" -c1 <<< "$x"`,
		`f(){ eval "$2"; }; readarray -c1 -C "command f" m <<< "$x"; mapfile -Cf -c1 m <<< "$x"`,
		`echo $x`, `printf %d "$x"`, `printf '%*d' "$x" 1`, `test -t "$x"`, `[[ -t $x ]]`, `[[ -o $x ]]`,
		`[[ $x ]]`, `[[ a =~ $x ]]`, `case a in $x) ;; esac`, `eval "$x"`, `eval : $x`, `. /dev/stdin <<< "$x"`,
		`bash <<< "$x"`,
	},
	"prompt": {
		`echo "${x@P}"`, `a=("$x"); echo "${a[@]@P}"`, `set -- "$x"; echo "${@@P}"`,
		`a=("$x"); echo "${a[0]@P}"`, `PS4=$x; set -x; :`, `mapfile -t a <<< "$x"; echo "${a[*]@P}"`,
		`read -r -p "$x" y < /dev/null`, `set -- "$x"; echo "${1@P}"`,
		`echo "${x@E}" "${x@Q}" "${x@A}" "${x@K}" "${x@a}"`,
	},
}

// dataTexts are what the data may hold: what each of the ways to run a part of it needs.
var dataTexts = []string{
	"a[$(touch ran)]", "-va[$(touch ran)]", "-v a[$(touch ran)]", "-pa[$(touch ran)]", "-n -p a[$(touch ran)]",
	"-x touch ran", "touch ran", "$(touch ran)", "`touch ran`", "a[`touch ran`]=1", "-C touch\\ ran",
	"-W $(touch ran)", "r=a[$(touch ran)]", "-n r=a[$(touch ran)]", "-i n=a[$(touch ran)]", "touch\\ ran EXIT",
	"-s touch ran", "-Ctouch${IFS}ran", "-Ctouch\tran",
}

// dataSources are the ways in which data gets into a variable; USE is what is done with it.
var dataSources = []string{
	"x=$(cat a.txt)\nUSE",
	"read -r x < a.txt\nUSE",
	"cat a.txt | { read -r x; USE\n}",
	"f() { x=$1\nUSE\n}\nf \"$(cat a.txt)\"",
	"mapfile -t m < a.txt; x=${m[0]}\nUSE",
	"while read -r x; do\nUSE\ndone < a.txt",
	"x=1; if test -f a.txt; then x=$(cat a.txt); fi\nUSE",
	"declare -n q=x; q=$(cat a.txt)\nUSE",
	"f() {\nUSE1\n}\nf \"$(cat a.txt)\"",
}

// TestDataNeverRuns gives bash data with a command in it, in every way that bash may run a part of it. Where bash
// does, the gates must not allow the script.
func TestDataNeverRuns(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "no bash")
	}
	for class, uses := range dataUses {
		t.Run(class, func(t *testing.T) {
			t.Parallel()
			for _, use := range uses {
				dataRuns(t, bash, use)
			}
		})
	}
}

// dataRuns tries one way of running data.
func dataRuns(t *testing.T, bash, use string) {
	i := slices.IndexFunc(dataTexts, func(text string) bool {
		return runsData(t, bash, "x=$(< a.txt)\n"+use, text)
	})
	if i < 0 {
		return // bash runs none of it
	}
	a, f := analyst(), home()
	for _, source := range dataSources {
		parameter := strings.ReplaceAll(use, "$x", "$1")
		script := strings.NewReplacer("USE1", parameter, "USE", use).Replace(source)
		v := judge(t, a, script, f)
		if v.Decision == engine.Allow && runsData(t, bash, script, dataTexts[i]) {
			t.Errorf("bash runs %q, and it is allowed: %s", dataTexts[i], script)
		}
	}
}

// runsData reports whether a script runs the command in its data.
func runsData(t *testing.T, bash, script, data string) bool {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(data+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, "-c", script)
	cmd.Dir, cmd.Env = dir, []string{"PATH=/usr/bin:/bin", "HOME=" + dir}
	_ = cmd.Run() // it may well fail
	_, err := os.Stat(filepath.Join(dir, "ran"))
	return err == nil
}

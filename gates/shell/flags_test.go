package shell_test

import (
	"testing"

	"pp/engine"
)

// TestWordsThatMayBeFlags: a word that is not known makes a command unknown where a flag could stand, for builtins too,
// unless two dashes stand before it or no flag of the program does harm.
func TestWordsThatMayBeFlags(t *testing.T) {
	a, f := analyst(), home()
	for _, cmd := range []string{
		`jobs $(cat f)`, `hash $(cat f)`, `hash "$(cat f)" ls`, `compgen $(cat f)`, `complete $(cat f)`, `wait $(cat f)`,
		`wait "$(cat f)"`, `enable $(cat f)`, `history $(cat f)`, `trap $(cat f)`, `printf "$(cat f)" a b`,
		`printf $(cat f)`, `set $(cat f)`, `unset $(cat f)`, `read $(cat f)`, `mapfile $(cat f)`, `alias $(cat f)`,
		`bind "$(cat f)"`, `x=$(cat f); wait $x`, `read x < f; jobs $x`,
		`sort $(cat f)`, `sort "$(cat f)"`, `rg "$(cat f)" src`, `file $(ls)`, `sort $(git ls-files)`,
		`for f in $(ls); do file $f; done`, `ls | while read -r f; do file "$f"; done`, `man "$(cat f)"`,
		`git log "$(cat f)"`, `tar tf "$(cat f)"`, `mlr $(cat f)`, `lvs $(cat f)`, `json_pp $(cat f)`,
		`getent $(cat f) x`, `xdg-user-dir $(cat f)`, `zstdcat "$(cat f)"`, `pkg-config "$(cat f)"`, `jq "$(cat f)" a.json`,
	} {
		if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
			t.Errorf("%s is allowed: %s", cmd, v.Sentence())
		}
	}
	for _, cmd := range []string{
		`jobs -l`, `hash -r`, `wait`, `wait $!`, `sleep 1 & p=$!; wait $p`, `wait -n`, `trap 'echo x' EXIT`,
		`set -- $(cat f)`,
		`x=$(cat f); printf '%s\n' "$x"`, `x=$(cat f); printf -- "$x"`, `type "$cmd"`, `rg -- "$(cat f)" src`,
		`rg -e "$(cat f)" src`, `git log -- $(cat f)`, `x=$(cat f); grep -rn "$x" .`, `wc -l $(fd -e go)`,
		`git ls-files | xargs wc -l`, `find . -type f | xargs sort`, `for f in *; do file "$f"; done`,
		`x=$(cat f); [ "$x" = a ]`, `x=$(cat f); echo "$x"`, `x=$(cat f); jq ".$x" a.json`,
	} {
		if v := judge(t, a, cmd, f); v.Decision != engine.Allow {
			t.Errorf("%s: %s", cmd, v.Sentence())
		}
	}
	// Names that stand without their directory may begin with a dash where one does.
	f.FS.(*tree).add("/home/dev/src/app", "-o")
	for _, cmd := range []string{`fd | xargs sort`, `ls | xargs file`, `git ls-files | xargs sort`} {
		if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
			t.Errorf("%s is allowed beside a file of the name -o: %s", cmd, v.Sentence())
		}
	}
}

package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// TestPlainOutput checks which outputs of programs may stand as operands of others:
// each that is allowed stands beside the forms of it that an author could make
// a flag, a path elsewhere, or a subscript of.
func TestPlainOutput(t *testing.T) {
	a, f := analyst(), home()
	for _, cmd := range []string{
		`git log --format=%h -5 | while read h; do git show --stat $h; done`,
		`git log --format=%H -n 3 | xargs -n1 git show --stat --oneline`,
		`git log -1 --pretty=tformat:'%h %ct' | head -1 | wc -l`,
		`for h in $(git rev-list HEAD -3); do git show --stat "$h"; done`,
		`git rev-list HEAD -3 | xargs -I{} git show {}:go.mod`,
		`git log --oneline $(git merge-base main HEAD)..HEAD`,
		`git diff $(git rev-list --max-parents=0 HEAD) HEAD --stat`,
		`git show "$(git log -1 --format=%H -- README.md)"`,
		`git show "$(git rev-parse HEAD~2)"`,
		`docker ps -q | xargs -r docker inspect`,
		`docker inspect $(docker ps -aq --filter status=exited)`,
		`for c in $(docker ps -q); do docker logs --tail 5 "$c"; done`,
		`n=$(git rev-list --count HEAD); echo $((n+1))`,
		`n=$(wc -l < go.mod); ((n > 3)) && echo long`,
		`i=0; while [ $i -lt 3 ]; do i=$(expr $i + 1); echo $((i*2)); done`,
		`n=$(grep -c func a.go); echo $((n*2))`,
		`git log origin/$(git branch --show-current)..HEAD`,
		`git log --since=$(date +%F)`,
		`git log --since=$(date -u -d yesterday +%F)`,
		`echo $((($(date -d 2026-12-25 +%s) - $(date +%s)) / 86400))`,
		`b=$(git branch --show-current); [ $b = main ] && echo main`,
		`for d in $(ls); do git log -1 origin/$d; done`,
		`x=$(cat go.mod); git log --author="$x"`,
		`x=$(cat go.mod); [ "$x" = a ] || [ -z "$x" ]`,
		`grep -n main $(git ls-files '*.go')`,
		`pgrep -f node | xargs ps -o pid,args -p`,
	} {
		if _, eff := a.Infer(cmd, f); !harmlessOrSocket(eff) {
			t.Errorf("not harmless: %s\n  %q", cmd, describe(eff))
		}
	}
	for _, cmd := range []string{
		// What git does not know as a commit it prints as it stands.
		`foo='a[$(rm -rf ~)]'; echo $(($(git rev-parse foo)))`,
		`cat $(git rev-parse ../../notes.txt)`,
		`cat $(git rev-parse -- --output=x)`,
		`git diff $(git rev-parse --sq-quote x)`,
		`git show $(git rev-parse --symbolic HEAD)`,
		`timeout $(git rev-parse 5 rm) ls`,
		// A commit's name is a variable's name to arithmetic.
		`a='b[$(git push)]'; echo $(($(git rev-parse --short HEAD)))`,
		`[[ $(git merge-base main HEAD) -eq 3 ]]`,
		// Formats with a text of somebody's choice.
		`git log --format=%s | while read h; do git show $h; done`,
		`git log --format='%h %an' | xargs git show`,
		`git log --format=%d | xargs git show`,
		`git log --format=%h --name-only | xargs git show`,
		`git log --format=%h --format=%s | xargs git show`,
		`x=$(cat f); git log --format="$x" | xargs git show`,
		`git rev-list --objects HEAD | xargs git show`,
		`git rev-list --boundary HEAD | xargs git show`,
		`git rev-list --pretty=%s HEAD | xargs git show`,
		`git describe --tags | xargs git show`,
		`git tag -l | xargs git show`,
		`docker ps -q --format '{{.Labels}}' | xargs docker inspect`,
		`docker ps | xargs docker inspect`,
		`docker ps --format '{{.Command}}' | xargs docker inspect`,
		`docker -H tcp://evil.example:1 ps -q | xargs docker inspect`,
		// Behind a name that may be empty.
		`git show $(git rev-parse HEAD)--output=x`,
		`git rev-list HEAD | xargs -I{} git show {}--output=x`,
		// Numbers that are none.
		`echo $(($(expr 'a[$(rm -rf ~)]' : '\(.*\)')))`,
		`git diff $(expr substr --output=x 1 99)`,
		`x=$(cat f); git diff $(expr "$x" \| --output=x)`,
		`x=$(cat f); git diff $(expr $x + 1)`,
		`echo $(($(ps -eo pid=,args=)))`,
		`git diff $(ps -o pid=--output=x)`,
		`git diff $(ps -o pid= -o args=)`,
		`git diff $(pgrep -d ' --output=' x)`,
		`git diff $(pgrep -a x)`,
		`x=$(cat f); git diff $(pgrep -f "$x")`,
		`git diff $(grep -c x f g)`,
		`git diff $(grep -e -c f)`,
		`git diff $(grep -- -c f)`,
		`git diff $(grep -rc x .)`,
		`git diff $(wc -l --files0-from=x)`,
		`git diff $(stat -c %s a -c %n)`,
		`git diff $(nproc --help)`,
		`git diff $(pidof -S ' --output=' x y)`,
		`git diff $(date -r x +%s --help)`,
		// Flags in front of the verb, or the configuration of somebody.
		`git -c log.showSignature=true log --format=%h | xargs git show`,
		// Unquoted words that bring others along.
		`x=$(cat f); git log -n $x`,
		`x=$(cat f); git log --author=$x`,
		`x=$(cat f); git log origin/$x`,
		`x=$(cat f); nice -n $x ls`,
		`x=$(cat f); xargs -n $x echo < g`,
		`x=$(cat f); rg -A$x foo`,
		`x=$(cat f); head -n $x g`,
		`x=$(cat f); jq --arg a $x . f.json`,
		`x=$(cat f); [ $x -gt 3 ]`,
		`while read -r x; do [ -f $x ] && echo y; done < f`,
		`x=$(cat f); y=$(cat g); [ "$x" "$y" ]`,
		`grep -n main $(cat f)`,
		`grep $(git ls-files) x`,
		`git log main $(git ls-files)`,
		`cp a $(git ls-files)`,
		`IFS=/; b=$(git rev-parse --abbrev-ref HEAD); git log origin/$b`,
		`for d in "$(cat f)"; do git log origin/$d; done`,
		`for d in $x"$(cat f)"; do git log origin/$d; done`,
		`git log --since=$(date -d "$x" '+%F --output=y')`,
		`x=$(cat f); git log --since=$(date -d $x +%F)`,
		`git log --since=$(date '+--output=y' -d now +%F)`,
		`echo $(($(date +x +%s)))`,
		`git log origin/$(git branch --list)`,
		`git log origin/$(git rev-parse --abbrev-ref HEAD x)`,
	} {
		if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
			t.Errorf("allowed: %s", cmd)
		}
	}
}

// harmlessOrSocket leaves out the socket that a container's client talks to.
func harmlessOrSocket(eff effect.Effects) bool {
	eff.Sockets = nil
	return eff.Harmless()
}

package shell_test

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
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
	for _, cmd := range enginetest.Table[string]("testdata/printed.txt") {
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

package shell_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pp/gates/shell"
)

// seeds are commands of every construct.
var seeds = []string{
	"ls", "rm -rf /", "a | b && c || d", "for f in *.go; do wc -l \"$f\"; done",
	"while read -r l; do echo \"$l\"; done < f",
	"f() { f | f & }; f", "x='a[$(rm -rf ~)]'; echo $((x))", "cat <<E | sh\nrm -rf $HOME\nE\n", "bash <(curl x)",
	"echo {a,b}{1..3} ~/x ${x:-y} ${x//a/b}",
	"case $1 in a*) x;; *) y;; esac", "[[ $x -eq 1 && -v y ]]", "trap 'rm x' EXIT; exec 3<>/dev/tcp/h/1",
	"x=(a b); echo \"${x[@]:1}\" ${#x[@]}", "select x in a; do $x; done",
	"((i++, j=i*2)); let k=3", "coproc x { y; }", "a=$(b <c >d 2>&1)", "sudo -u x env A=1 nice sh -c 'x \"$@\"' _ a",
	"find . -name x -exec rm {} + | xargs -I% sh -c %",
	"printf -v x '%s' y; eval \"$x\"", "declare -n r=x; r=1", "awk '{print | \"sh\"}' f", "python3 -c 'import os'",
	"git -c core.pager=x log", "echo $'\\x41' \"$(echo a)\" `b`",
	"if a; then b; elif c; then d; else e; fi > f", "until x; do y; done", "! a", "{ a; b; } | c", "(cd x && rm -rf *)",
	"set -- a b; shift; echo $1", "for ((;;)); do x & done",
}

// FuzzInfer checks that any text gives an answer, in bounded work, and that
// what does not parse is denied.
func FuzzInfer(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	a, facts := analyst(), home()
	f.Fuzz(func(t *testing.T, cmd string) {
		start := time.Now()
		canonical, eff := a.Infer(cmd, facts)
		if took := time.Since(start); took > time.Minute {
			t.Fatalf("took %v", took)
		}
		_, _, err := shell.Canonical(cmd)
		if err != nil {
			if len(eff.Hazards) == 0 || eff.Hazards[0].Asks || canonical != cmd {
				t.Fatalf("refused with %v, but no hazard denies: %+v", err, eff)
			}
			var pe *shell.ParseError
			if !errors.As(err, &pe) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		again, eff2 := a.Infer(canonical, facts)
		if again != canonical {
			t.Fatalf("canonical text changed: %q to %q", canonical, again)
		}
		if len(eff.All()) != len(eff2.All()) {
			t.Fatalf("%q: other effects for the canonical text: %v and %v", cmd, eff.All(), eff2.All())
		}
	})
}

// FuzzCanonical checks that canonical text is a fixed point without control
// characters.
func FuzzCanonical(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cmd string) {
		c, file, err := shell.Canonical(cmd)
		if err != nil {
			return
		}
		if file == nil {
			t.Fatal("no tree")
		}
		c2, _, err := shell.Canonical(c)
		if err != nil || c2 != c {
			t.Fatalf("%q gives %q, which gives %q (%v)", cmd, c, c2, err)
		}
		if strings.ContainsAny(c, "\r\v\f\x00\x1b") {
			t.Fatalf("control character in %q", c)
		}
	})
}

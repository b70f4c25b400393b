package shell_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/gates/shell"
)

// describe lists effects in a short form: R path, W path, D path, M path (with
// a star for a tree), X program, C address, L address, O place text, H rule.
func describe(eff effect.Effects) []string {
	var out []string
	paths := func(kind string, list []effect.Path) {
		for _, p := range list {
			star := ""
			if p.Tree {
				star = "*"
			}
			out = append(out, kind+star+" "+p.Name)
		}
	}
	paths("R", eff.Reads)
	paths("W", eff.Writes)
	paths("D", eff.Deletes)
	paths("M", eff.Metadata)
	for _, r := range eff.Runs {
		out = append(out, "X "+strings.Join(r.Words, " "))
		if r.Script != "" {
			out = append(out, "S "+r.Script)
		}
	}
	for _, c := range eff.Connects {
		out = append(out, "C "+c.Address())
	}
	for _, l := range eff.Listens {
		out = append(out, "L "+l.Address())
	}
	for _, o := range eff.Opaque {
		out = append(out, fmt.Sprintf("O %s %s", [...]string{"command", "delete", "write", "operand"}[o.Place], o.Text))
	}
	for _, h := range eff.Hazards {
		out = append(out, "H "+h.Rule)
	}
	for _, s := range eff.Signals {
		out = append(out, "K "+s.Name)
	}
	for _, s := range eff.Escalates {
		out = append(out, "E "+s.How)
	}
	return out
}

const (
	hm = "/home/dev"
	ws = "/home/dev/src/app"
)

// cases give what must be among the effects of a command; a word in front with
// a minus must not be.
func cases() []struct{ class, cmd, want string } {
	return enginetest.Table[struct{ class, cmd, want string }]("testdata/infer.txt")
}

// TestInfer checks the effects of commands of every class.
func TestInfer(t *testing.T) {
	a, f := analyst(), home()
	for _, c := range cases() {
		t.Run(c.class, func(t *testing.T) {
			_, eff := a.Infer(c.cmd, f)
			got := describe(eff)
			for w := range strings.SplitSeq(c.want, "|") {
				unwanted := strings.HasPrefix(w, "-")
				w = strings.TrimPrefix(w, "-")
				found := slices.ContainsFunc(got, func(g string) bool {
					return g == w || strings.HasPrefix(w, "O ") && strings.HasPrefix(g, w)
				})
				if w == "harmless" {
					found = eff.Harmless()
				}
				if found == unwanted {
					t.Errorf("%s\n  want %q, got %q", c.cmd, c.want, got)
				}
			}
		})
	}
}

// TestEveryRule checks that each rule of this package is found by some case.
func TestEveryRule(t *testing.T) {
	a, f := analyst(), home()
	seen := map[string]bool{}
	for _, c := range cases() {
		_, eff := a.Infer(c.cmd, f)
		for _, h := range eff.Hazards {
			seen[h.Rule] = true
		}
	}
	for _, cmd := range []string{"if", "ls\x1b", strings.Repeat("(", 1000)} {
		_, eff := a.Infer(cmd, f)
		for _, h := range eff.Hazards {
			seen[h.Rule] = true
			if h.Asks {
				t.Errorf("%q: %s does not deny", cmd, h.Rule)
			}
		}
	}
	_, eff := a.Infer("ls =ls", inShell("/bin/zsh"))
	for _, h := range eff.Hazards {
		seen[h.Rule] = true
	}
	for _, r := range shell.Rules() {
		if !seen[r] || !cause.Kind(r).Known() {
			t.Errorf("no case finds %s, or it has no sentence", r)
		}
	}
}

// TestSameAnswer checks that an analysis depends on nothing but its input.
func TestSameAnswer(t *testing.T) {
	for _, c := range cases() {
		a, f := analyst(), home()
		_, first := a.Infer(c.cmd, f)
		for range 3 {
			_, again := a.Infer(c.cmd, home())
			if !slices.Equal(describe(first), describe(again)) {
				t.Fatalf("%s\n  %q\n  %q", c.cmd, describe(first), describe(again))
			}
		}
	}
}

// TestCarriers checks that what wraps a command never makes its effects fewer:
// the tree that it deletes is still said.
func TestCarriers(t *testing.T) {
	a, f := analyst(), home()
	inner := "rm -rf /etc"
	carriers := []string{"%s; true", "true; %s", "%s &", "(%s)", "{ %s; }", "! %s", "if true; then %s; fi",
		"while true; do %s; break; done", "for i in 1; do %s; done", "f() { %s; }; f", "sudo %s", "env A=1 %s", "nice %s",
		"nohup %s", "timeout 5 %s", "xargs %s", "sh -c '%s'", "bash -lc '%s'", "eval '%s'", "eval %s", "command %s",
		"exec %s", "echo '%s' | sh", "sh <<<'%s'", "sh <<E\n%s\nE\n", "$(%s)", "echo \"$(%s)\"", "x=$(%s)", "cat <(%s)",
		"trap '%s' EXIT", "watch '%s'", "find . -exec %s \\;", "busybox %s", "setsid %s", "time %s", "stdbuf -o0 %s",
		"ionice -c3 %s", "flock /tmp/l %s", "c='%s'; $c", "c='%s'; eval \"$c\"", "set -- %s; \"$@\"", "coproc %s",
		"true && %s", "false || %s", "case x in *) %s;; esac", "%s >/dev/null 2>&1", "unknown-wrapper --flag %s",
		"su -c '%s'", "script -qc '%s' /dev/null", "a=(%s); \"${a[@]}\"", "printf '%%s\\n' '%s' | bash"}
	for _, c := range carriers {
		cmd := fmt.Sprintf(c, inner)
		_, eff := a.Infer(cmd, f)
		if !slices.Contains(describe(eff), "D* /etc") {
			t.Errorf("%s\n  %q", cmd, describe(eff))
		}
	}
}

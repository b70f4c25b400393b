package shell_test

import (
	"testing"

	"pp/engine"
)

// TestLeavingEarly checks that what stands behind a return, a break, an error or a file that does not open may not
// happen: $c is reboot where it did not.
func TestLeavingEarly(t *testing.T) {
	deny := []string{
		`f() { return; c=ls; }; f; $c`,
		`f() { [ -f x ] && return; c=ls; }; f; $c`,
		`f() { if [ -f x ]; then return; fi; c=ls; }; f; $c`,
		`f() { case x in x) return ;; esac; c=ls; }; f; $c`,
		`f() { for i in 1; do return; done; c=ls; }; f; $c`,
		`f() { { return; }; c=ls; }; f; $c`,
		`f() { eval return; c=ls; }; f; $c`,
		`f() { r=return; command $r; c=ls; }; f; $c`,
		`f() { if return; then c=ls; else c=ls; fi; }; f; $c`,
		`f() { if return; : ; then c=ls; else c=ls; fi; }; f; $c`,
		`. /dev/stdin <<<"return; c=ls"; $c`,
		`c=ls; for i in 1; do c=reboot; break; c=ls; done; $c`,
		`c=ls; for i in 1; do c=reboot; continue; c=ls; done; $c`,
		`c=ls; for i in 1; do for j in 1; do c=reboot; break 2; done; c=ls; done; $c`,
		`c=ls; while :; do c=reboot; [ -f x ] && break; c=ls; done; $c`,
		"f() { : $((1 / 0)); c=ls; }\nf\n$c",
		"n=0\n{ : $((1 / n)); c=ls; }\n$c",
		"{ readonly r=1; r=2; c=ls; }\n$c",
		"{ x[-1]=3; c=ls; }\n$c",
		"{ : ${!y}; c=ls; }\n$c",
		"{ shopt -s failglob; : *.nope; c=ls; }\n$c",
		"case $((08)) in *) c=ls ;; esac\n$c",
		"d=$((1 / 0)) c=ls\n$c",
		"export c=ls d=$((1 / 0))\n$c",
		`c=ls </nonexistent; $c`,
		`{ c=ls; } </nonexistent; $c`,
		`f() { c=ls; }; f </nonexistent; $c`,
		`eval c=ls <&9; $c`,
		`select c in ls; do break; done </dev/null; $c`,
		`trap '$c' EXIT; exit; c=ls`,
		`trap '$c' EXIT; set -e; false; c=ls`,
		`c=ls; trap '$c' DEBUG; c=reboot; c=ls`,
		`BASH_ARGV0=.env; cat "$0"`,
		`HISTFILE=.env bash -ic history`,
		`cat "$(printf .env; printf .md </nonexistent)"`,
	}
	allow := []string{
		`f() { (return); c=ls; }; f; $c`,
		`f() { g; c=ls; }; g() { return; }; f; $c`,
		": $((1 / 0))\nc=ls\n$c",
		"{ : $((4 / 2)); c=ls; }\n$c",
		`c=ls </dev/null; $c`,
		`{ c=ls; } 2>&1; $c`,
		`c=ls <go.mod; $c`,
		`f() { c=ls; return 1; }; f; $c`,
		`for i in 1; do for j in 1; do break; done; c=ls; $c; done`,
	}
	a := analyst()
	for _, cmd := range deny {
		if v := judge(t, a, "c=reboot\n"+cmd, home()); v.Decision != engine.Deny {
			t.Errorf("%s: %v", cmd, v.Decision)
		}
	}
	for _, cmd := range allow {
		if v := judge(t, a, "c=reboot\n"+cmd, home()); v.Decision != engine.Allow {
			t.Errorf("%s: %v", cmd, v.Decision)
		}
	}
}

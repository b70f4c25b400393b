package undo

import (
	"strings"
	"testing"
)

// The commits that git has added to its log are named by what they say, whatever else was added.
func TestCommitted(t *testing.T) {
	line := func(from, to, what string) string {
		return strings.Repeat(from, 40) + " " + strings.Repeat(to, 40) + " A B <a@b.c> 1795866615 +0000\t" + what + "\n"
	}
	first := line("0", "1", "commit (initial): first")
	more := line("1", "2", "commit: Fix Sum: all of it") + line("2", "1", "reset: moving to HEAD") + "junk\n"
	for _, tc := range [][3]string{{"", first, "commit (initial) 1111111: first\n"},
		{first, first + more, "commit 2222222: Fix Sum: all of it\n"}, {first, first, ""}} {
		if got := committed([]byte(tc[0]), []byte(tc[1])); got != tc[2] {
			t.Errorf("%q, want %q", got, tc[2])
		}
	}
}

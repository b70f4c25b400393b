package engine

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "xabc", 1},
		{"csacade", "cascade", 1}, {"doctro", "doctor", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3},
		{strings.Repeat("a", 65), strings.Repeat("a", 64), 66}, {"fence", "fance", 1}, {"kitten", "sittings", 4},
	} {
		if got := Distance(tc.a, tc.b); got != tc.want || Distance(tc.b, tc.a) != tc.want {
			t.Errorf("%q, %q: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

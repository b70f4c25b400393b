package engine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDistance(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"abc", "xabc", 1},
		{"csacade", "cascade", 1}, {"doctro", "doctor", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3},
		{strings.Repeat("a", 65), strings.Repeat("a", 64), 66},
	} {
		if got := Distance(tc.a, tc.b); got != tc.want || Distance(tc.b, tc.a) != tc.want {
			t.Errorf("%q, %q: %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

func TestDistanceWithin(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"fence", "fence", 0}, {"fence", "fnece", 1}, {"fence", "fece", 1}, {"fence", "fencce", 1}, {"fence", "fance", 1},
		{"fence", "fnc", 2}, {"fence", "roof", 3}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"kitten", "sittings", 3}} {
		if got := DistanceWithin([]rune(c.a), []rune(c.b), 2); got != c.want {
			t.Errorf("%s %s: got %d", c.a, c.b, got)
		}
	}
}

// TestDistanceOfAnEdit: it is the same both ways, none only between equals, never
// over the longer length, and one for one edit.
func TestDistanceOfAnEdit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[a-c]{1,8}`)
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		ab := Distance(a, b)
		if ab != Distance(b, a) || (ab == 0) != (a == b) || ab > max(len(a), len(b)) ||
			ab < max(len(a), len(b))-min(len(a), len(b)) {
			t.Fatalf("Distance(%q, %q) = %d", a, b, ab)
		}
		i := rapid.IntRange(0, len(a)-1).Draw(t, "at")
		for _, edited := range []string{a[:i] + a[i+1:], a[:i] + "x" + a[i:], a[:i] + "x" + a[i+1:]} {
			if d := Distance(a, edited); d != 1 {
				t.Fatalf("Distance(%q, %q) = %d", a, edited, d)
			}
		}
	})
}

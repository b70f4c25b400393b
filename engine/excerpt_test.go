package engine_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"pp/engine"
)

func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		name, in string
		limit    int
		want     string
	}{
		{"empty", "", 10, ""},
		{"fits", "0123456789", 10, "0123456789"},
		{"one over", "0123456789a", 10, "01234\n[1 bytes (0 lines) left out here]\n6789a"},
		{"lines", "a\nb\nc\nd\ne\nf\ng\nh\n", 8, "a\nb\n[8 bytes (4 lines) left out here]\ng\nh\n"},
		{"cut at lines", "aa\nbbbb\ncc\ndd\n", 10, "aa\n[8 bytes (2 lines) left out here]\ndd\n"},
		{"whole characters", "äöüäöüäöü", 9, "äö\n[10 bytes (0 lines) left out here]\nöü"},
	} {
		e := engine.NewExcerpt(c.limit)
		for i := range len(c.in) { // a byte at a time
			e.WriteString(c.in[i : i+1])
		}
		if got := e.String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		whole := engine.NewExcerpt(c.limit)
		whole.WriteString(c.in)
		if got := whole.String(); got != e.String() {
			t.Errorf("%s: written at once it is %q", c.name, got)
		}
	}
}

// Nothing is lost without being counted, and what is kept is in its place.
func TestExcerptCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 40).Draw(t, "limit")
		chunks := rapid.SliceOf(rapid.StringMatching(`[a-z\nä€]{0,30}`)).Draw(t, "chunks")
		e := engine.NewExcerpt(limit)
		var text strings.Builder
		for _, c := range chunks {
			text.WriteString(c)
			if n, err := e.WriteString(c); n != len(c) || err != nil {
				t.Fatalf("WriteString gives %d, %v", n, err)
			}
		}
		all := text.String()
		head, gap, tail := e.Parts()
		if !strings.HasPrefix(all, head) || !strings.HasSuffix(all, tail) {
			t.Fatalf("%q … %q are not the ends of %q", head, tail, all)
		}
		if len(head)+int(gap.Bytes)+len(tail) != len(all) {
			t.Fatalf("%d + %d + %d bytes are not %d", len(head), gap.Bytes, len(tail), len(all))
		}
		if len(head)+len(tail) > max(limit, 2) {
			t.Fatalf("%d bytes are kept with a limit of %d", len(head)+len(tail), limit)
		}
		middle := all[len(head) : len(all)-len(tail)]
		if int(gap.Lines) != strings.Count(middle, "\n") {
			t.Fatalf("%d lines counted in %q", gap.Lines, middle)
		}
		if limit >= 16 && (!utf8.ValidString(head) || !utf8.ValidString(tail)) {
			t.Fatalf("a character is cut: %q %q", head, tail)
		}
	})
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := engine.FormatCount(n); got != want {
			t.Errorf("Count(%d) = %q", n, got)
		}
	}
}

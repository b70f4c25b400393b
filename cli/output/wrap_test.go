package output

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	for _, tc := range []struct {
		line    string
		column  int
		columns int
		want    []string
	}{
		{"", 0, 40, []string{""}},
		{"abcdefgh", 0, 6, []string{"abcdef", "> gh"}},
		{"abcdef", 4, 6, []string{"ab", "> cdef"}},
		{"日本語", 0, 5, []string{"日本", "> 語"}},
		{"a\tb", 0, 8, []string{"a\t", "> b"}},
		{"abcd", 0, 0, []string{"abcd"}},
	} {
		if got := Wrap(tc.line, tc.column, tc.columns, "> "); !slices.Equal(got, tc.want) {
			t.Errorf("%q at %d of %d: %q, want %q", tc.line, tc.column, tc.columns, got, tc.want)
		}
	}
	for _, tc := range []struct {
		line    string
		column  int
		columns int
		want    []string
	}{
		{"y once, n no [n]", 0, 9, []string{"y once, ", "> n no ", "> [n]"}},
		{"one two three", 3, 9, []string{"one ", "> two ", "> three"}},
		{"ab    cd", 0, 5, []string{"ab   ", ">  cd"}},
		{"abcdefghijk lm", 0, 6, []string{"abcdef", "> ghij", "> k lm"}},
		{"a abcdefghij", 0, 6, []string{"a abcd", "> efgh", "> ij"}},
	} {
		if got := WrapWords(tc.line, tc.column, tc.columns, "> "); !slices.Equal(got, tc.want) {
			t.Errorf("words of %q at %d of %d: %q, want %q", tc.line, tc.column, tc.columns, got, tc.want)
		}
	}
}

// Nothing of a line is lost, and no row but the first begins without its mark.
func TestWrapKeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := Escape(rapid.StringMatching(`[a-z \t日é]{0,80}`).Draw(t, "line"), Strict)
		columns := rapid.IntRange(0, 50).Draw(t, "columns")
		rows := Wrap(line, 0, columns, "  + ")
		if rapid.Bool().Draw(t, "words") {
			rows = WrapWords(line, 0, columns, "  + ")
		}
		whole := rows[0]
		for _, row := range rows[1:] {
			rest, marked := strings.CutPrefix(row, "  + ")
			if !marked {
				t.Fatalf("%q has no mark", row)
			}
			whole += rest
		}
		if whole != line {
			t.Fatalf("%q became %q", line, whole)
		}
	})
}

package term

import (
	"slices"
	"strings"
	"testing"
)

func TestRows(t *testing.T) {
	for _, c := range []struct {
		text          string
		columns, most int
		want          []string
	}{
		{"", 10, 3, []string{""}},
		{"a\nb\nc\n", 10, 2, []string{"b", "c"}},
		{"abcdefgh", 5, 9, []string{"abcd", "efgh"}},
		{"日本語", 5, 9, []string{"日本", "語"}},
		{"\tx", 6, 9, []string{"    x"}},
		{"日", 2, 9, []string{"日"}},
		{strings.Repeat("y", 1000) + "\nend", 10, 1, []string{"end"}},
		{"a", 1, 1, nil},
	} {
		if got := Rows(c.text, c.columns, c.most); !slices.Equal(got, c.want) {
			t.Errorf("Rows(%.20q, %d, %d) = %q, want %q", c.text, c.columns, c.most, got, c.want)
		}
	}
}

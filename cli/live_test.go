package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/cli/output"
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
		if got := output.Rows(c.text, c.columns, c.most); !slices.Equal(got, c.want) {
			t.Errorf("Rows(%.20q, %d, %d) = %q, want %q", c.text, c.columns, c.most, got, c.want)
		}
	}
}

// Whatever is drawn, what stood there before is all that is left, with the
// cursor where it was.
func TestLiveLeavesNoTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s screen
		fmt.Fprint(&s, "before\r\n")
		row, _ := s.Cursor()
		l := output.Live{To: &s}
		for range rapid.IntRange(0, 5).Draw(t, "times") {
			rows := rapid.SliceOfN(rapid.StringN(0, 60, -1), 0, 6).Draw(t, "rows")
			if err := l.Draw(40, rows...); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Erase(); err != nil {
			t.Fatal(err)
		}
		if r, c := s.Cursor(); s.Text() != "before" || r != row || c != 0 {
			t.Fatalf("left: %q, cursor at %d, %d, not %d, 0", s.Text(), r, c, row)
		}
	})
}

func TestLiveDraws(t *testing.T) {
	var s screen
	l := output.Live{To: &s}
	for _, rows := range [][]string{{"one", "two", "three"}, {"wide " + strings.Repeat("x", 50), "a\x1b[31mb\u202e"}} {
		if err := l.Draw(20, slices.Clone(rows)...); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := s.Text(), "wide xxxxxxxxxxxxxx\n"+`a\u{1b}[31mb\u{202e}`[:19]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

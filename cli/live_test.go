//go:build linux

package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/cli/term"
)

// Whatever is drawn, what stood there before is all that is left, with the
// cursor where it was.
func TestLiveLeavesNoTrace(t *testing.T) {
	t.Parallel()
	for _, dumb := range []bool{false, true} {
		rapid.Check(t, func(t *rapid.T) {
			var s screen
			fmt.Fprint(&s, "before\r\n")
			row, _ := s.cursor()
			l := term.NewLive(&s, dumb)
			for range rapid.IntRange(0, 5).Draw(t, "times") {
				rows := rapid.SliceOfN(rapid.StringN(0, 60, -1), 0, 6).Draw(t, "rows")
				if err := l.Draw(40, rows...); err != nil {
					t.Fatal(err)
				}
				if dumb && s.sequences > 0 {
					t.Fatal("a dumb terminal got an escape sequence")
				}
			}
			if err := l.Erase(); err != nil {
				t.Fatal(err)
			}
			if r, c := s.cursor(); s.text() != "before" || r != row || c != 0 {
				t.Fatalf("left: %q, cursor at %d, %d, not %d, 0", s.text(), r, c, row)
			}
		})
	}
}

func TestLiveDraws(t *testing.T) {
	t.Parallel()
	var s screen
	l := term.NewLive(&s, false)
	for _, rows := range [][]string{{"one", "two", "three"}, {"wide " + strings.Repeat("x", 50), "a\x1b[31mb\u202e"}} {
		if err := l.Draw(20, slices.Clone(rows)...); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := s.text(), "wide xxxxxxxxxxxxxx\n"+`a\u{1b}[31mb\u{202e}`[:19]; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

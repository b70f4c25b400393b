package cli

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"pp/cli/output"
)

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

package index_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/memory"
)

// TestRareWord asks for a thing that few notes speak of, with words that no note has: those notes are shown, and the
// others are not.
func TestRareWord(t *testing.T) {
	for _, others := range []int{0, 2, 300} {
		notes := []string{"The oven is blue.", "My dog is called Rex.", "My dog likes long walks."}
		for i := range others {
			notes = append(notes, fmt.Sprintf("Item %d of sort %d.", i, i*7))
		}
		dir := t.TempDir()
		text := "* " + strings.Join(notes, "\n* ") + "\n"
		if err := os.WriteFile(filepath.Join(dir, "notes.org"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		x := opened(t, t.TempDir(), dir)
		defer x.Close()
		refresh(t, x)
		for question, want := range map[string]int{
			"what colour is the oven?": 1, "Which brand is our oven, and who sold it?": 1, "oven": 1,
			"Which brand, model, size, voltage and colour has the oven?": 1,
			"How old is the dog?": 2, "Where is the ladder?": 0,
		} {
			hits, err := x.Search(context.Background(), memory.Query{Text: question})
			got := 0
			for _, h := range hits {
				if h.Similar >= shown {
					got++
				}
			}
			if got != want || err != nil {
				t.Errorf("%s, among %d: %d shown, want %d: %v", question, len(notes), got, want, err)
				for _, h := range hits[:min(3, len(hits))] {
					t.Logf("%s %.3f", h.Title, h.Similar)
				}
			}
		}
	}
}

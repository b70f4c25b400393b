package index

import (
	"slices"
	"strings"
	"testing"
)

// TestRelatedWords holds the lists to their form: words as they are searched for, none twice in a line.
func TestRelatedWords(t *testing.T) {
	for line := range strings.Lines(relatedWords) {
		words := strings.Fields(line)
		if len(words) < 2 || len(slices.Compact(slices.Sorted(slices.Values(words)))) < len(words) {
			t.Errorf("%q", line)
		}
		for _, w := range words {
			var tokens tokenizer
			got := []string{}
			tokens.words(w, func(b []byte) { got = append(got, string(b)) })
			if !slices.Equal(got, []string{w}) || stopWord(w) {
				t.Errorf("%q is searched for as %q", w, got)
			}
		}
	}
	if got := related(stem("dentists")); !slices.Contains(got, stem("teeth")) || slices.Contains(got, stem("dentist")) {
		t.Errorf("related to dentists: %q", got)
	}
	if got := related(stem("zyzzyva")); got != nil {
		t.Errorf("%q", got)
	}
}

package wire

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// What Fit keeps has no more tokens than asked for, ends at a character, and one
// more character would be too much.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z 0-9.\n]{0,200}`)).Draw(t, "text")
		tokens := rapid.IntRange(1, 80).Draw(t, "tokens")
		n := Fit(text, tokens)
		if n < 0 || n > len(text) || EstimateText(text[:n]) > tokens || n < len(text) && !utf8.RuneStart(text[n]) {
			t.Fatalf("%d of %d bytes, %d tokens", n, len(text), EstimateText(text[:n]))
		}
		if n == len(text) {
			return
		}
		_, size := utf8.DecodeRuneInString(text[n:])
		if utf8.ValidString(text) && EstimateText(text[:n+size]) <= tokens {
			t.Fatalf("%d bytes, and %d more would fit", n, size)
		}
	})
}

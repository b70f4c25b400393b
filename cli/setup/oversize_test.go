package setup

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine"
	"pp/providers/wire"
)

// The parts of a text are the text, and none is larger than asked for.
func TestSplitLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		tokens := rapid.IntRange(4, 40).Draw(t, "tokens")
		var all strings.Builder
		for _, part := range split(engine.Turn{Text: text}, tokens) {
			if n := wire.EstimateText(part.Text); n > tokens || part.Text == "" {
				t.Fatalf("a part has %d tokens, over %d", n, tokens)
			}
			all.WriteString(part.Text)
		}
		if all.String() != text {
			t.Fatalf("together they are %q", all.String())
		}
	})
}

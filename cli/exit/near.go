package exit

import (
	"strings"

	"pp/engine"
)

// Near finds the candidate closest to a mistyped word, "" when none is close.
func Near(word string, candidates []string) string {
	best, bestDistance := "", 2
	if len(word) > 5 {
		bestDistance = 3
	}
	for _, c := range candidates {
		if d := engine.Distance(strings.ToLower(word), c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

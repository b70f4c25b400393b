package engine

import (
	"strings"
)

// Near finds the candidate closest to a mistyped word, "" when none is close.
func Near(word string, candidates []string) string {
	best, bestDistance := "", 2
	if len(word) > 5 {
		bestDistance = 3
	}
	for _, c := range candidates {
		if far := len(c) - len(word); far >= bestDistance || -far >= bestDistance {
			continue // and it would take as many insertions
		}
		if d := Distance(strings.ToLower(word), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

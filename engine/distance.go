package engine

import "strings"

// maxName is the most letters of a word that may be a mistyped name.
const maxName = 64

// Distance is how many insertions, deletions, replacements and exchanges of neighbours make one name of another
// (optimal string alignment): for saying what a mistyped name was meant to be. Of a name over 64 letters it is
// more than the length of the longer one.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > maxName || len(y) > maxName {
		return max(len(x), len(y)) + 1
	}
	var d [maxName + 1][maxName + 1]int
	for i := range len(x) + 1 {
		for j := range len(y) + 1 {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case x[i-1] == y[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j-1], d[i-1][j], d[i][j-1])
				if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
					d[i][j] = min(d[i][j], 1+d[i-2][j-2])
				}
			}
		}
	}
	return d[len(x)][len(y)]
}

// Near finds the candidate closest to a mistyped word, "" when none is close.
func Near(word string, candidates []string) string {
	best, bestDistance := "", 2
	if len(word) > 5 {
		bestDistance = 3
	}
	for _, c := range candidates {
		if far := len(c) - len(word); far >= bestDistance || -far >= bestDistance {
			continue // it needs at least as many insertions
		}
		if d := Distance(strings.ToLower(word), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

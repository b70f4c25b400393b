package config

import "strings"

// longestName bounds the work of the edit distance; a longer name is no typo.
const longestName = 64

// nearest returns the known name that was most likely meant, or "".
func nearest(name string, known []string) string {
	if len(name) > longestName {
		return ""
	}
	last := lastPart(name)
	for _, candidate := range known {
		if strings.Contains(candidate, ".") && lastPart(candidate) == last {
			return candidate // the right name in the wrong table
		}
	}
	best, bestDistance := "", len(name)/3+1
	for _, candidate := range known {
		if d := distance(name, candidate); d <= bestDistance && (best == "" || d < bestDistance) {
			best, bestDistance = candidate, d
		}
	}
	return best
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// distance is the optimal string alignment distance: insertions, deletions,
// substitutions and exchanges of neighbours, counted in bytes.
func distance(a, b string) int {
	before := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

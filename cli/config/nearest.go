package config

import (
	"strings"

	"pp/engine"
)

// longestName is how long a part of a key may be, in bytes, to be shown as it is.
const longestName = 64

// nearest returns the known name that was most likely meant, or "".
func nearest(name string, known []string) string {
	last := lastPart(name)
	for _, candidate := range known {
		if strings.Contains(candidate, ".") && lastPart(candidate) == last {
			return candidate // the right name in the wrong table
		}
	}
	best, bestDistance := "", len(name)/3+1
	for _, candidate := range known {
		if d := engine.Distance(name, candidate); d <= bestDistance && (best == "" || d < bestDistance) {
			best, bestDistance = candidate, d
		}
	}
	return best
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

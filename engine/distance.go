package engine

// maxName bounds the work of Distance, in bytes; a longer name is no typing
// mistake.
const maxName = 64

// Distance is how many insertions, deletions, replacements and exchanges of
// neighbours, in bytes, make one name of another (optimal string alignment): for
// saying what a mistyped name was meant to be. Of a name over 64 bytes it is the
// length of the longer one.
func Distance(a, b string) int {
	if len(a) > maxName || len(b) > maxName {
		return max(len(a), len(b))
	}
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

package engine

// maxName bounds the work of DistanceWithin, in letters: nothing longer is a typing mistake.
const maxName = 64

// Distance is how many insertions, deletions, replacements and exchanges of neighbours make one name of another
// (optimal string alignment): for saying what a mistyped name was meant to be. Of a name over 64 letters it is
// more than the length of the longer one.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	return DistanceWithin(x, y, max(len(x), len(y)))
}

// DistanceWithin is the distance of two words; of all that is more than most it is most+1.
func DistanceWithin(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most || len(a) > maxName || len(b) > maxName {
		return most + 1
	}
	var rows [3][maxName + 1]int
	before, last, now := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d = 1 + min(d, last[j], now[j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, 1+before[j-2])
				}
			}
			now[j] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
		before, last, now = last, now, before
	}
	return min(last[len(b)], most+1)
}

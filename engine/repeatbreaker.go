package engine

// repeatBreaker counts equal calls with equal results in a row.
type repeatBreaker struct {
	last  string
	count int
}

func (b *repeatBreaker) seen(key string) int {
	if key != b.last {
		b.last, b.count = key, 0
	}
	b.count++
	return b.count
}

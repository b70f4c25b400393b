package index

import "strings"

// How far words that stand side by side in a question stand from each other in a note that
// speaks of the same, counted in words.
const (
	nearNames = 3
	nearWords = 8
)

// place finds out which words of a question stand beside the next one in a note too, and which
// stand apart from it: as somebody's first name and somebody else's last one.
func (q *question) place(c *candidate, titles, body string) {
	var at [2][maxSlots][]int
	q.positions(titles, &at[0])
	q.positions(body, &at[1])
	var own [maxSlots][]int
	q.positions(titles[strings.LastIndexByte(titles, '\n')+1:], &own)
	for i := range q.slots {
		if own[i] != nil {
			c.own |= 1 << i
		}
		if at[0][i] != nil {
			c.titles |= 1 << i
		}
		if at[1][i] != nil {
			c.inBody |= 1 << i
		}
	}
	for i := range q.slots {
		if !q.pair(c.slots, i) {
			continue
		}
		names := q.slots[i].name && q.slots[i+1].name
		most := nearWords
		if names {
			most = nearNames
		}
		near, apart := false, names && len(at[0][i])+len(at[1][i]) > 0 && len(at[0][i+1])+len(at[1][i+1]) > 0
		for u := range at {
			a, b := at[u][i], at[u][i+1]
			apart = apart || a != nil && b != nil
			near = near || within(a, b, most)
		}
		switch {
		case near:
			q.pairs[i].near++
		case apart:
			q.pairs[i].apart++
			c.apart |= 1 << i
		}
	}
}

// within reports whether a number of one sorted list is near one of another.
func within(a, b []int, most int) bool {
	for len(a) > 0 && len(b) > 0 {
		switch d := a[0] - b[0]; {
		case d > most:
			b = b[1:]
		case -d > most:
			a = a[1:]
		default:
			return true
		}
	}
	return false
}

// phrase reports whether a word and the next are one name or one thing: two names, or what
// stands together in most notes that have both.
func (q *question) phrase(i int) bool {
	p := q.pairs[i]
	return q.slots[i].name && q.slots[i+1].name || p.near >= fewNear && p.near >= 3*p.apart
}

const fewNear = 3

// pair reports whether a note has a word and the one beside it.
func (q *question) pair(slots uint32, i int) bool {
	return q.slots[i].next && i+1 < len(q.slots) && slots>>i&3 == 3
}

// positions gives where the words of a question stand in a text.
func (q *question) positions(text string, at *[maxSlots][]int) {
	n := 0
	var t tokenizer
	t.words(text, func(b []byte) {
		n++
		for i := range q.slots {
			for _, v := range q.slots[i].terms {
				if len(b) > 1 && strings.HasPrefix(v.term, string(b[:2])) && stem(string(b)) == v.term {
					at[i] = append(at[i], n)
				}
			}
		}
	})
}

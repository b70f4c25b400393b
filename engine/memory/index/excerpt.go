package index

import "strings"

// maxExcerpt is how long an excerpt is, in bytes.
const maxExcerpt = 300

// excerpt gives the sentences of a text that have most of the question between them.
func (r *ranking) excerpt(body string) string {
	body = strings.ToValidUTF8(strings.TrimSpace(body), "\ufffd")
	if r.ask == nil || len(body) <= maxExcerpt {
		return shorten(body, maxExcerpt)
	}
	type sentence struct {
		start int
		slots uint32
	}
	var some []sentence // that fit into an excerpt
	bestAt, most := 0, 0.0
	for start, end := 0, 0; start < len(body); start = end {
		end = start + sentenceEnd(body[start:])
		some = append(some, sentence{start, r.ask.words(body[start:end])})
		for len(some) > 1 && end-some[0].start > maxExcerpt {
			some = some[1:]
		}
		all, sum := uint32(0), 0.0
		for _, s := range some {
			all |= s.slots
		}
		for i, s := range r.ask.slots {
			if all&(1<<i) != 0 {
				sum += s.weight
			}
		}
		if sum > most {
			bestAt, most = some[0].start, sum
		}
	}
	return strings.TrimSpace(shorten(body[bestAt:], maxExcerpt))
}

// sentenceEnd is where the first sentence of a text ends, or the first line, or what has about
// half the length of an excerpt.
func sentenceEnd(text string) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', c == ' ' && i > 0 && (i > maxExcerpt/2 || strings.IndexByte(".!?", text[i-1]) >= 0):
			return i + 1
		}
	}
	return len(text)
}

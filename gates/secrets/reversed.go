package secrets

// maxReversed bounds how much around a reversed literal is turned round.
const maxReversed = 4 << 10

// reversedToken adds the run of characters that holds a reversed literal,
// turned round, to the next level; each run once.
func reversedToken(s *scanner, v *view, at, end int) {
	if s.next == nil || at < s.reversed || is(v.text, end, cAlnum) {
		return
	}
	from, to := spanBack(v.text, at, maxReversed, cUnquoted), span(v.text, end, maxReversed, cUnquoted)
	s.reversed = to
	s.effort -= to - from
	if at-from < minPart {
		return
	}
	s.next.begin(v, from, "reversed")
	for i := to - 1; i >= from; i-- {
		s.next.put(v, v.text[i], i, i+1)
	}
}

func reverse(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

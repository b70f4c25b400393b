package secrets

import "bytes"

// decodeDigits decodes chars from one position on, forwards or backwards. The
// result is good until the next call.
func (s *scanner) decodeDigits(a *alphabet, chars []byte, phase int, backwards bool) []byte {
	if cap(s.scratch) < len(chars) {
		s.scratch = make([]byte, len(chars)+len(chars)/2)
	}
	raw, bits := s.scratch[:len(chars)], a.bits
	acc, have, n := uint32(0), 0, 0
	at, step := phase, 1
	if backwards {
		at, step = len(chars)-1-phase, -1
	}
	for ; uint(at) < uint(len(chars)); at += step {
		acc = acc<<bits | uint32(a.digits[chars[at]])
		if have += bits; have >= 8 {
			have -= 8
			raw[n] = byte(acc >> have)
			n++
		}
	}
	return raw[:n]
}

// texts calls found for each stretch of b that reads as text: at least least
// bytes of ASCII in a row, zeros of UTF-16 among them, and what may be text in UTF-8
// around them.
func texts(b []byte, least int, found func(at, end int)) {
	done := 0
	for at, end := nextRun(b, 0, least, cPlain); at < end; at, end = nextRun(b, end, least, cPlain) {
		zeros := bytes.Count(b[at:end], []byte{0})
		for at > done && classes[b[at-1]]&(cPlain|cHigh) != 0 {
			at--
		}
		for end < len(b) && classes[b[end]]&(cPlain|cHigh) != 0 {
			end++
		}
		if zeros*2 <= end-at {
			found(at, end)
		}
		done = end
	}
}

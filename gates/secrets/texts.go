package secrets

import "unicode/utf8"

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
// bytes of ASCII in a row, zeros of UTF-16 among them, and what text there is
// around them. It looks only at every so many bytes until it finds one.
func texts(b []byte, least int, found func(at, end int)) {
	done := 0
	for i := least - 1; i < len(b); i += least {
		if !plainText(b[i]) {
			continue
		}
		at, end := i, i+1
		for at > done && plainText(b[at-1]) {
			at--
		}
		for end < len(b) && plainText(b[end]) {
			end++
		}
		if end-at >= least {
			for at > done && (plainText(b[at-1]) || b[at-1] >= utf8.RuneSelf) { // text in UTF-8
				at--
			}
			for end < len(b) && (plainText(b[end]) || b[end] >= utf8.RuneSelf) {
				end++
			}
			if printable(b[at:end])*2 >= end-at {
				found(at, end)
			}
			done = end
		}
		i = max(i, end-1)
	}
}

// plainText reports whether c may be a byte of text in ASCII or, when it is
// zero, of ASCII in UTF-16.
func plainText(c byte) bool { return c == 0 || classes[c]&cText != 0 }

func printable(b []byte) (n int) {
	for _, c := range b {
		if c != 0 {
			n++
		}
	}
	return n
}

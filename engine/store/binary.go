package store

import "unicode/utf8"

// IsBinary reports whether the beginning of something is not text: it has a NUL byte, or more
// than three bytes in ten that are neither UTF-8 nor a usual control character.
func IsBinary(begin []byte) bool {
	bad := 0
	for p := begin; len(p) > 0; {
		r, size := utf8.DecodeRune(p)
		switch {
		case r == 0:
			return true
		case r == utf8.RuneError && size == 1:
			// A character that is cut at the end is no fault of the text.
			if utf8.FullRune(p) {
				bad++
			}
		case r < 0x20 && r != '\n' && r != '\t' && r != '\r' && r != 0x1b && r != '\b' && r != '\f':
			bad++
		}
		p = p[size:]
	}
	return bad*10 > 3*len(begin)
}

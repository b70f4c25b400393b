package offline

import (
	"strings"
	"unicode/utf8"
)

// binarySample is how many bytes IsBinary looks at.
const binarySample = 8 << 10

// IsBinary reports whether text is data rather than text: a NUL byte, or more
// than a tenth of the first 8 KiB that is neither valid UTF-8 nor a control
// character text may contain. Latin-1 prose passes, because its odd bytes are
// few; an image or an executable does not.
func IsBinary(text string) bool {
	if len(text) > binarySample {
		text = text[:binarySample]
	}
	odd, total := 0, 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == 0:
			return true
		case r == utf8.RuneError && size == 1:
			// The sample may end inside a character; that is not oddness.
			if len(text)-i >= utf8.UTFMax {
				odd++
			}
		case r < ' ' && !strings.ContainsRune("\t\n\r\f\b\v\x1b", r):
			odd++
		}
		total++
		i += size
	}
	return odd*10 > total
}

// normalise makes text fit to be read: valid UTF-8, lines ended by \n, no
// terminal escapes, no control, zero-width or direction-changing characters,
// no byte order mark, plain spaces. It is linear, and returns clean text as it
// came.
func normalise(text string) string {
	if isNormal(text) {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\x1b':
			size = escapeLength(text[i:])
		case r == '\b':
			// Overstrike, as man pages use it: the next character replaces this one.
			out = dropLast(out)
		case r == '\r':
			if i+1 >= len(text) || text[i+1] != '\n' {
				out = append(out, '\n')
			}
		case r == '\f', r == '\v', r == '\u0085', r == '\u2028', r == '\u2029':
			out = append(out, '\n')
		case r == '\u00a0', r == '\u202f', r == '\u2007':
			out = append(out, ' ')
		case r < ' ' && r != '\n' && r != '\t', isInvisible(r):
		default:
			out = utf8.AppendRune(out, r) // an invalid byte becomes U+FFFD
		}
		i += size
	}
	return string(out)
}

func isNormal(text string) bool {
	for i := 0; i < len(text); i++ {
		b := text[i]
		if b >= utf8.RuneSelf {
			return isNormalWide(text[i:])
		}
		if b < ' ' && b != '\n' && b != '\t' || b == 0x7f {
			return false
		}
	}
	return true
}

func isNormalWide(text string) bool {
	for i, r := range text {
		switch {
		case r < ' ' && r != '\n' && r != '\t', isInvisible(r):
			return false
		case r == '\u00a0', r == '\u202f', r == '\u2007', r == '\u0085', r == '\u2028', r == '\u2029':
			return false
		case r == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return false
			}
		}
	}
	return true
}

// isInvisible names the characters that change how text looks or compares
// without being seen: delete and C1 controls, zero-width and soft hyphens,
// direction marks and overrides, the byte order mark.
func isInvisible(r rune) bool {
	switch {
	case r >= 0x7f && r <= 0x9f && r != '\u0085':
		return true
	case r == '\u00ad', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff':
		return true
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return false
}

// escapeLength is the number of bytes of the terminal escape text begins with
// (ECMA-48: CSI ends with 0x40 to 0x7e; OSC with BEL or ST).
func escapeLength(text string) int {
	if len(text) < 2 {
		return len(text)
	}
	switch text[1] {
	case '[':
		for i := 2; i < len(text) && i < 64; i++ {
			if text[i] >= 0x40 && text[i] <= 0x7e {
				return i + 1
			}
		}
	case ']':
		for i := 2; i < len(text) && i < 2048; i++ {
			if text[i] == '\a' {
				return i + 1
			}
			if text[i] == '\x1b' && i+1 < len(text) && text[i+1] == '\\' {
				return i + 2
			}
		}
	case '(', ')':
		return min(3, len(text))
	}
	return 1
}

func dropLast(out []byte) []byte {
	if len(out) == 0 || out[len(out)-1] == '\n' {
		return out
	}
	_, size := utf8.DecodeLastRune(out)
	return out[:len(out)-size]
}

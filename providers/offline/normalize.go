package offline

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// isBinary reports whether text is data rather than text: a NUL byte, or more
// than a tenth of the first 8 KiB that is neither valid UTF-8 nor a control
// character text may contain. Latin-1 prose passes, because its odd bytes are
// few; an image or an executable does not.
func isBinary(text string) bool {
	text = text[:min(len(text), 8<<10)]
	odd := 0
	for i, r := range text {
		switch {
		case r == 0:
			return true
		case r == utf8.RuneError && len(text)-i >= utf8.UTFMax, // the sample may end inside a character
			r < ' ' && !strings.ContainsRune("\t\n\r\f\b\v\x1b", r):
			odd++
		}
	}
	return odd*10 > utf8.RuneCountInString(text)
}

// normalize makes text fit to be read: valid UTF-8, lines ended by \n, no
// terminal escapes (ECMA-48), no letters struck over as man pages do, no
// control, zero-width or direction-changing characters, plain spaces.
func normalize(text string) string {
	if strings.ContainsAny(text, "\x1b\b") {
		seen := regexp.MustCompile(`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\a\x1b\n]*(?:\a|\x1b\\)|[()].)|[^\n\x08]\x08`)
		text = seen.ReplaceAllString(text, "")
	}
	return strings.Map(readable, strings.ReplaceAll(text, "\r\n", "\n"))
}

// readable is what a character is read as; a negative one is left out.
func readable(r rune) rune {
	switch {
	case r == '\n', r == '\t':
	case r == '\r', r == '\f', r == '\v', r == '\u0085', r == '\u2028', r == '\u2029':
		return '\n'
	case r == '\u00a0', r == '\u202f', r == '\u2007':
		return ' '
	case r < ' ', r >= 0x7f && r <= 0x9f, r == '\u00ad', r == '\u200b', r == '\u200e', r == '\u200f', r == '\ufeff',
		r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return -1
	}
	return r
}

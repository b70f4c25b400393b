package gateway

import (
	"strings"
	"unicode/utf16"
)

// length is that of a text in UTF-16 code units, by which messengers count.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// split cuts a text into pieces of at most so many UTF-16 code units: after a paragraph
// where there is one late enough, else after a line, else after a word. Only the white space
// between two pieces is lost.
func split(text string, most int) []string {
	var out []string
	for length(text) > most {
		at := fits(text, most)
		for _, end := range []string{"\n\n", "\n", " "} {
			if i := strings.LastIndex(text[:at], end); i > at/2 {
				at = i
				break
			}
		}
		if piece := strings.TrimRight(text[:at], " \n"); piece != "" {
			out = append(out, piece)
		}
		text = strings.TrimLeft(strings.TrimPrefix(text[at:], " "), "\n")
	}
	if strings.TrimSpace(text) != "" {
		out = append(out, text)
	}
	return out
}

// fits is how many bytes of a text have at most so many UTF-16 code units, of which there
// are at least two.
func fits(text string, most int) int {
	n := 0
	for i, r := range text {
		n += utf16.RuneLen(r)
		if n > most {
			return i
		}
	}
	return len(text)
}

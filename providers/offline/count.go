package offline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// measure is a quantity of a text.
type measure int

// The measures. Lines are newline characters and words runs of characters that are not white space, as wc counts both;
// sentences are those that a summary would be taken from; paragraphs are runs of lines that are not blank; characters
// are Unicode code points, and each byte that is not part of a valid one.
const (
	everything measure = iota
	lines
	words
	sentenceCount
	paragraphs
	characters
	bytes
)

var nouns = [...]string{"", "line", "word", "sentence", "paragraph", "character", "byte"}

// measureOf is the measure that a noun names.
func measureOf(noun string) measure { return measure(max(0, slices.Index(nouns[:], noun))) }

// counts are the measures of a text.
type counts [bytes + 1]int

// countText measures a text, which may hold any bytes.
func countText(text string) counts {
	c := counts{lines: strings.Count(text, "\n"), bytes: len(text), characters: utf8.RuneCountInString(text),
		words: len(strings.Fields(text))}
	inParagraph := false
	for line := range strings.Lines(text) {
		blank := strings.TrimSpace(line) == ""
		if !blank && !inParagraph {
			c[paragraphs]++
		}
		inParagraph = !blank
	}
	if !isBinary(text) {
		c[sentenceCount] = len(sentences(normalize(text)))
	}
	return c
}

// of gives one measure as a bare number, for scripts, and everything in words.
func (c counts) of(m measure) string {
	if m != everything {
		return strconv.Itoa(c[m])
	}
	var parts []string
	for m := lines; m <= bytes; m++ {
		parts = append(parts, plural(c[m], nouns[m]))
	}
	return strings.Join(parts, ", ")
}

// plural writes a count with its noun: "1 line", "1,204 lines".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return fmt.Sprintf("%s %ss", digits, noun)
}

package summary

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Measure is one thing a text is counted by. The zero value means all.
type Measure int

// The measures, in the order Counts.Of gives them. Lines are newline
// characters and Words runs of characters that are not white space, as wc counts
// both; Sentences are those a summary would be taken from; Paragraphs are runs of
// lines that are not blank; Characters are Unicode code points, a byte that is
// not part of a valid one counting as one.
const (
	All Measure = iota
	Lines
	Words
	Sentences
	Paragraphs
	Characters
	Bytes
)

var nouns = [...]string{"", "line", "word", "sentence", "paragraph", "character", "byte"}

// MeasureOf is the measure that a noun in the singular names, such as "line".
func MeasureOf(noun string) (Measure, bool) {
	m := Measure(slices.Index(nouns[:], noun))
	return max(m, All), m > All
}

// Counts is how much a text holds, by measure; nothing is counted under All.
type Counts [Bytes + 1]int

// Count measures text, which may hold any bytes, in linear time.
func Count(text string) Counts {
	c := Counts{Lines: strings.Count(text, "\n"), Bytes: len(text), Characters: utf8.RuneCountInString(text)}
	for range strings.FieldsSeq(text) {
		c[Words]++
	}
	inParagraph := false
	for line := range strings.Lines(text) {
		blank := strings.TrimSpace(line) == ""
		if !blank && !inParagraph {
			c[Paragraphs]++
		}
		inParagraph = !blank
	}
	if !IsBinary(text) {
		c[Sentences] = len(readDocument(normalize(text)).sentences)
	}
	return c
}

// Of gives one measure as a bare number, for scripts, and All in words, in one line.
func (c Counts) Of(m Measure) string {
	if m != All {
		return strconv.Itoa(c[m])
	}
	var parts []string
	for m := Lines; m <= Bytes; m++ {
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

package offline

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Measure is one thing a text is counted by. The zero value means all.
type Measure int

// The measures, in the order Counts.String gives them.
const (
	AllMeasures Measure = iota
	Lines
	Words
	Sentences
	Paragraphs
	Characters
	Bytes
)

// Counts is how much a text holds.
type Counts struct {
	// Lines is the number of newline characters, as wc -l counts: a last line
	// that is not ended does not count.
	Lines int
	// Words is the number of runs of characters that are not white space, as
	// wc -w counts. A script without spaces has one a phrase.
	Words int
	// Characters is the number of Unicode code points; each byte that is not
	// part of a valid one counts as one. wc -m leaves such bytes out.
	Characters int
	// Bytes is the length, as wc -c counts.
	Bytes int
	// Sentences is the number of sentences a summary would be taken from:
	// headings, code, tables and metadata have none.
	Sentences int
	// Paragraphs is the number of runs of lines that are not blank.
	Paragraphs int
}

// Count measures text, which may hold any bytes, in linear time.
func Count(text string) Counts {
	c := Counts{Lines: strings.Count(text, "\n"), Bytes: len(text), Characters: utf8.RuneCountInString(text)}
	inWord := false
	for _, r := range text {
		space := unicode.IsSpace(r)
		if !space && !inWord {
			c.Words++
		}
		inWord = !space
	}
	inParagraph := false
	for line := range strings.Lines(text) {
		blank := strings.TrimSpace(line) == ""
		if !blank && !inParagraph {
			c.Paragraphs++
		}
		inParagraph = !blank
	}
	if !IsBinary(text) {
		c.Sentences = len(readDocument(normalise(text)).sentences)
	}
	return c
}

// String gives all counts in one line.
func (c Counts) String() string {
	parts := make([]string, 0, int(Bytes))
	for m := Lines; m <= Bytes; m++ {
		parts = append(parts, c.Describe(m))
	}
	return strings.Join(parts, ", ")
}

// Describe gives one measure with its noun, as in "1,204 words".
func (c Counts) Describe(m Measure) string {
	switch m {
	case AllMeasures:
		return c.String()
	case Lines:
		return plural(c.Lines, "line")
	case Words:
		return plural(c.Words, "word")
	case Sentences:
		return plural(c.Sentences, "sentence")
	case Paragraphs:
		return plural(c.Paragraphs, "paragraph")
	case Characters:
		return plural(c.Characters, "character")
	case Bytes:
		return plural(c.Bytes, "byte")
	}
	panic(fmt.Sprintf("offline: unknown measure %d", int(m)))
}

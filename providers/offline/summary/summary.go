// Package summary says in few words what a text holds: the sentences that carry
// it, its keywords, and its counts.
//
// It must never invent: every sentence of a summary stands in the text, and what
// is not prose is described by what can be counted in it. It keeps nothing
// between calls, takes any bytes, and works in time linear in the text.
//
// Start with Summarize. It reads a document (document.go) by its blocks
// (blocks.go), their words (inline.go) and sentences (sentences.go), and chooses
// in rank.go. describe.go has what is not prose.
package summary

import (
	"slices"
	"strings"
)

// Summarize returns the sentences that carry text, one a line, in the order
// they stand there: three to seven, more of a longer text. Markdown and Org are
// understood; the sentences come without their markup, except that code keeps
// its backquotes. Code, tables and metadata are left out. A text of up to three
// sentences comes back whole, one sentence a line. A log, a diff, delimited or
// JSON data and source code are described instead, in one paragraph.
//
// A summary is never longer than the text's own sentences; a text with nothing
// to read gives "". Memory is a small multiple of the text.
func Summarize(text string) string {
	if IsBinary(text) {
		return ""
	}
	text = normalize(text)
	if described := describe(text); described != "" {
		return described
	}
	doc := readDocument(text)
	var lines []string
	for _, at := range chooseSentences(doc, detectLanguage(text), summaryLength(len(doc.sentences))) {
		lines = append(lines, doc.sentences[at].text)
	}
	return strings.Join(lines, "\n")
}

// summaryLength is how many sentences a document of n sentences is reduced to.
func summaryLength(n int) int {
	over, _ := slices.BinarySearch([]int{10, 24, 60, 200}, n)
	return 3 + over
}

package offline

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// How much a sentence loses for repeating one that is chosen, and for standing
// in a section or paragraph that already gave one.
const (
	lossAlike     = 0.5
	lossSection   = 0.08
	lossParagraph = 0.06
	tooAlike      = 0.65 // cosine from which two sentences say the same
)

// Summarise returns the sentences that carry text, one a line, in the order
// they stand there: three to seven, more of a longer text. Markdown and Org are
// understood; the sentences come without their markup, except that code keeps
// its backquotes. Code, tables and metadata are left out. A text of up to three
// sentences comes back whole, one sentence a line. A log, a diff, delimited or
// JSON data and source code are described instead, in lines of the same kind.
//
// The same text always gives the same summary, and a summary is never longer
// than the text's own sentences. Any bytes are accepted; a text with nothing to
// read gives "". Time is linear in the text, memory a small multiple of it.
func Summarise(text string) string {
	if IsBinary(text) {
		return ""
	}
	text = normalise(text)
	if described := describe(text); described != "" {
		return described
	}
	doc := readDocument(text)
	count := summaryLength(len(doc.sentences))
	if count >= len(doc.sentences) {
		return doc.clean()
	}
	chosen := chooseSentences(doc, detectLanguage(text), count)
	var out strings.Builder
	for i, at := range chosen {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(doc.sentences[at].text)
	}
	return out.String()
}

// summaryLength is how many sentences a document of n sentences is reduced to.
func summaryLength(n int) int {
	switch {
	case n <= 10:
		return 3
	case n <= 24:
		return 4
	case n <= 60:
		return 5
	case n <= 200:
		return 6
	}
	return 7
}

// chooseSentences picks count sentences one after another, each the best of what
// it adds to those picked (maximal marginal relevance, Carbonell and Goldstein
// 1998), and returns their places in ascending order.
func chooseSentences(doc document, lang language, count int) []int {
	all, isf := rankedCandidates(doc, lang)
	taken := make([]bool, len(all))
	worst := make([]float64, len(all)) // likeness to the closest one picked
	sections, paragraphs := map[int32]int{}, map[int32]int{}
	var chosen []int
	for len(chosen) < count {
		best, bestScore := -1, 0.0
		for i, c := range all {
			if taken[i] || worst[i] > tooAlike {
				continue
			}
			s := doc.sentences[c.index]
			score := c.score * (1 - lossAlike*worst[i])
			score *= 1 - min(0.6, lossSection*float64(sections[s.section])+lossParagraph*float64(paragraphs[s.paragraph]))
			if best < 0 || score > bestScore {
				best, bestScore = i, score
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		s := doc.sentences[all[best].index]
		sections[s.section]++
		paragraphs[s.paragraph]++
		chosen = append(chosen, all[best].index)
		for i := range all {
			if !taken[i] {
				alike := likeness(all[i], all[best], isf)
				if doc.sentences[all[i].index].text == s.text {
					alike = 1
				}
				worst[i] = max(worst[i], alike)
			}
		}
	}
	sort.Ints(chosen)
	return chosen
}

// shorten cuts text for display to at most limit characters, at a space where
// there is one.
func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	cut := 0
	for i := range text {
		if limit--; limit < 0 {
			break
		}
		cut = i
	}
	if at := strings.LastIndexByte(text[:cut], ' '); at > cut/2 {
		cut = at
	}
	return text[:cut] + "…"
}

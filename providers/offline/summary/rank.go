package summary

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a sentence is chosen for, each part scaled to at most 1.
const (
	weightWords   = 0.45 // it holds the words the document keeps using (centroid: Radev et al. 2004)
	weightPlace   = 0.40 // it opens the document, a section, a paragraph
	weightHeading = 0.15 // it shares words with the title or its heading

	usedWord    = 0.4 // what a word still counts once a chosen sentence has it (SumBasic: Nenkova, Vanderwende 2005)
	usedSection = 0.9 // so a sentence whose section or paragraph already gave one
)

// candidate is a sentence as it takes part in the choice.
type candidate struct {
	stems []int32
	fixed float64 // what its place and its heading give
	shape float64 // how well it reads alone
	leans bool    // it reads well only after the sentence before
}

// chooseSentences picks count sentences one after another, each the best of what
// it adds to those picked, and returns their places in ascending order.
func chooseSentences(doc document, lang language, count int) []int {
	all, weight := weigh(doc, lang)
	used := map[int32]float64{} // how often, by section, and by -block
	told := map[string]bool{}
	top := 0.01
	for _, c := range all {
		top = max(top, c.centroid(weight))
	}
	var chosen []int
	for len(chosen) < min(count, len(all)) {
		best, bestScore := -1, -1.0
		for i, c := range all {
			s := doc.sentences[i]
			score := c.shape * (c.fixed + weightWords*c.centroid(weight)/top)
			if c.leans && !slices.Contains(chosen, i-1) {
				score *= 0.8
			}
			score *= math.Pow(usedSection, used[s.section]+used[-s.block])
			if score > bestScore && !slices.Contains(chosen, i) && (!told[s.text] || len(all) <= count) {
				best, bestScore = i, score
			}
		}
		if best < 0 {
			break
		}
		s := doc.sentences[best]
		chosen, told[s.text] = append(chosen, best), true
		used[s.section]++
		used[-s.block]++
		for _, id := range all[best].stems {
			weight[id] *= usedWord
		}
	}
	slices.Sort(chosen)
	return chosen
}

// weigh gives each sentence of a document what does not change while choosing,
// and each stem its weight: how widely the document uses it.
func weigh(doc document, lang language) (all []candidate, weight []float64) {
	lex := newLexicon(lang)
	all = make([]candidate, len(doc.sentences))
	var uses []int
	for i, s := range doc.sentences {
		all[i].stems = lex.stems(s.text)
		uses = append(uses, make([]int, len(lex.byStem)-len(uses))...)
		for _, id := range all[i].stems {
			uses[id]++
		}
	}
	headings := make([][]int32, min(len(doc.headings), 2000))
	cues := make([]float64, len(headings))
	for i := range headings {
		headings[i], cues[i] = lex.stems(doc.headings[i]), headingCue(doc.headings[i])
	}
	for i, s := range doc.sentences {
		c := &all[i]
		var title, section []int32
		if len(headings) > 1 {
			title = headings[1]
		}
		c.shape, c.leans = shape(s, len(c.stems)), s.place > 0 && leansBack(s.text)
		if at := int(s.section); at < len(headings) {
			section = headings[at]
			c.shape *= cues[at]
		}
		c.fixed = weightPlace*place(doc, i) + weightHeading*min(1, shared(c.stems, title)/2+shared(c.stems, section)/5)
	}
	weight = make([]float64, len(lex.byStem))
	for id, n := range uses {
		weight[id] = math.Log(float64(max(1, n)))
	}
	return all, weight
}

// centroid is the mean weight of a sentence's words; the root in place of the
// length favours saying more.
func (c candidate) centroid(weight []float64) float64 {
	sum := 0.0
	for _, id := range c.stems {
		sum += weight[id]
	}
	return sum / math.Sqrt(float64(len(c.stems))+4)
}

// shared is how many stems, which are sorted, two texts have in common.
func shared(a, b []int32) float64 {
	n := 0.0
	for _, id := range b {
		if _, ok := slices.BinarySearch(a, id); ok {
			n++
		}
	}
	return n
}

// place is what a sentence's place says: writers put what matters first in a
// document, then first in a section, then first in a paragraph.
func place(doc document, i int) float64 {
	s, weight := doc.sentences[i], 0.0
	if i < 8 {
		weight = 0.7 - 0.08*float64(i)
	}
	switch first := s.place == 0 && s.kind != item; {
	case i == 0:
		return 1
	case first && doc.sentences[i-1].section != s.section:
		return max(weight, 0.5)
	case first, len(doc.sentences)-i <= 2 && len(doc.sentences) > 12 && s.kind == paragraph:
		return max(weight, 0.25)
	}
	return weight
}

// headingCue is what an English heading says about its section: one about
// handling a thing says less about what it is than one that explains it.
func headingCue(heading string) float64 {
	const explains = "abstract|overview|introduction|summary|conclusion|conclusions|about|why|how|what|results|decision|" +
		"decisions|purpose|description|background|motivation|findings|discussion"
	const handles = "install|installation|installing|build|building|license|licence|contributing|credits|" +
		"acknowledgements|references|appendix|usage|use|using|options|configure|configuration|examples|example|exit|" +
		"changelog|support|development|testing|see|requirements|author|authors|bugs|copyright|files|environment|index|" +
		"contents|working|limits|costs|performance|benchmarks"
	cue := 1.0
	for i, word := range strings.Fields(strings.ToLower(heading)) {
		switch word = strings.Trim(word, ":.,"); {
		case oneOf(word, handles):
			return 0.75
		case i == 0 && oneOf(word, explains):
			cue = 1.25
		}
	}
	return cue
}

// shape lowers what reads badly alone: fragments, very long sentences, ones that
// announce a list, ask, or are mostly signs or code.
func shape(s sentence, stems int) float64 {
	runes, signs := 0, 0
	for _, r := range s.text {
		runes++
		if !unicode.IsLetter(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) && !strings.ContainsRune(".,'’、。，`", r) {
			signs++
		}
	}
	size, code := runes, strings.Count(s.text, "`")/2
	if first, _ := utf8.DecodeRuneInString(s.text); isWide(first) {
		size *= 3 // a character says what three letters do
	}
	factor := 1.0
	lower := func(when bool, by float64) {
		if when {
			factor *= by
		}
	}
	last, _ := utf8.DecodeLastRuneInString(s.text)
	lower(size < 45 || stems < 4, 0.75)
	lower(size < 25 || stems < 2, 0.5)
	lower(size > 220, 0.75)
	lower(size > 400, 0.5)
	lower(!isTerminal(last) && !isCloser(last), 0.75) // a fragment
	lower(strings.ContainsRune(":：", last), 0.4)
	lower(strings.ContainsRune("?？؟", last), 0.6)
	lower(s.kind != paragraph, 0.8)
	lower(signs*10 > runes || code > 1, 0.7)
	lower(signs*5 > runes || code > 2, 0.6)
	return factor
}

// leansBack reports an opening word that points at what was said before.
func leansBack(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return oneOf(strings.TrimRight(word, ","),
		"It|This|That|These|Those|He|She|They|But|And|So|However|Also|Then|Instead|"+
			"Otherwise|Therefore|Here|Such|Its|Their|His|Her|Moreover|Similarly|Or|Yet|There|Both|For")
}

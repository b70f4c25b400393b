package offline

import (
	"math"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How a sentence is weighed. The parts are each scaled to at most 1 first.
const (
	weightRank     = 0.30 // TextRank: alike to sentences that are alike to others
	weightCentroid = 0.20 // holds the words the document keeps using
	weightHeading  = 0.15 // shares words with the title or its heading
	weightPlace    = 0.35 // opens the document, a section, a paragraph

	// rankedSentences bounds the quadratic part; the best by the other parts enter it.
	rankedSentences = 300
	rankRounds      = 25
	damping         = 0.85
)

// candidate is a sentence that takes part in the choice.
type candidate struct {
	index int     // in the document
	stems []int32 // distinct, ascending
	norm  float64
	score float64
}

// rankedCandidates weighs a document's sentences and returns those worth
// choosing from, in the document's order. Time is linear in the document, plus
// the square of rankedSentences.
func rankedCandidates(doc document, lang language) ([]candidate, []float64) {
	lex := newLexicon(lang)
	all, df := collectStems(doc, lex)
	titles := headingStems(doc, lex)
	base := make([]float64, len(all))
	centroid := make([]float64, len(all))
	top := 0.0
	for i := range all {
		centroid[i] = centroidOf(all[i].stems, df)
		top = math.Max(top, centroid[i])
	}
	for i := range all {
		s := doc.sentences[i]
		if top > 0 {
			base[i] = weightCentroid * centroid[i] / top
		}
		base[i] += weightHeading*headingShare(all[i].stems, titles, s) + weightPlace*placeWeight(doc, i)
		all[i].score = base[i] * shapeFactor(s, len(all[i].stems))
	}
	kept := keepBest(all)
	isf := make([]float64, len(df))
	for id, n := range df {
		isf[id] = math.Log(1 + float64(len(all))/float64(1+n))
	}
	for i := range kept {
		kept[i].norm = norm(kept[i].stems, isf)
	}
	rank := textRank(kept, isf)
	for i := range kept {
		s := doc.sentences[kept[i].index]
		kept[i].score = (base[kept[i].index] + weightRank*rank[i]) * shapeFactor(s, len(kept[i].stems))
	}
	return kept, isf
}

// collectStems numbers each sentence's words and counts in how many sentences each is.
func collectStems(doc document, lex *lexicon) ([]candidate, []int32) {
	all := make([]candidate, len(doc.sentences))
	flat := make([]int32, 0, len(doc.sentences)*8)
	var df []int32
	for i, s := range doc.sentences {
		from := len(flat)
		flat = lex.appendStems(flat, s.text)
		stems := distinct(flat[from:])
		flat = flat[:from+len(stems)]
		for len(df) < len(lex.stemName) {
			df = append(df, 0)
		}
		for _, id := range stems {
			df[id]++
		}
		all[i] = candidate{index: i, stems: stems[:len(stems):len(stems)]}
	}
	return all, df
}

// distinct sorts ids and drops the repeats, in place.
func distinct(ids []int32) []int32 {
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	out := ids[:0]
	for i, id := range ids {
		if i == 0 || id != ids[i-1] {
			out = append(out, id)
		}
	}
	return out
}

// centroidOf is the mean weight of a sentence's words by how widely the document
// uses them; the root in place of the length favours saying more.
func centroidOf(stems []int32, df []int32) float64 {
	sum := 0.0
	for _, id := range stems {
		if df[id] > 1 {
			sum += math.Log(float64(df[id]))
		}
	}
	return sum / math.Sqrt(float64(len(stems))+4)
}

// headings by stem: bit 0 the title, and the section a heading opens.
type headingWords struct {
	title   map[int32]bool
	section []map[int32]bool
}

func headingStems(doc document, lex *lexicon) headingWords {
	const most = 2000
	words := headingWords{title: map[int32]bool{}}
	for i, h := range doc.headings[:min(len(doc.headings), most)] {
		set := map[int32]bool{}
		for _, id := range lex.appendStems(nil, h) {
			set[id] = true
			if i == 1 {
				words.title[id] = true
			}
		}
		words.section = append(words.section, set)
	}
	return words
}

func headingShare(stems []int32, words headingWords, s sentence) float64 {
	ofTitle, ofSection := 0.0, 0.0
	for _, id := range stems {
		if words.title[id] {
			ofTitle++
		} else if int(s.section) < len(words.section) && words.section[s.section][id] {
			ofSection++
		}
	}
	if ofTitle > 0 {
		ofTitle /= float64(max(2, min(3, len(words.title))))
	}
	return math.Min(1, ofTitle+0.2*ofSection)
}

// placeWeight is what a sentence's place says: writers put what matters first
// in a document, then first in a section, then first in a paragraph.
func placeWeight(doc document, i int) float64 {
	s := doc.sentences[i]
	if i == 0 {
		return 1
	}
	weight := 0.0
	if i < 8 {
		weight = 0.7 - 0.08*float64(i)
	}
	first := s.place == 0 && s.kind != blockItem
	switch {
	case first && doc.sentences[i-1].section != s.section:
		weight = math.Max(weight, 0.45)
	case first:
		weight = math.Max(weight, 0.25)
	}
	if last := len(doc.sentences) - 1; i >= last-1 && len(doc.sentences) > 12 && s.kind == blockParagraph {
		weight = math.Max(weight, 0.3)
	}
	return weight
}

// shapeFactor lowers what reads badly alone: fragments, very long sentences,
// ones that announce a list, lean on the sentence before, ask, or are mostly signs.
func shapeFactor(s sentence, stems int) float64 {
	factor := 1.0
	runes := utf8.RuneCountInString(s.text)
	wide := 1
	if first, _ := utf8.DecodeRuneInString(s.text); isWide(first) {
		wide = 3 // a character says what three letters do
	}
	switch size := runes * wide; {
	case size < 25 || stems < 2:
		factor = 0.35
	case size < 45 || stems < 4:
		factor = 0.75
	case size > 400:
		factor = 0.5
	case size > 300:
		factor = 0.7
	case size > 220:
		factor = 0.88
	}
	last, _ := utf8.DecodeLastRuneInString(s.text)
	switch {
	case last == ':' || last == '：':
		factor *= 0.3
	case last == '?' || last == '？' || last == '؟':
		factor *= 0.6
	case !unicode.Is(unicode.Sentence_Terminal, last) && !isCloser(last) && last != '…':
		factor *= 0.75 // a fragment
	}
	switch s.kind {
	case blockItem:
		factor *= 0.85
	case blockQuote:
		factor *= 0.8
	}
	if leansBack(s.text) && s.place > 0 {
		factor *= 0.85
	}
	switch signs := countSigns(s.text); {
	case signs*5 > runes:
		factor *= 0.4
	case signs*9 > runes:
		factor *= 0.7
	}
	if concludes(s.text) {
		factor *= 1.12
	}
	return factor
}

// concludes reports English words that mark a finding, a decision or an aim.
func concludes(text string) bool {
	for word := range strings.FieldsSeq(text) {
		switch strings.Trim(strings.ToLower(word), ".,;:()") {
		case "recommend", "recommends", "decided", "decision", "conclude", "concludes", "conclusion", "overall", "result",
			"results", "found", "shows", "showed", "aim", "aims", "goal", "purpose", "therefore", "must", "important", "summary":
			return true
		}
	}
	return false
}

// leansBack reports an opening word that points at what was said before.
func leansBack(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	switch strings.TrimRight(word, ",") {
	case "It", "This", "That", "These", "Those", "He", "She", "They", "But", "And", "So", "However", "Also", "Then",
		"Instead", "Otherwise", "Therefore", "Here", "Such", "Its", "Their", "His", "Her", "Moreover", "Similarly", "Or", "Yet":
		return true
	}
	return false
}

// countSigns counts what is neither letter, mark, space nor the stops of prose.
func countSigns(text string) int {
	n := 0
	for _, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) && !strings.ContainsRune(".,'’、。，", r) {
			n++
		}
	}
	return n
}

// keepBest returns the rankedSentences best candidates in the document's order.
func keepBest(all []candidate) []candidate {
	if len(all) <= rankedSentences {
		return all
	}
	kept := append([]candidate(nil), all...)
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].score > kept[j].score })
	kept = kept[:rankedSentences]
	sort.Slice(kept, func(i, j int) bool { return kept[i].index < kept[j].index })
	return kept
}

func norm(stems []int32, isf []float64) float64 {
	sum := 0.0
	for _, id := range stems {
		sum += isf[id] * isf[id]
	}
	return math.Sqrt(sum)
}

// likeness is the cosine of two sentences' words.
func likeness(a, b candidate, isf []float64) float64 {
	if a.norm == 0 || b.norm == 0 {
		return 0
	}
	dot := 0.0
	for i, j := 0, 0; i < len(a.stems) && j < len(b.stems); {
		switch x, y := a.stems[i], b.stems[j]; {
		case x == y:
			dot += isf[x] * isf[x]
			i++
			j++
		case x < y:
			i++
		default:
			j++
		}
	}
	return dot / (a.norm * b.norm)
}

// textRank is the stationary weight of each sentence on the graph of likeness
// (Mihalcea and Tarau, 2004), scaled so that the greatest is 1.
func textRank(c []candidate, isf []float64) []float64 {
	n := len(c)
	edges := make([]float64, n*n)
	total := make([]float64, n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			w := likeness(c[i], c[j], isf)
			if w < 0.03 {
				continue
			}
			edges[i*n+j], edges[j*n+i] = w, w
			total[i] += w
			total[j] += w
		}
	}
	rank := make([]float64, n)
	for i := range rank {
		rank[i] = 1
	}
	next := make([]float64, n)
	for range rankRounds {
		for i := range n {
			sum := 0.0
			for j, w := range edges[i*n : (i+1)*n] {
				if w > 0 {
					sum += w / total[j] * rank[j]
				}
			}
			next[i] = 1 - damping + damping*sum
		}
		rank, next = next, rank
	}
	top := 0.0
	for _, r := range rank {
		top = math.Max(top, r)
	}
	for i := range rank {
		rank[i] /= top
	}
	return rank
}

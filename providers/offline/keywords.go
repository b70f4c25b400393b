package offline

import (
	"encoding/binary"
	"math"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Keyword is a word or a phrase that says what a text is about.
type Keyword struct {
	Text  string  // as the text writes it most often
	Count int     // how often it occurs, in any form
	Score float64 // how much it says; comparable within one text
}

const (
	longestPhrase   = 4       // words
	mostPhrases     = 200_000 // distinct ones counted
	ideographPhrase = 6       // characters of a phrase in a script without spaces
)

// Keywords returns at most n words and phrases that say what text is about, the
// best first. A phrase is a run of words that carry meaning, up to four, which
// occurs at least twice; a single word need not (after RAKE, Rose et al. 2010).
// Words of headings weigh double.
// The same text always gives the same keywords. Time is linear in the text.
func Keywords(text string, n int) []Keyword {
	if n <= 0 || IsBinary(text) {
		return nil
	}
	text = normalise(text)
	k := &keywordCounter{lex: newLexicon(detectLanguage(text)), phrases: map[string]*phrase{}}
	for _, s := range keywordSentences(text) {
		k.sentence(s.text, s.weight)
	}
	return k.best(n)
}

type weighted struct {
	text   string
	weight int
}

// keywordSentences are a document's sentences, its headings with twice the
// weight. What is not prose is taken line by line.
func keywordSentences(text string) []weighted {
	var all []weighted
	if describe(text) != "" {
		for line := range strings.Lines(text) {
			all = append(all, weighted{line, 1})
		}
		return all
	}
	doc := readDocument(text)
	for _, h := range doc.headings {
		all = append(all, weighted{h, 2})
	}
	for _, s := range doc.sentences {
		all = append(all, weighted{s.text, 1})
	}
	return all
}

// phrase counts one phrase in all its forms.
type phrase struct {
	stems  []int32
	first  string         // the form that came first
	forms  map[string]int // how often each form came; nil while there is only the first
	count  int
	weight int
	order  int // of its first appearance
}

type keywordCounter struct {
	lex     *lexicon
	phrases map[string]*phrase
	run     []phraseWord // the words since the last stop word or punctuation
	stems   []int32      // of the phrase being counted; reused
	key     []byte       // the same as a key; reused
}

type phraseWord struct {
	start, end int
	stem       int32
}

// sentence cuts text into runs of words that carry meaning and counts the
// phrases in them.
func (k *keywordCounter) sentence(text string, weight int) {
	end := 0
	eachSpan(text, func(start, stop int, wide bool) {
		word := text[start:stop]
		if wide {
			k.closeRun(text, weight)
			k.wideRun(word, weight)
			end = stop
			return
		}
		stem := k.lex.stem(word)
		if strings.IndexFunc(text[end:start], func(r rune) bool { return r != ' ' && r != '-' }) >= 0 || stem == noStem {
			k.closeRun(text, weight)
		}
		if stem != noStem {
			k.run = append(k.run, phraseWord{start, stop, stem})
		}
		end = stop
	})
	k.closeRun(text, weight)
}

// closeRun counts every phrase within the run, so that a longer run does not
// hide a phrase that returns elsewhere.
func (k *keywordCounter) closeRun(text string, weight int) {
	for i := range k.run {
		k.stems = k.stems[:0]
		for j := i; j < len(k.run) && j < i+longestPhrase; j++ {
			k.stems = append(k.stems, k.run[j].stem)
			k.count(text[k.run[i].start:k.run[j].end], weight)
		}
	}
	k.run = k.run[:0]
}

// wideRun counts the phrases of two and more characters of a script without spaces.
func (k *keywordCounter) wideRun(run string, weight int) {
	runes := []rune(run)
	for i := range runes {
		for n := 2; n <= ideographPhrase && i+n <= len(runes); n++ {
			p := string(runes[i : i+n])
			if stem := k.lex.stem(p); stem != noStem {
				k.stems = append(k.stems[:0], stem)
				k.count(p, weight)
			}
		}
	}
}

// count counts one occurrence of the phrase whose stems are in k.stems.
func (k *keywordCounter) count(form string, weight int) {
	k.key = k.key[:0]
	for _, id := range k.stems {
		k.key = binary.AppendVarint(k.key, int64(id))
	}
	p := k.phrases[string(k.key)]
	if p == nil {
		if len(k.phrases) == mostPhrases {
			return
		}
		p = &phrase{stems: append([]int32(nil), k.stems...), first: form, order: len(k.phrases)}
		k.phrases[string(k.key)] = p
	}
	if form != p.first && p.forms == nil {
		p.forms = map[string]int{p.first: p.count}
	}
	if p.forms != nil {
		p.forms[form]++
	}
	p.count++
	p.weight += weight
}

// best scores the phrases and leaves out those that another one says better.
func (k *keywordCounter) best(n int) []Keyword {
	all := make([]*phrase, 0, len(k.phrases))
	for _, p := range k.phrases {
		if p.count > 1 || len(p.stems) == 1 && p.wideLength() == 0 {
			all = append(all, p)
		}
	}
	score := func(p *phrase) float64 {
		length := float64(len(p.stems))
		if wide := p.wideLength(); wide > 0 {
			length = float64(wide) / 2
		}
		return math.Pow(float64(p.weight), 0.6) * math.Pow(length, 1.2)
	}
	sort.Slice(all, func(i, j int) bool {
		if a, b := score(all[i]), score(all[j]); a != b {
			return a > b
		}
		return all[i].order < all[j].order
	})
	var chosen []*phrase
	var words []Keyword
	for _, p := range all {
		if len(chosen) == n {
			break
		}
		if !p.saidBy(chosen) {
			chosen = append(chosen, p)
			words = append(words, Keyword{Text: p.form(), Count: p.count, Score: score(p)})
		}
	}
	return words
}

// saidBy reports that p is part of a chosen phrase and does not occur much more
// often alone, or that it only adds to one.
func (p *phrase) saidBy(chosen []*phrase) bool {
	const much = 3
	for _, c := range chosen {
		if c.contains(p) && p.count < much*c.count || p.contains(c) && c.count >= p.count*much {
			return true
		}
	}
	return false
}

func (p *phrase) contains(other *phrase) bool {
	if p.wideLength() > 0 && other.wideLength() > 0 {
		return strings.Contains(p.form(), other.form()) || sharesEdge(p.form(), other.form())
	}
	for i := 0; i+len(other.stems) <= len(p.stems); i++ {
		same := true
		for j, id := range other.stems {
			if p.stems[i+j] != id {
				same = false
				break
			}
		}
		if same {
			return true
		}
	}
	return false
}

// sharesEdge reports that a ends with what b begins with, or the other way
// round: pieces of the same word of a script without spaces.
func sharesEdge(a, b string) bool {
	lastA, sizeA := utf8.DecodeLastRuneInString(a)
	firstB, sizeB := utf8.DecodeRuneInString(b)
	if lastA == firstB && (len(a) > sizeA || len(b) > sizeB) {
		return true
	}
	lastB, _ := utf8.DecodeLastRuneInString(b)
	firstA, _ := utf8.DecodeRuneInString(a)
	return lastB == firstA
}

// wideLength is the number of characters of a phrase in a script without
// spaces, 0 for any other.
func (p *phrase) wideLength() int {
	if isIdeographic(p.first) {
		return utf8.RuneCountInString(p.first)
	}
	return 0
}

// form is the spelling that occurs most often; of two, the one that sorts last,
// which is in lower case.
func (p *phrase) form() string {
	best, bestCount := p.first, p.forms[p.first]
	for form, count := range p.forms {
		if count > bestCount || count == bestCount && form > best {
			best, bestCount = form, count
		}
	}
	return strings.Join(strings.Fields(best), " ")
}

// eachSpan hands the runs of word characters in text to visit with their place,
// and whether their script writes no spaces.
func eachSpan(text string, visit func(start, stop int, wide bool)) {
	for i := 0; i < len(text); {
		class, size := classAt(text[i:])
		if class == classNone {
			i += size
			continue
		}
		start := i
		for i < len(text) {
			c, n := classAt(text[i:])
			if c != class && !innerMark(text, i) {
				break
			}
			i += n
		}
		visit(start, i, class == classHan)
	}
}

// innerMark reports a full stop or underscore within a name such as main.go.
func innerMark(text string, i int) bool {
	if text[i] != '.' && text[i] != '_' || i+1 >= len(text) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[i+1:])
	return unicode.IsLetter(next) && next < 0x250
}

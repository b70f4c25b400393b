package summary

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
)

// Keyword is a word or a phrase that says what a text is about.
type Keyword struct {
	Text  string  // as the text writes it most often
	Count int     // how often it occurs, in any form
	Score float64 // how much it says; comparable within one text
}

// The most words of a phrase, characters of one without spaces, and distinct phrases counted.
const longestPhrase, longestWide, mostPhrases = 4, 6, 200_000

// Keywords returns at most n words and phrases that say what text is about, the
// best first. A phrase is a run of words that carry meaning, up to four, which
// occurs at least twice; a single word need not (after RAKE, Rose et al. 2010).
// Words of headings weigh double.
func Keywords(text string, n int) []Keyword {
	if n <= 0 || IsBinary(text) {
		return nil
	}
	text = normalize(text)
	k := &keywordCounter{lex: newLexicon(detectLanguage(text)), phrases: map[string]*phrase{}}
	var doc document
	if formOf(text) != nil {
		for line := range strings.Lines(text) {
			k.sentence(line, 1)
		}
	} else {
		doc = readDocument(text)
	}
	for _, h := range doc.headings {
		k.sentence(h, 2)
	}
	for _, s := range doc.sentences {
		k.sentence(s.text, 1)
	}
	return k.best(n)
}

// phrase counts one phrase in all its forms.
type phrase struct {
	stems  []int32 // of its words; in a script without spaces, of its characters
	length float64 // in words
	forms  map[string]int
	count  int
	weight int
	order  int // of its first appearance
}

func (p *phrase) score() float64 { return math.Pow(float64(p.weight), 0.6) * math.Pow(p.length, 1.2) }

type keywordCounter struct {
	lex     *lexicon
	phrases map[string]*phrase
}

// sentence cuts text into runs of words that carry meaning and counts every
// phrase within each, so that a longer run does not hide a phrase that returns
// elsewhere. In a script without spaces the words are characters.
func (k *keywordCounter) sentence(text string, weight int) {
	var stems []int32
	var ends []int // the start of the run, then the end of each of its words
	last := 0
	closeRun := func(wide bool) {
		shortest, longest := 1, longestPhrase
		if wide {
			shortest, longest = 2, longestWide
		}
		for i := range stems {
			for j := i + shortest; j <= min(len(stems), i+longest); j++ {
				k.count(stems[i:j], strings.Trim(text[ends[i]:ends[j]], " -"), wide, weight)
			}
		}
		stems, ends = stems[:0], ends[:0]
	}
	eachRun(text, func(start, end int, s script) {
		stem := k.lex.stem(text[start:end])
		if strings.Trim(text[last:start], " -") != "" || s == unspaced || stem == noStem {
			closeRun(false)
		}
		last = end
		switch {
		case s == unspaced:
			ends = append(ends, start)
			for i, r := range text[start:end] {
				stems, ends = append(stems, k.lex.stem(string(r))), append(ends, start+i+len(string(r)))
			}
			closeRun(true)
		case stem != noStem:
			if len(ends) == 0 {
				ends = append(ends, start)
			}
			stems, ends = append(stems, stem), append(ends, end)
		}
	})
	closeRun(false)
}

// count counts one occurrence of a phrase.
func (k *keywordCounter) count(stems []int32, form string, wide bool, weight int) {
	key := fmt.Sprint(stems)
	p := k.phrases[key]
	if p == nil {
		if len(k.phrases) == mostPhrases {
			return
		}
		p = &phrase{stems: slices.Clone(stems), length: float64(len(stems)), forms: map[string]int{}, order: len(k.phrases)}
		if wide {
			p.length /= 2
		}
		k.phrases[key] = p
	}
	p.forms[form]++
	p.count++
	p.weight += weight
}

// best scores the phrases and leaves out those that another one says better.
func (k *keywordCounter) best(n int) []Keyword {
	var all []*phrase
	for _, p := range k.phrases {
		if p.count > 1 || len(p.stems) == 1 {
			all = append(all, p)
		}
	}
	sort.Slice(all, func(i, j int) bool {
		if a, b := all[i].score(), all[j].score(); a != b {
			return a > b
		}
		return all[i].order < all[j].order
	})
	var chosen []*phrase
	var words []Keyword
	for _, p := range all {
		if len(chosen) < n && !slices.ContainsFunc(chosen, p.saidBy) {
			chosen = append(chosen, p)
			words = append(words, Keyword{Text: p.form(), Count: p.count, Score: p.score()})
		}
	}
	return words
}

// saidBy reports that p is part of c and does not occur much more often alone,
// or that it only adds to c.
func (p *phrase) saidBy(c *phrase) bool {
	const much = 3
	return c.contains(p) && p.count < much*c.count || p.contains(c) && c.count >= much*p.count
}

func (p *phrase) contains(other *phrase) bool {
	for i := 0; i+len(other.stems) <= len(p.stems); i++ {
		if slices.Equal(p.stems[i:i+len(other.stems)], other.stems) {
			return true
		}
	}
	return false
}

// form is the spelling that occurs most often; of two, the one that sorts last,
// which is in lower case.
func (p *phrase) form() string {
	best := ""
	for form, count := range p.forms {
		if count > p.forms[best] || count == p.forms[best] && form > best {
			best = form
		}
	}
	return strings.Join(strings.Fields(best), " ")
}

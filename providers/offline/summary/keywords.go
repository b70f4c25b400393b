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

const (
	longestPhrase = 4       // words
	longestWide   = 6       // characters, in a script without spaces
	mostPhrases   = 200_000 // distinct ones counted
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
	text = normalize(text)
	k := &keywordCounter{lex: newLexicon(detectLanguage(text)), phrases: map[string]*phrase{}}
	if formOf(text) != nil {
		for line := range strings.Lines(text) {
			k.sentence(line, 1)
		}
		return k.best(n)
	}
	doc := readDocument(text)
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
	run     []phraseWord // the words since the last stop word or punctuation
	wide    bool         // they are characters of a script without spaces
}

type phraseWord struct {
	start, end int
	stem       int32
}

// sentence cuts text into runs of words that carry meaning and counts the
// phrases in them.
func (k *keywordCounter) sentence(text string, weight int) {
	last := 0
	eachRun(text, func(start, end int, s script) bool {
		if strings.Trim(text[last:start], " -") != "" || k.wide || s == unspaced {
			k.closeRun(text, weight)
		}
		last = end
		if k.wide = s == unspaced; k.wide {
			for i, r := range text[start:end] {
				at := start + i
				k.run = append(k.run, phraseWord{at, at + len(string(r)), k.lex.stem(string(r))})
			}
		} else if stem := k.lex.stem(text[start:end]); stem != noStem {
			k.run = append(k.run, phraseWord{start, end, stem})
		} else {
			k.closeRun(text, weight)
		}
		return true
	})
	k.closeRun(text, weight)
	k.wide = false
}

// closeRun counts every phrase within the run, so that a longer run does not
// hide a phrase that returns elsewhere.
func (k *keywordCounter) closeRun(text string, weight int) {
	shortest, longest := 1, longestPhrase
	if k.wide {
		shortest, longest = 2, longestWide
	}
	for i := range k.run {
		for j := i + shortest; j <= min(len(k.run), i+longest); j++ {
			k.count(k.run[i:j], text, weight)
		}
	}
	k.run = k.run[:0]
}

// count counts one occurrence of a phrase.
func (k *keywordCounter) count(words []phraseWord, text string, weight int) {
	stems := make([]int32, len(words))
	for i, w := range words {
		stems[i] = w.stem
	}
	key := fmt.Sprint(stems)
	p := k.phrases[key]
	if p == nil {
		if len(k.phrases) == mostPhrases {
			return
		}
		p = &phrase{stems: stems, length: float64(len(words)), forms: map[string]int{}, order: len(k.phrases)}
		if k.wide {
			p.length /= 2
		}
		k.phrases[key] = p
	}
	p.forms[text[words[0].start:words[len(words)-1].end]]++
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
		if len(chosen) == n {
			break
		}
		if !slices.ContainsFunc(chosen, p.saidBy) {
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

package index

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// question is a text that is searched for.
type question struct {
	slots  []slot
	weight float64 // of all slots
	tells  float64 // likewise
	notes  int     // that there are
	grams  grams
	begins [256]bool         // how terms of the slots begin
	known  map[string]uint32 // of words that a text had: which slots they are in
}

// slot is a word of a question, and the terms that answer to it.
type slot struct {
	asked
	terms  []variant
	weight float64 // how much the word is worth, by how few notes have it: at most 1
	tells  float64 // likewise, without a bound: the logarithm of one note in how many has it by chance
	best   float64 // of the terms' likeness
	notes  int     // that have one of the terms
}

// variant is a term, and how like the word it is: 1 for the word itself.
type variant struct {
	term string
	like float64
}

// Words of a question that are searched for; of more those that tell most.
const maxSlots = 24

// maxQuestion is how much of a question is looked at, in bytes.
const maxQuestion = 16 << 10

// ask prepares a question.
func (g *generation) ask(text string) *question {
	text = shorten(text, maxQuestion)
	q := &question{}
	all := askedIn(text)
	for _, w := range all {
		q.slots = append(q.slots, g.slotsOf(w, len(all) <= manyAsked)...)
	}
	g.join(q.slots)
	q.notes, _ = g.size()
	most := min(mostWeight, g.rarity(2))
	for i := range q.slots {
		s := &q.slots[i]
		for _, v := range s.terms {
			s.best = max(s.best, v.like)
		}
		s.weight = min(1, g.rarity(s.notes)/most)
		s.tells = math.Log(float64(q.notes+1) / (float64(s.notes) + 0.5))
	}
	if len(q.slots) > maxSlots {
		slices.SortStableFunc(q.slots, func(a, b slot) int {
			return cmp.Compare(b.weight*math.Sqrt(float64(b.count)), a.weight*math.Sqrt(float64(a.count)))
		})
		q.slots = q.slots[:maxSlots]
		for i := range q.slots {
			q.slots[i].next = false
		}
	}
	for _, s := range q.slots {
		q.weight, q.tells = q.weight+s.weight, q.tells+s.tells
	}
	q.grams.add(text)
	return q
}

// manyAsked is of how many words a text is no question any more: none of them is taken for a
// typing error, since all words that there are would be looked through for each.
const manyAsked = 100

// slotsOf gives what is searched for a word: itself, else what it is a typing error of, or
// the two words that it is made of.
func (g *generation) slotsOf(w asked, mend bool) []slot {
	term := stem(w.word)
	if n := g.notesWith(term); n > 0 {
		return []slot{{asked: w, terms: []variant{{term, 1}}, notes: n}}
	}
	if w.whole || !mend {
		return nil // of an identifier that is written otherwise the parts are searched for
	}
	terms, n := g.mistyped(w.word)
	if len(terms) == 0 || terms[0].like < errorLoss {
		if first, second := g.parts(w.word); first != "" {
			one, two := w, w
			one.word, one.next, two.word = first, true, second
			return append(g.slotsOf(one, true), g.slotsOf(two, true)...)
		}
	}
	return []slot{{asked: w, terms: terms, notes: n}}
}

// join has neighbours be found where they are written as one word.
func (g *generation) join(slots []slot) {
	for i := range slots {
		if slots[i].joined != "" {
			g.written(slots[i].joined, &slots[i])
		} else if i+1 < len(slots) && slots[i].next && !slots[i].whole && !slots[i+1].whole {
			g.written(slots[i].word+slots[i+1].word, &slots[i], &slots[i+1])
		}
	}
}

// written adds another way to write what words are a part of, where notes have that.
func (g *generation) written(word string, parts ...*slot) {
	term := stem(word)
	n := g.notesWith(term)
	if n == 0 {
		return
	}
	for _, s := range parts {
		if len(s.terms) == 0 || s.terms[0].like < 1 {
			s.terms, s.notes = nil, 0
		}
		s.terms, s.notes = append(s.terms, variant{term, 1}), s.notes+n
	}
}

// parts gives the two words of which one is made that no note has, "" when there are none.
func (g *generation) parts(word string) (first, second string) {
	most := 0
	for i := minPart; i+minPart <= len(word); i++ {
		if !utf8.RuneStart(word[i]) {
			continue
		}
		n := g.notesWith(stem(word[i:]))
		if n <= most {
			continue
		}
		for _, begin := range []string{word[:i], strings.TrimSuffix(word[:i], "s")} {
			if m := min(n, g.notesWith(stem(begin))); m > most && len(begin) >= minPart {
				most, first, second = m, begin, word[i:]
			}
		}
	}
	return first, second
}

// mostWeight bounds what a word tells: that a note lacks one that hardly any has, says as
// much as that it lacks a rare one.
const mostWeight = 6.0

// minPart is how long a part of a word is at least.
const minPart = 3

func (g *generation) notesWith(term string) (n int) {
	for _, s := range g.segments {
		_, in := s.find(term)
		n += in
	}
	return n
}

// size is how many notes there are, those of files that changed since included.
func (g *generation) size() (notes int, words uint64) {
	for _, s := range g.segments {
		notes += s.notes()
		words += s.words
	}
	return notes, words
}

// rarity is how much a word tells that n notes have.
func (g *generation) rarity(n int) float64 {
	all, _ := g.size()
	return math.Log(1 + (float64(max(all-n, 0))+0.5)/(float64(n)+0.5))
}

// grams is the set of the trigrams of a text, by their hashes.
type grams struct {
	set  [gramBits / 64]uint64
	size int
}

const gramBits = 1 << 13

func (g *grams) add(text string) {
	var a, b rune = ' ', ' '
	for _, r := range text {
		switch class := classOf(r); class {
		case classMark:
			continue
		case classOther, classJoin:
			r = ' '
		default:
			r = fold(r)
		}
		if r == ' ' && b == ' ' {
			continue
		}
		h := (uint32(a)*0x9E3779B1 ^ uint32(b)*0x85EBCA6B ^ uint32(r)*0xC2B2AE35) * 0x27D4EB2F >> 19
		if bit := uint64(1) << (h % 64); g.set[h/64]&bit == 0 {
			g.set[h/64] |= bit
			g.size++
		}
		a, b = b, r
	}
}

// both counts the trigrams that are in both texts.
func (g *grams) both(o *grams) (n int) {
	for i, w := range g.set {
		n += bits.OnesCount64(w & o.set[i])
	}
	return n
}

// jaccard is how alike two texts are by their trigrams.
func (g *grams) jaccard(o *grams) float64 {
	both := g.both(o)
	return float64(both) / float64(max(1, g.size+o.size-both))
}

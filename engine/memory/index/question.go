package index

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pp/engine/sorting"
)

// question is a text that is searched for.
type question struct {
	slots  []slot
	weight float64 // of all slots
	grams  grams
}

// slot is a word of a question, and the terms that answer to it.
type slot struct {
	word   string // folded
	count  int    // how often it stands in the question
	terms  []variant
	weight float64 // how much the word tells: its inverse document frequency
	best   float64 // of the terms' likeness
	notes  int     // that have one of the terms
	beside uint32  // slots of the words that make one name with it, such as a first and a last one
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
	all := wordsIn(text, true)
	if len(all) == 0 {
		all = wordsIn(text, false)
	}
	for _, s := range all {
		s.best, s.terms = 1, []variant{{stem(s.word), 1}}
		n := g.notesWith(s.terms[0].term)
		if n == 0 && s.count < 0 {
			continue // an identifier that is written otherwise: its parts are searched for
		}
		s.count = max(s.count, -s.count)
		if n == 0 {
			s.terms, n = g.mistyped(s.word)
			s.best = 0
			for _, t := range s.terms {
				s.best = max(s.best, t.like)
			}
		}
		s.weight, s.notes = g.rarity(n), n
		q.slots = append(q.slots, s)
	}
	if len(q.slots) > maxSlots {
		sorting.StableBy(q.slots, func(a, b slot) int {
			return cmp.Compare(b.weight*math.Sqrt(float64(b.count)), a.weight*math.Sqrt(float64(a.count)))
		})
		q.slots = q.slots[:maxSlots]
	}
	for _, s := range q.slots {
		q.weight += s.weight
	}
	q.nameParts(text)
	q.grams.add(text)
	return q
}

// What words that a note has not take from its likeness, beside what those tell that it has:
// one that other notes have a part of its weight, since it may be how the question is put; one
// that no note has more, since it may be what is asked about. They were found by trying, so
// that three quarters tell answers from notes that only share words with a question.
const (
	otherPart   = 0.5
	unknownCost = 3.0
	nameCost    = 1.5
	anyCost     = 4.0
	likeShape   = 0.8
)

// like is how like a question is what has some of its words, by the bits of their slots.
func (q *question) like(slots uint32) float64 {
	has, lacks := 0.0, 0.0
	for i, s := range q.slots {
		switch {
		case slots&(1<<i) != 0:
			has += s.weight * s.best
		case s.beside&slots != 0: // somebody else of that name
			lacks += nameCost * s.weight
		case len(s.terms) == 0 || s.notes == 0:
			lacks += unknownCost * s.part()
		default:
			lacks += otherPart * s.weight * s.part()
		}
	}
	if lacks > 0 {
		lacks += anyCost
	}
	return math.Pow(has/max(has+lacks, 1e-9), likeShape)
}

// Two notes are about the same when they have the same words of a question, or nearly so and
// most of those that few notes have.
const (
	sameLike = 0.6
	sameFew  = 0.45
	fewNotes = 10
)

// samePlace reports whether a note is about the same as one before it.
func (q *question) samePlace(before, c *candidate) bool {
	if before.slots == c.slots {
		return true
	}
	few, both, rarest := 0.0, 0.0, 0.0
	shared := false // the rarest
	for i, s := range q.slots {
		bit := uint32(1) << i
		if before.slots&bit == 0 || s.notes > fewNotes {
			continue
		}
		few += s.weight
		if c.slots&bit != 0 {
			both += s.weight
		}
		if s.weight > rarest {
			rarest, shared = s.weight, c.slots&bit != 0
		}
	}
	return shared && both >= sameFew*few && c.like >= sameLike*before.like
}

// nameParts notes which words stand side by side with capital letters.
func (q *question) nameParts(text string) {
	before := -1
	for field := range strings.FieldsSeq(text) {
		at := -1
		if first, _ := utf8.DecodeRuneInString(field); unicode.IsUpper(first) {
			var t tokenizer
			t.words(field, func(b []byte) {
				base := stem(string(b))
				if i := slices.IndexFunc(q.slots, func(s slot) bool { return stem(s.word) == base }); i >= 0 && at < 0 {
					at = i
				}
			})
		}
		if at >= 0 && before >= 0 && at != before {
			q.slots[at].beside |= 1 << before
			q.slots[before].beside |= 1 << at
		}
		if before = at; strings.ContainsAny(field[len(field)-1:], ".,;:!?") {
			before = -1
		}
	}
}

// part is how much of a word a slot is: two characters of a script without spaces are as often
// the end of one word and the beginning of another.
func (s slot) part() float64 {
	if r, _ := utf8.DecodeRuneInString(s.word); classOf(r) == classSolid {
		return 0.5
	}
	return 1
}

// wordsIn gives the words of a text once each, by stems, in their order. Of the whole of an
// identifier that has parts the count is negative.
func wordsIn(text string, telling bool) (all []slot) {
	at := map[string]int{}
	var t tokenizer
	t.words(text, func(b []byte) {
		word := string(b)
		if telling && common(word) {
			return
		}
		n := 1
		if t.compound {
			n = -1
		}
		base := stem(word)
		if i, known := at[base]; known {
			all[i].count = max(all[i].count, -all[i].count) + 1
			return
		}
		at[base] = len(all)
		all = append(all, slot{word: word, count: n})
	})
	return all
}

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

// How many terms a mistyped word is taken for, and how much a typing error takes away.
const (
	maxVariants = 4
	errorLoss   = 0.8
	beginLoss   = 0.7 // first letters are seldom wrong
)

// mistyped gives the terms nearest to a word that no note has. What words an index has is
// looked through whole, by the letters that they have.
func (g *generation) mistyped(word string) (found []variant, notes int) {
	if strings.ContainsAny(word, "0123456789") { // another number is another thing
		return nil, 0
	}
	likes := map[string]float64{}
	for _, form := range slices.Compact([]string{word, stem(word)}) {
		g.near([]rune(form), func(term string, like float64) {
			base := stem(term)
			likes[base] = max(likes[base], like)
		})
	}
	for term, like := range likes {
		if n := g.notesWith(term); n > 0 {
			found = append(found, variant{term, like})
		}
	}
	sorting.By(found, func(a, b variant) int {
		return cmp.Or(cmp.Compare(b.like, a.like), cmp.Compare(a.term, b.term))
	})
	found = found[:min(len(found), maxVariants)]
	for _, v := range found {
		notes += g.notesWith(v.term)
	}
	return found, notes
}

// near gives the terms that are at most a typing error away from a word, two from a long
// one; of a very short one only those in which a letter was left out.
func (g *generation) near(word []rune, visit func(term string, like float64)) {
	if len(word) < 4 || len(word) > maxWord {
		return
	}
	errors := 1
	if len(word) > 6 {
		errors = 2
	}
	letters := lettersOf(string(word))
	for _, s := range g.segments {
		for i := range s.terms() {
			if bits.OnesCount32(letters^s.letters(i)) > 2*errors {
				continue
			}
			text, _ := s.term(i)
			term := []rune(string(text))
			d := distance(word, term, errors)
			if d > errors || len(word) == 4 && len(term) < 5 {
				continue
			}
			like := math.Pow(errorLoss, float64(d))
			if term[0] != word[0] {
				like *= beginLoss
			}
			visit(string(text), like)
		}
	}
}

// distance is how many letters are to be put in, left out, changed or swapped with the next
// to make one word of another; more than most is most+1.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most || len(b) > maxWord {
		return most + 1
	}
	var rows [3][maxWord + 1]int
	before, last, now := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			d := last[j-1]
			if a[i-1] != b[j-1] {
				d = 1 + min(d, last[j], now[j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d = min(d, 1+before[j-2])
				}
			}
			now[j] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
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

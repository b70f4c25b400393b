package index

import (
	"math/bits"
	"strings"
	"unicode"
	"unicode/utf8"

	"pp/engine/sorting"
)

// rival is how much less likely a note is to answer than the best one, by the logarithm, that answers as well.
const rival, nearly = 2, 0.5

// latest puts first, the newest before the older ones, the notes that answer, or answer about as well as the best
// one, or take up what that one said: what is asked for is how things are now.
func (r *ranking) latest(list []candidate) {
	if r.ask == nil || r.but != 0 || len(list) == 0 {
		return
	}
	list = list[:min(len(list), maxSame)]
	best := list[0]
	least := min(-nearly, best.odds-rival)
	for i := range list {
		list[i].rival = list[i].odds >= least
	}
	if best.odds >= 0 {
		r.takeUp(list, r.saying(&best).words)
	}
	sorting.StableBy(list, func(a, b candidate) int {
		switch {
		case a.rival && b.rival:
			return newerFirst(&a, &b)
		case a.rival:
			return -1
		case b.rival:
			return 1
		}
		return 0
	})
	list[0].like = max(list[0].like, best.like)
	for i := len(list) - 2; i >= 0; i-- {
		list[i].rank = max(list[i].rank, list[i+1].rank)
	}
}

// saidAgain is how much of what was asked, as far as a note answers it, a later one about the same says again.
const saidAgain = 0.5

// takeUp finds those of the notes that take up what the first one said: newer ones about the same, which lack the name
// of nobody whom that one names. Such a one has a word that only these two have; or it lacks one word at most, hardly
// another note is as much about it, and it gives a value of the kind that is asked for: what is said later of such a
// thing, in whatever words, is said of the same.
func (r *ranking) takeUp(list []candidate, said map[string]bool) {
	answer := &list[0]
	for i := range list {
		if c := &list[i]; c.near == 0 {
			r.ask.place(c, r.g.segments[c.seg].outline(c.note), c.body)
		}
	}
	kind := r.ask.wants
	if kind == 0 {
		kind, _ = r.values(answer)
	}
	for i := range list[1:] {
		c := &list[i+1]
		both := c.near & answer.near
		if c.rival || newerFirst(c, answer) >= 0 || r.ask.named(answer.near&^both) ||
			r.ask.worth(both) < saidAgain*r.ask.worth(answer.near) {
			continue
		}
		others := -1 // not this one itself
		for _, o := range list[1:] {
			if o.near&both == both {
				others++
			}
		}
		c.rival = r.alone(r.saying(c).words, said)
		if !c.rival && bits.OnesCount32(answer.near&^both) < 2 &&
			(others == 0 || others <= fewOthers && r.changes(c)) {
			near, _ := r.values(c)
			c.rival = near&kind != 0 && !r.replaces(c, answer)
		}
	}
}

// fewOthers is of how many notes more, at most, one is taken for what is said later of a thing.
const fewOthers = 1

// alone reports whether two notes have a word that no other one has, and that was not asked with.
func (r *ranking) alone(words, said map[string]bool) bool {
	for word := range words {
		if said[word] && r.ask.words(word) == 0 && r.g.notesWith(stem(word)) == 2 {
			return true
		}
	}
	return false
}

// named reports whether some words of a question are names, or have numbers: without them it is another thing.
func (q *question) named(slots uint32) bool {
	for i, s := range q.slots {
		if slots>>i&1 != 0 && (s.name || strings.ContainsAny(s.word, "0123456789")) {
			return true
		}
	}
	return false
}

// changes reports whether a note says of itself that something is not as it was.
func (r *ranking) changes(c *candidate) (says bool) {
	var t tokenizer
	t.words(string(r.g.segments[c.seg].details(c.note).title)+"\n"+c.body, func(word []byte) {
		says = says || has(changed, string(word))
	})
	return says
}

const changed = " now new newly changed change moved instead longer anymore switched since replaced until took takes " +
	"left gone renewed raised different today stopped lost dropped closed again jetzt neu neue neuen " +
	"neuer neues seit statt nun geandert umgezogen nouveau nouvelle maintenant desormais depuis change " +
	"nuevo nueva ahora desde cambio "

// How many of the best are compared with each other. Two are about the same thing when most
// words of the one that says less are in the other too, and that does not say much more.
const (
	maxSame   = 40
	sameWords = 0.75
	sameShare = 0.4
)

// supersede finds notes about the same thing, puts the newer before the older, and gives
// the newest of each older one.
func (r *ranking) supersede(list []candidate) map[place]place {
	newer := map[place]place{}
	if r.ask == nil {
		return newer
	}
	list = list[:min(len(list), maxSame)]
	said := make([]saying, len(list))
	for i := range list {
		said[i] = r.saying(&list[i])
	}
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			a, b := &list[i], &list[j]
			if a.slots != b.slots || r.g.class(a.place).scope != r.g.class(b.place).scope || !said[i].same(said[j]) {
				continue
			}
			order := newerFirst(a, b)
			if order > 0 { // the lower one is newer: it takes the other's place
				a.rank, b.rank = b.rank, a.rank
				*a, *b = *b, *a
				said[i], said[j] = said[j], said[i]
			}
			if _, known := newer[b.place]; order != 0 && !known {
				newer[b.place] = a.place
			}
		}
	}
	return newer
}

// saying is what a note says: its words but numbers, and which of them are names.
type saying struct{ words, names map[string]bool }

func (r *ranking) saying(c *candidate) saying {
	text := string(r.g.segments[c.seg].details(c.note).title) + "\n" + c.body
	s := saying{map[string]bool{}, map[string]bool{}}
	var t tokenizer
	for line := range strings.Lines(text) {
		begins := true
		for field := range strings.FieldsSeq(line) {
			first, _ := utf8.DecodeRuneInString(field)
			named := !begins && unicode.IsUpper(first)
			t.words(field, func(w []byte) {
				if word := string(w); !stopWord(word) && !strings.ContainsAny(word, "0123456789") {
					s.words[word] = true
					if named {
						s.names[word] = true
					}
				}
			})
			begins = strings.ContainsAny(field[len(field)-1:], ".!?:")
		}
	}
	return s
}

// same reports whether two notes are about the same thing. They are not when each names
// somebody of whom the other does not speak.
func (s saying) same(o saying) bool {
	both := shared(s.words, o.words)
	less, more := min(len(s.words), len(o.words)), max(len(s.words), len(o.words))
	return both > 0 && float64(both) >= sameWords*float64(less) && float64(both) >= sameShare*float64(less+more-both) &&
		(shared(s.names, o.words) == len(s.names) || shared(o.names, s.words) == len(o.names))
}

func shared(a, b map[string]bool) (n int) {
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}

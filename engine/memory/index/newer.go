package index

import (
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
	least, said := min(-nearly, best.odds-rival), r.saying(&best)
	for i := range list {
		c := &list[i]
		c.rival = c.odds >= least || r.takesUp(c, &best, said)
	}
	sorting.StableBy(list, func(a, b candidate) int {
		switch {
		case a.rival && b.rival:
			return r.newerFirst(a, b)
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

// takesUp reports whether a note is newer than the one that answers, is about the same, and has a word that only these
// two have: what is said later of such a thing, in whatever words, is said of the same.
func (r *ranking) takesUp(c, answer *candidate, said saying) bool {
	if answer.odds < 0 || r.newerFirst(*c, *answer) >= 0 ||
		r.ask.worth(c.slots&answer.slots) < saidAgain*r.ask.worth(answer.slots) {
		return false
	}
	for word := range r.saying(c).words {
		if said.words[word] && r.ask.words(word) == 0 && r.g.notesWith(stem(word)) == 2 {
			return true
		}
	}
	return false
}

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
			order := r.newerFirst(*a, *b)
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

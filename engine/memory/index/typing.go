package index

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"pp/engine"
)

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
	slices.SortFunc(found, func(a, b variant) int {
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
			d := engine.DistanceWithin(word, term, errors)
			if d > errors || len(word) == 4 && len(term) < 5 {
				continue
			}
			like := math.Pow(errorLoss, float64(d))
			if term[0] != word[0] {
				if d > 1 {
					continue
				}
				like *= beginLoss
			}
			visit(string(text), like)
		}
	}
}

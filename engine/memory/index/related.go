package index

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strings"
)

// relatedWords has, in each line, words that people put for each other, or for one thing, when they note that it
// changed: who has another dentist writes of teeth.
//
//go:embed related.txt
var relatedWords string

// related gives the stems that stand beside a stem in the lists.
func related(base string) (out []string) {
	for line := range strings.Lines(relatedWords) {
		if !strings.Contains(line, base[:min(len(base), 3)]) {
			continue
		}
		stems := strings.Fields(line)
		for i, word := range stems {
			stems[i] = stem(word)
		}
		if slices.Contains(stems, base) {
			out = append(out, stems...)
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(s string) bool { return s == base })
}

const (
	maxKindred  = 5
	kindredPart = 0.6 // of what a word tells, that a related one does
	kindredLike = 0.6 // of how like a note about the thing is
)

// kindred gives some of what is newer than all notes about a thing, and has words of the question or related ones: it
// may say in other words how things are now, so that it is given, too, behind them.
func (r *ranking) kindred(thing []candidate) []candidate {
	worth := map[place]float64{}
	for i := range r.ask.slots {
		for p, w := range r.telling(&r.ask.slots[i]) {
			worth[p] += w
		}
	}
	var found []candidate
	for p, w := range worth {
		c := candidate{place: p, score: w}
		if r.allows(r.g.segments[p.seg])[r.g.at(p).class()] && r.takes(p) {
			if c.when = r.when(p); newerFirst(&c, &thing[0]) < 0 {
				found = append(found, c)
			}
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), newerFirst(&a, &b), cmp.Compare(r.g.key(a.place), r.g.key(b.place)))
	})
	out := found[:0]
	for i := range found {
		if len(out) < maxKindred && r.open(&found[i]) {
			found[i].like, found[i].rank = kindredLike*thing[0].like, kindredLike*thing[0].rank
			out = append(out, found[i])
		}
	}
	return out
}

// telling gives the notes that have a word of the question, or a related one, and how much that tells.
func (r *ranking) telling(s *slot) map[place]float64 {
	all, tells := float64(r.ask.notes+1), map[place]float64{}
	take := func(term string, part float64) {
		n := r.g.notesWith(term)
		if n == 0 || n > manyHave {
			return
		}
		for i, seg := range r.g.segments {
			list, left := seg.find(term)
			for at := uint32(0); left > 0; left-- {
				step, _ := list.posting()
				at += step
				p := place{i, int(at) - 1}
				tells[p] = max(tells[p], part*math.Log(all/(float64(n)+0.5)))
			}
		}
	}
	for _, v := range s.terms {
		take(v.term, v.like)
	}
	for _, term := range related(stem(s.word)) {
		take(term, kindredPart)
	}
	return tells
}

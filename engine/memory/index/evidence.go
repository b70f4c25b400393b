package index

import (
	"math"
	"math/bits"
)

// meet counts the notes of a segment that have two words of a question.
func (q *question) meet(slots []uint64) {
	for _, has := range slots {
		m := uint32(has) | uint32(has>>titleBits)
		if uint32(has) == 0 || m&(m-1) == 0 {
			continue
		}
		for a := m; a != 0; a &= a - 1 {
			i := bits.TrailingZeros32(a)
			for b := a & (a - 1); b != 0; b &= b - 1 {
				q.common[i][bits.TrailingZeros32(b)]++
			}
		}
	}
}

// tie finds out which words of a question keep company with another of them in the notes more often than by chance:
// those it is about. The others are how it is asked.
func (q *question) tie() {
	all := float64(max(1, q.notes))
	scale := 1 / (tieScale * math.Log(all+2))
	for i := range q.slots {
		for j := range i {
			n := q.common[j][i]
			if n == 0 {
				continue
			}
			more := math.Log((float64(n)-chance)*all/float64(q.slots[i].notes*q.slots[j].notes)) * scale
			q.tied[i], q.tied[j] = max(q.tied[i], more), max(q.tied[j], more)
		}
	}
	q.weight, q.told = 0, 0
	for i := range q.slots {
		s := &q.slots[i]
		switch {
		case s.name:
			q.tied[i] = 1
		case s.notes > 0:
			q.tied[i] = (max(0, min(1, q.tied[i]))*all + tieGuess*fewNotes) / (all + fewNotes)
		}
		s.about = s.weight * (untied + (1-untied)*q.tied[i])
		q.weight += s.about
		q.told += s.weight
	}
}

const (
	tieScale = 0.35
	chance   = 0.7
	untied   = 0.1
	tieGuess = 1
	fewNotes = 100 // of fewer little can be said
)

// covers is how much of what a question is about a note has.
func (q *question) covers(c *candidate) float64 {
	has := 0.0
	for i, s := range q.slots {
		if c.slots&(1<<i) != 0 {
			has += s.about * s.best
		}
		if c.apart&(1<<i) != 0 && q.phrase(i) {
			has -= apartPart * min(s.about, q.slots[i+1].about)
		}
	}
	return max(0, has) / max(q.weight, 1e-9)
}

const apartPart = 0.6

// What speaks for and against that a note answers a question, in words that tell all that a word can.
const (
	signBias      = iota
	signHas       // tied words that it has
	signBody      // those of them that stand in its text alone
	signTypos     // words that it has if they were mistyped
	signApart     // names that stand together in the question and not in it
	signSame      // many notes have as much: by the logarithm of how many
	signName      // names that it lacks
	signShare     // which part of the tied words it lacks
	signTitle     // words that it lacks where all that it has stands in its title
	signTitleWh   // likewise, of those that are asked for
	signTitleTied // likewise, of those that are tied
	// The words that it lacks by where they stand, each tied, untied, or in no note: beside those that it has, behind
	// what asks, what is done, and elsewhere in the same sentence.
	signBeside
	signWh   = signBeside + kinds
	signVerb = signWh + kinds
	signElse = signVerb + kinds
	signs    = signElse + kinds

	tiedKind, untiedKind, noneKind, kinds = 0, 1, 2, 3
)

// weights are how much the signs count. They were fitted by logistic regression to which of 3,000 questions, put in
// a hundred ways, five collections of notes answer, so that three quarters of likeness parts the two.
var weights = [signs]float64{
	signBias: -1.71, signHas: 1.40, signBody: 0.38, signTypos: -0.73, signApart: -4, signSame: -2.97, signName: -0.63,
	signShare: -3.14, signTitle: -0.50, signTitleWh: -1.73, signTitleTied: -2,
	signBeside: -4.09, signBeside + untiedKind: -0.87, signBeside + noneKind: -0.72,
	signWh: -0.66, signWh + untiedKind: -1.97, signWh + noneKind: -1.24,
	signVerb: -2.37, signElse: -1.45,
}

const (
	tiedEnough = 0.3
	mostHas    = 3.2
	wholeSign  = 3
)

// like is how likely a note is what a question asks for: over three quarters is likely enough. As many notes as same
// have as much of the question.
func (q *question) like(c *candidate, same int) float64 {
	f, whole := q.evidence(c)
	f[signSame] = math.Log(max(1, float64(same)/3))
	z := wholeSign + weights[signTypos]*f[signTypos]
	if !whole {
		z = 0
		for i, w := range weights {
			z += w * f[i]
		}
	}
	return 1 / (1 + math.Exp(-z)/3)
}

// evidence gives the signs of a note; whole is that it lacks nothing.
func (q *question) evidence(c *candidate) (f [signs]float64, whole bool) {
	inTitle, inBody, all, lacks := 0.0, c.inBody&^c.titles, 0.0, 0.0
	if inBody == 0 && c.titles&^c.own&c.slots == 0 {
		inTitle = 1
	}
	at := q.standing(c)
	whole = true
	for i, s := range q.slots {
		tied := s.weight * q.tied[i]
		all += tied
		if c.slots&(1<<i) == 0 {
			whole = whole && s.weight == 0
			lacks += q.lacks(i, at, inTitle, &f)
			continue
		}
		f[signHas] += tied
		if inBody&(1<<i) != 0 {
			f[signBody] += tied
		}
		if s.best < 1 {
			f[signTypos] += s.weight
		}
		if c.apart&(1<<i) != 0 && q.phrase(i) {
			f[signApart] += min(s.weight, q.slots[i+1].weight)
			whole = false
		}
	}
	f[signBias] = 1
	f[signHas], f[signBody] = min(mostHas, f[signHas]), min(1, f[signBody])
	f[signShare] /= max(0.1, all)
	f[signTitle], f[signTitleWh] = inTitle*min(1, lacks), min(1, f[signTitleWh])
	return f, whole
}

// standing is in which sentences of a question, and beside which words, there is something that a note has.
type standing struct{ parts, chunks map[int]bool }

func (q *question) standing(c *candidate) standing {
	at := standing{map[int]bool{}, map[int]bool{}}
	for least := tiedEnough; len(at.chunks) == 0 && least >= 0; least -= tiedEnough {
		for i, s := range q.slots {
			if c.slots&(1<<i) != 0 && q.tied[i] >= least {
				at.chunks[s.chunk], at.parts[s.part] = true, true
			}
		}
	}
	return at
}

// lacks adds the signs of a word that a note lacks, and gives how much it tells in a sentence that counts.
func (q *question) lacks(i int, at standing, inTitle float64, f *[signs]float64) float64 {
	s, tied := &q.slots[i], q.tied[i]
	w := s.weight
	f[signShare] += w * tied
	if s.name {
		f[signName] += w
	}
	if !at.parts[s.part] {
		return 0
	}
	sign := signElse
	switch {
	case s.verb && !s.wh && tied < tiedEnough:
		sign = signVerb
	case at.chunks[s.chunk]:
		sign = signBeside
	case s.wh:
		sign = signWh
		f[signTitleWh] += inTitle * w
	case s.verb:
		sign = signVerb
	}
	f[signTitleTied] += inTitle * w * tied
	switch {
	case s.notes == 0 && !s.name:
		f[sign+noneKind] += w
	case s.best < 1:
		f[sign+untiedKind] += w
	default:
		f[sign] += w * tied
		f[sign+untiedKind] += w * (1 - tied)
	}
	return w
}

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
func (q *question) covers(c *candidate) float64 { return q.worth(c.slots) / max(q.weight, 1e-9) }

// worth is how much some words of a question tell of what it is about.
func (q *question) worth(slots uint32) (sum float64) {
	for i, s := range q.slots {
		if slots&(1<<i) != 0 {
			sum += s.about * s.best
		}
	}
	return sum
}

// What speaks for and against that a note answers a question, in words that tell all that a word can.
const (
	signBias   = iota
	signHas    // words that one passage of it has, with the titles above
	signFar    // tied words that stand elsewhere in it
	signOther  // names that it lacks, where it speaks of somebody else of the same first or last name
	signBare   // names that it lacks, where it has the other one alone, by how many that may be
	signSame   // many notes have as much: by the logarithm of how many
	signTypos  // words that it has if they were mistyped
	signLack   // tied words that it lacks
	signUntied // others that it lacks
	signNone   // those that no note has
	signs
)

// weights are how much the signs count. They were fitted by logistic regression to 2,000 questions over eight
// collections of notes by several authors, such that of the notes with most words the right one is likelier than any
// other, and none likelier still where there is none. What holds only for some authors has no sign: each was kept
// only where it helped to judge the questions of an author whose notes were left out.
var weights = [signs]float64{
	signBias: -1.39, signHas: 1.40, signFar: 1.03, signOther: -4.49, signBare: -2.70, signSame: -2.58, signTypos: 1.05,
	signLack: -4.60, signUntied: -1.40, signNone: -1.16,
}

const tiedEnough = 0.3

// odds is the logarithm of how much likelier than not a note answers a question. As many notes as same have as much
// of the question.
func (q *question) odds(c *candidate, same int) (z float64) {
	for i, f := range q.evidence(c, same) {
		z += weights[i] * f
	}
	return z
}

// like is how like a note is to what was asked: three quarters where it is as likely as not the answer.
func like(odds float64) float64 { return 1 / (1 + math.Exp(-odds)/3) }

// evidence gives the signs of a note.
func (q *question) evidence(c *candidate, same int) (f [signs]float64) {
	f[signBias], f[signSame] = 1, math.Log(max(1, float64(same)/3))
	parts := q.parts(c)
	for i, s := range q.slots {
		tied := s.weight * q.tied[i]
		switch bit := uint32(1) << i; {
		case c.near&bit != 0:
			f[signHas] += s.weight
			if s.best < 1 {
				f[signTypos] += s.weight
			}
		case c.slots&bit != 0:
			f[signFar] += tied
		case c.other&bit != 0:
			f[signOther] += s.weight
		case c.bare[i] > 0:
			f[signBare] += s.weight * (1 - float64(c.bare[i]))
		case parts&(1<<min(s.part, 63)) == 0: // what is said beside
		case s.notes == 0 && !s.name:
			f[signNone] += s.weight
		default:
			f[signLack] += tied
			f[signUntied] += s.weight - tied
		}
	}
	f[signHas] = min(mostHas, f[signHas])
	return f
}

const mostHas = 4

// parts is in which sentences of a question there is something that a note has.
func (q *question) parts(c *candidate) (parts uint64) {
	for least := tiedEnough; parts == 0 && least >= 0; least -= tiedEnough {
		for i, s := range q.slots {
			if c.slots&(1<<i) != 0 && q.tied[i] >= least {
				parts |= 1 << min(s.part, 63)
			}
		}
	}
	return parts
}

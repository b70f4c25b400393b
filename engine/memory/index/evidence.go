package index

import (
	"math"
	"math/bits"
)

// covers is how much of what a question tells a note has.
func (q *question) covers(c *candidate) float64 { return q.worth(c.slots) / max(q.tells, 1e-9) }

// worth is how much some words of a question tell.
func (q *question) worth(slots uint32) (sum float64) {
	for i, s := range q.slots {
		if slots&(1<<i) != 0 {
			sum += s.tells * s.best
		}
	}
	return sum
}

// What counts against a note, as parts of what words tell that it has.
const (
	lackPart    = 0.7 // of a word that it lacks
	otherPart   = 1.5 // of a name that it lacks, where it speaks of somebody else of the same first or last name
	unknownLoss = 1   // a word that no note has
	mostUnknown = 2   // of them
	sameLoss    = 5   // that many notes have as much, by the logarithm of how many
	wholeGain   = 3   // that nothing is lacking that some note has
	oddsScale   = 0.27
)

// odds is the logarithm of how much likelier than not a note answers a question: whether the words that it has of it
// tell more than those that some note of so many has by chance. As many notes as same have as much of it.
func (q *question) odds(c *candidate, same int) float64 {
	sum := -math.Log(float64(q.notes+1)) - sameLoss*math.Log(max(1, float64(same)/2))
	if q.whole(c, same) {
		sum += wholeGain
	}
	parts, unknown := q.parts(c), 0
	for i, s := range q.slots {
		switch bit := uint32(1) << i; {
		case c.slots&bit != 0:
			sum += s.tells * s.best
		case c.other&bit != 0:
			sum -= otherPart * s.tells
		case parts&(1<<min(s.part, 63)) == 0: // what is said beside
		case s.notes == 0:
			unknown++
		default:
			sum -= lackPart * s.tells
		}
	}
	return oddsScale * (sum - unknownLoss*float64(min(mostUnknown, unknown)))
}

// whole reports whether a note lacks nothing of a question that some note has. Of a question with words that no note
// has, it then is the only one that has as much, or it was found by the one word that there is.
func (q *question) whole(c *candidate, same int) bool {
	had := bits.OnesCount32(c.slots)
	for i, s := range q.slots {
		if c.slots&(1<<i) == 0 && s.notes > 0 {
			return false
		}
	}
	return had == len(q.slots) || had == 1 || same == 1 && had > 0
}

// like is how like a note is to what was asked: three quarters where it is as likely as not the answer.
func like(odds float64) float64 { return 1 / (1 + math.Exp(-odds)/3) }

// parts is in which sentences of a question there is something that a note has.
func (q *question) parts(c *candidate) (parts uint64) {
	for i, s := range q.slots {
		if c.slots&(1<<i) != 0 {
			parts |= 1 << min(s.part, 63)
		}
	}
	return parts
}

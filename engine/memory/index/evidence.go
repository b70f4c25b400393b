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

// What speaks for and against that a note answers a question.
const (
	signBias  = iota
	signHas   // tied words that it has
	signBody  // those that stand in its text alone
	signTypos // of what it has
	signApart
	signSame // many other notes have as much
	signName
	signShare   // how much of the tied words it lacks
	signTitle   // all that it has stands in its title, and something is lacking
	signTitleWh // likewise, what is asked for
	signTitleTied
	signFar    // lacked in sentences of which it has nothing
	signBeside // lacked right beside what it has: tied, untied, unknown
	signBesideUntied
	signBesideNone
	signWh
	signWhUntied
	signWhNone
	signVerb
	signVerbUntied
	signVerbNone
	signElse
	signElseUntied
	signElseNone
	signs
)

// evidence gives the signs of a note; whole is that it lacks nothing.
func (q *question) evidence(c *candidate, same int) (f [signs]float64, whole bool) {
	chunks, parts, lacks, tied := map[int]bool{}, map[int]bool{}, 0.0, 0.0
	for least := tiedEnough; len(chunks) == 0 && least >= 0; least -= tiedEnough {
		for i, s := range q.slots {
			if c.slots&(1<<i) != 0 && q.tied[i] >= least {
				chunks[s.chunk], parts[s.part] = true, true
			}
		}
	}
	whole = true
	inBody, titleOnly := c.inBody&^c.titles, 0.0
	if inBody == 0 && c.titles&^c.own&c.slots == 0 {
		titleOnly = 1
	}
	f[signBias] = 1
	for i, s := range q.slots {
		w, t := s.weight, q.tied[i]
		tied += w * t
		if c.slots&(1<<i) != 0 {
			f[signHas] += w * t
			if inBody&(1<<i) != 0 {
				f[signBody] += w * t
			}
			if s.best < 1 {
				f[signTypos] += w
			}
			if c.apart&(1<<i) != 0 && q.phrase(i) {
				f[signApart] += min(w, q.slots[i+1].weight)
				whole = false
			}
			continue
		}
		if w > 0 {
			whole = false
		}
		f[signShare] += w * t
		if s.name {
			f[signName] += w
		}
		if !parts[s.part] {
			f[signFar] += w
			continue
		}
		lacks += w
		at := signElse
		switch {
		case s.verb && !s.wh && t < tiedEnough:
			at = signVerb
		case chunks[s.chunk]:
			at = signBeside
		case s.wh:
			at = signWh
			f[signTitleWh] += titleOnly * w
		case s.verb:
			at = signVerb
		}
		f[signTitleTied] += titleOnly * w * t
		switch {
		case s.notes == 0 && !s.name:
			f[at+2] += w
		case s.best < 1:
			f[at+1] += w
		default:
			f[at] += w * t
			f[at+1] += w * (1 - t)
		}
	}
	f[signHas] = min(mostHas, f[signHas])
	f[signBody] = min(1, f[signBody])
	f[signTitle] = titleOnly * min(1, lacks)
	f[signShare] /= max(0.1, tied)
	f[signSame] = math.Log(max(1, float64(same)/3))
	f[signTitleWh] = min(1, f[signTitleWh])
	return f, whole
}

const (
	tiedEnough = 0.3
	mostHas    = 3.2
)

// like is how likely a note is what a question asks for: over three quarters is likely enough.
func (q *question) like(c *candidate, same int) float64 {
	f, whole := q.evidence(c, same)
	z := wholeSign + weights[signTypos]*f[signTypos]
	if !whole {
		z = 0
		for i, w := range weights {
			z += w * f[i]
		}
	}
	return 1 / (1 + math.Exp(-z)/3)
}

const wholeSign = 3

var weights = [signs]float64{
	signBias:         -1.71,
	signHas:          1.40,
	signBody:         0.38,
	signTypos:        -0.73,
	signApart:        -4,
	signSame:         -2.97,
	signName:         -0.63,
	signShare:        -3.14,
	signTitle:        -0.50,
	signTitleWh:      -1.73,
	signTitleTied:    -2.00,
	signBeside:       -4.09,
	signBesideUntied: -0.87,
	signBesideNone:   -0.72,
	signWh:           -0.66,
	signWhUntied:     -1.97,
	signWhNone:       -1.24,
	signVerb:         -2.37,
	signElse:         -1.45,
}

package secrets

import (
	"cmp"
	"math"
	"slices"
)

// Match is a secret found in a text. It does not carry the value.
type Match struct {
	Rule string // the format, [RuleVault], "assignment", or "unchecked"
	Name string // under what name the value is stored, when Rule is "vault"
	// Start and End delimit the bytes of the text that hold the secret, encoded
	// as it stands there.
	Start, End int
	// Encoding says how it was hidden, outermost first, as in "base64>escape"; ""
	// when it stood there plainly.
	Encoding string
	// Generic is set for what only its context and randomness tell, not a
	// format: an assigned value.
	Generic bool
}

// Options change what Scan looks for. The zero value looks for every known
// format and no stored value.
type Options struct {
	Vault *Vault // stored values to look for too
}

// The bounds of a scan, as multiples of the text's length.
const (
	maxDepth     = 2 // encodings inside one another
	levelFactor  = 4 // bytes decoded for one level
	levelExtra   = 4096
	effortFactor = 64 // steps in matchers
	effortExtra  = 1 << 16
)

// RuleVault is the rule of a match that is a stored value.
const RuleVault = "vault"

// Rule names that are not those of a format either.
const (
	ruleAssignment = "assignment"
	ruleUnchecked  = "unchecked"
)

// Scan returns the secrets in text in order of position, none overlapping
// another. The work is linear in the length of text, whatever it holds; where
// a part could not be looked through within that, there is a match of rule
// "unchecked". It is a pure function and safe for concurrent use.
func Scan(text string, opts Options) []Match {
	if len(text) > math.MaxInt32 {
		return []Match{{Rule: ruleUnchecked, End: len(text)}}
	}
	s := &scanner{
		vault:  opts.Vault,
		table:  allTriggers(),
		effort: effortFactor*len(text) + effortExtra,
		limit:  levelFactor*len(text) + levelExtra,
	}
	s.minRun, s.minText = minEncoded, minText
	if s.vault != nil {
		s.minRun, s.minText = minEncodedVault, minTextVault
	}
	s.origin = view{text: text}
	s.levels(&s.origin)
	return merge(s.found)
}

// scanner is the state of one scan.
type scanner struct {
	vault  *Vault
	table  triggers
	origin view
	found  []Match
	effort int // steps left
	limit  int // bytes a level may decode
	minRun int // the shortest run of encoded characters worth decoding
	// minText is the shortest decoded text worth looking at.
	minText int
	unzips  int // archives opened

	next     *builder // what the level below looks at, nil at the lowest
	run      runCache
	reversed int // up to where the view's reversed runs are taken
	document int // up to where the view's documents are read
}

// levels looks at a view and at what is hidden in it, level by level.
func (s *scanner) levels(v *view) {
	for depth := 0; ; depth++ {
		next := &builder{limit: s.limit}
		if depth == maxDepth {
			next = nil
		}
		s.look(v, next)
		if j := joined(s, v); j != nil {
			s.look(j, next)
		}
		if next == nil {
			return
		}
		if next.full {
			s.unchecked(v, 0, len(v.text))
		}
		if len(next.buf) == 0 {
			return
		}
		v = next.view()
	}
}

// look finds the secrets that stand in v as they are and, unless next is nil,
// adds what can be decoded in v to next.
func (s *scanner) look(v *view, next *builder) {
	s.run, s.reversed, s.document = runCache{}, 0, 0
	s.next = next
	s.table.run(s, v)
	if s.vault != nil {
		s.vault.search(s, v)
	}
	encodedRuns(s, v, next)
	if next != nil {
		unescape(v, next)
	}
}

// spend takes n steps of the effort allowed, and reports whether there were any left.
func (s *scanner) spend(n int) bool {
	s.effort -= n
	return s.effort > 0
}

// add records a match at [at,end) of v.
func (s *scanner) add(v *view, rule string, at, end int) {
	s.found = append(s.found, s.match(v, rule, at, end))
}

func (s *scanner) match(v *view, rule string, at, end int) Match {
	m := Match{Rule: rule, Encoding: v.encoding(at)}
	m.Start, m.End = v.source(at, end)
	return m
}

// addGeneric records a match that rests on context and randomness.
func (s *scanner) addGeneric(v *view, at, end int) {
	m := s.match(v, ruleAssignment, at, end)
	m.Generic = true
	s.found = append(s.found, m)
}

// unchecked records that [at,end) of v was not looked through.
func (s *scanner) unchecked(v *view, at, end int) {
	if at < end {
		s.add(v, ruleUnchecked, at, end)
	}
}

// merge sorts matches and unites those that overlap, under the name that says
// most: a stored value, a format, an assignment, unchecked; and of formats the
// one that starts first and is longest.
func merge(found []Match) []Match {
	rank := func(m Match) int {
		switch {
		case m.Rule == RuleVault:
			return 0
		case m.Rule == ruleUnchecked:
			return 3
		case m.Generic:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(rank(a), rank(b)),
			cmp.Compare(len(a.Encoding), len(b.Encoding)), cmp.Compare(a.Rule, b.Rule))
	})
	out := found[:0]
	for _, m := range found {
		if len(out) == 0 || m.Start >= out[len(out)-1].End {
			out = append(out, m)
			continue
		}
		last := &out[len(out)-1]
		start, end := last.Start, max(last.End, m.End)
		if rank(m) < rank(*last) {
			*last = m
		}
		last.Start, last.End = start, end
	}
	return slices.Clip(out)
}

package secrets

import "sync"

// A matcher looks at text around a trigger that stands at [at,end) of v and
// adds what it finds to s.
type matcher func(s *scanner, v *view, at, end int)

// A trigger is a literal without which a rule cannot match.
type trigger struct {
	literal string
	fold    bool // in any case
	match   matcher
}

// triggers finds literals in one pass. The last three bytes, five bits of
// each (which folds the case of letters), index a table that is zero nearly
// everywhere, so that harmless text costs about a nanosecond a byte.
type triggers struct {
	slots   [1 << 15]uint16 // bucket number, 0 for none
	buckets [][]trigger
}

// compiled holds the triggers of all rules. It is built when first used, since
// most runs of pp scan nothing before they have printed something.
var compiled = sync.OnceValue(func() *triggers {
	t := &triggers{buckets: make([][]trigger, 1, 256)}
	for i := range formats {
		formats[i].register(t)
	}
	for _, add := range []func(*triggers){
		registerStructured, registerTokens, registerAuthorization, registerHashes, registerAssignments, registerDocuments,
	} {
		add(t)
	}
	return t
})

// add registers a literal of at least three bytes.
func (t *triggers) add(literal string, fold bool, m matcher) {
	if len(literal) < 3 {
		panic("secrets: the trigger " + literal + " is too short")
	}
	h := hash3(literal)
	if t.slots[h] == 0 {
		if len(t.buckets) > 1<<16-1 {
			panic("secrets: too many different triggers")
		}
		t.slots[h] = uint16(len(t.buckets))
		t.buckets = append(t.buckets, nil)
	}
	n := t.slots[h]
	t.buckets[n] = append(t.buckets[n], trigger{literal: literal, fold: fold, match: m})
}

func hash3(s string) uint32 {
	return (uint32(s[0]&31)<<10 | uint32(s[1]&31)<<5 | uint32(s[2]&31)) & 0x7fff
}

// run calls the matcher of each literal that stands in v.
func (t *triggers) run(s *scanner, v *view) {
	text := v.text
	h := uint32(0)
	for i := range len(text) {
		h = (h<<5 | uint32(text[i]&31)) & 0x7fff
		n := t.slots[h]
		if n == 0 || i < 2 {
			continue
		}
		at := i - 2
		for _, g := range t.buckets[n] {
			if len(text)-at < len(g.literal) {
				continue
			}
			got := text[at : at+len(g.literal)]
			if got == g.literal || g.fold && equalFold(got, g.literal) {
				if !s.spend(len(got)) {
					s.unchecked(v, at, len(text))
					return
				}
				g.match(s, v, at, at+len(got))
			}
		}
	}
}

// equalFold compares ASCII text in any case with a lower-case literal.
func equalFold(s, lower string) bool {
	for i := range len(s) {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

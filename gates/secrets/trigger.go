package secrets

import (
	"strings"
	"sync"
)

// A matcher looks at the text around a trigger at [at,end) of v and adds what it finds to s.
type matcher func(s *scanner, v *view, at, end int)

// A trigger is a literal without which a rule cannot match.
type trigger struct {
	literal string
	fold    bool // ignore case
	match   matcher
}

// triggers holds the triggers of all rules, by their first three bytes.
type triggers map[[3]byte][]trigger

// allTriggers returns the triggers of all rules. The first call registers them, and they never change.
var allTriggers = sync.OnceValue(func() triggers {
	t := triggers{}
	for i := range formats {
		formats[i].register(t)
	}
	registerStructured(t)
	registerTokens(t)
	registerAuthorization(t)
	registerPrograms(t)
	registerAssignments(t)
	registerDocuments(t)
	return t
})

// add registers a literal of at least three bytes.
func (t triggers) add(literal string, fold bool, m matcher) {
	k := key3(literal)
	t[k] = append(t[k], trigger{literal, fold, m})
}

// key3 packs the first three bytes of a text, with the case bit of each set.
func key3(s string) [3]byte { return [3]byte{s[0] | 0x20, s[1] | 0x20, s[2] | 0x20} }

// run calls the matcher of each literal in v.
func (t triggers) run(s *scanner, v *view) {
	t.each(v.text, func(at, end int, match matcher) bool {
		if !s.spend(end - at) {
			s.unchecked(v, at, len(v.text))
			return false
		}
		match(s, v, at, end)
		return true
	})
}

// isAnyIn reports whether a text contains any literal.
func (t triggers) isAnyIn(text string) (found bool) {
	t.each(text, func(int, int, matcher) bool {
		found = true
		return false
	})
	return found
}

// each calls found with each literal in a text, in order of position, until it returns false.
func (t triggers) each(text string, found func(at, end int, match matcher) bool) {
	for at := 0; at+3 <= len(text); at++ {
		for _, g := range t[key3(text[at:])] {
			end := at + len(g.literal)
			if end > len(text) {
				continue
			}
			got := text[at:end]
			if (got == g.literal || g.fold && strings.EqualFold(got, g.literal)) && !found(at, end, g.match) {
				return
			}
		}
	}
}

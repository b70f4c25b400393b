package secrets

import (
	"math"
	"strings"
	"sync"
)

// A matcher looks at text around a trigger that stands at [at,end) of v and
// adds what it finds to s.
type matcher interface {
	match(s *scanner, v *view, at, end int)
}

// matchFunc is a matcher that needs no data.
type matchFunc func(s *scanner, v *view, at, end int)

func (f matchFunc) match(s *scanner, v *view, at, end int) { f(s, v, at, end) }

// A trigger is a literal without which a rule cannot match.
type trigger struct {
	literal string
	match   matcher
	hash    uint16 // of the three bytes that are looked for first
	anchor  uint8  // where these stand
	fold    bool   // in any case
	next    uint16 // the next one of its slot, from 1; 0 is none
}

// triggers finds literals in one pass, by three bytes of each, the least common in
// text: of the last three bytes read it takes five bits each, which folds the case of
// letters. A set that is empty nearly everywhere
// tells whether any literal has these, so that harmless text costs about a
// nanosecond a byte, and a table tells which.
type triggers struct {
	some  [1 << 15 / 64]uint64
	slots [1 << 12]uint16 // the first trigger, from 1; 0 is none
	list  []trigger
}

// allTriggers are the triggers of all rules, made when the first text is read. They
// are never written to afterwards.
var allTriggers = sync.OnceValue(newTriggers)

// newTriggers registers every rule.
func newTriggers() *triggers {
	t := &triggers{list: make([]trigger, 0, 1<<10)}
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
}

// add registers a literal of at least three bytes.
func (t *triggers) add(literal string, fold bool, m matcher) {
	if len(literal) < 3 {
		panic("secrets: the trigger " + literal + " is too short")
	}
	if len(t.list) == 1<<16-1 {
		panic("secrets: too many triggers")
	}
	from := anchor(literal)
	h := hash3(literal[from:])
	t.some[h/64] |= 1 << (h % 64)
	slot := &t.slots[slotOf(h)]
	t.list = append(t.list, trigger{literal, m, uint16(h), uint8(from), fold, *slot})
	*slot = uint16(len(t.list))
}

// common is how often the bytes that hash3 sees stand in text: their rank.
var common = [32]uint8{
	26, 23, 6, 14, 16, 25, 10, 9, 18, 21, 2, 4, 15, 12, 20, 22, 7, 1, 17, 19, 24, 13, 5, 11, 3, 8, 0, 0, 0, 0, 0, 0,
}

// anchor returns where the three bytes of a literal start that stand least often in text.
func anchor(literal string) (at int) {
	least := uint8(math.MaxUint8)
	for i := range min(len(literal)-2, 8) {
		if sum := common[literal[i]&31] + common[literal[i+1]&31] + common[literal[i+2]&31]; sum < least {
			least, at = sum, i
		}
	}
	return at
}

// slotOf spreads the hashes over the slots: all fifteen bits count.
func slotOf(h uint32) uint32 { return (h ^ h>>4) % (1 << 12) }

func hash3(s string) uint32 {
	return (uint32(s[0]&31)<<10 | uint32(s[1]&31)<<5 | uint32(s[2]&31)) & 0x7fff
}

// run calls the matcher of each literal that stands in v.
func (t *triggers) run(s *scanner, v *view) {
	t.each(v.text, func(at, end int, m matcher) bool {
		if !s.spend(end - at) {
			s.unchecked(v, at, len(v.text))
			return false
		}
		m.match(s, v, at, end)
		return true
	})
}

// stand reports whether any literal stands in a text.
func (t *triggers) stand(text string) (any bool) {
	t.each(text, func(int, int, matcher) bool {
		any = true
		return false
	})
	return any
}

// each calls found with each literal that stands in a text, in order of position, until it returns false.
func (t *triggers) each(text string, found func(at, end int, m matcher) bool) {
	h := uint32(0)
	for i := range len(text) {
		h = (h<<5 | uint32(text[i]&31)) & 0x7fff
		if t.some[h/64]>>(h%64)&1 == 0 || i < 2 {
			continue
		}
		for n := t.slots[slotOf(h)]; n != 0; n = t.list[n-1].next {
			g := &t.list[n-1]
			at := i - 2 - int(g.anchor)
			if g.hash != uint16(h) || at < 0 || len(text)-at < len(g.literal) {
				continue
			}
			got := text[at : at+len(g.literal)]
			if (got == g.literal || g.fold && strings.EqualFold(got, g.literal)) && !found(at, at+len(got), g.match) {
				return
			}
		}
	}
}

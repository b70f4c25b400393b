package fovea

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"pp/engine"
	"pp/engine/memory"
)

// page collects passages within a budget.
type page struct {
	tokens   func(string) int
	budget   int // all of it
	free     int // tokens
	passages []engine.Passage
	section  string // the heading that the next passage stands under, not yet written
	// The keywords of notes that Org does not know by itself.
	open, done []string
}

func newPage(r Request) *page {
	p := &page{tokens: r.Tokens, budget: r.Budget, free: r.Budget}
	if p.tokens == nil {
		p.tokens = func(text string) int { return len(text) }
	}
	return p
}

// perPassage is what it costs that a passage stands alone, in tokens.
const perPassage = 3

// cost is how many tokens a passage adds, with the marks of data.
func (p *page) cost(piece engine.Passage) int {
	text := piece.Text
	if piece.Origin != engine.OriginPerson {
		text = "<<data 0123456789abcdef from " + piece.Label + ">>\n" + text + "\n<<end 0123456789abcdef>>"
	}
	return p.tokens(text) + perPassage
}

// room is how many tokens there are until so much of the budget is spent.
func (p *page) room(share int) int {
	return max(0, min(p.free, p.budget*share/100-(p.budget-p.free)))
}

// add takes a passage where it has at most so many tokens. Its section comes before it.
func (p *page) add(piece engine.Passage, most int) bool {
	heading := engine.Passage{Origin: engine.OriginPerson, Text: p.section}
	need := p.cost(piece)
	if p.section != "" {
		need += p.cost(heading)
	}
	if need > min(most, p.free) {
		return false
	}
	p.free -= need
	if p.section != "" {
		p.passages, p.section = append(p.passages, heading), ""
	}
	p.passages = append(p.passages, piece)
	return true
}

// passage is a piece that shows a note.
func passage(n memory.Note, hash memory.Hash, text string) engine.Passage {
	p := engine.Passage{ID: n.ID, Handle: n.Handle, Hash: hash, Origin: n.Origin, Text: text}
	if n.Origin != engine.OriginPerson {
		p.Label = "memory {" + n.Handle + "}"
	}
	return p
}

// keyword is a note's keyword where it is one that can stand before a title, and remembers
// those of the person's that have to be declared.
func (p *page) keyword(n memory.Note) string {
	if !isKeyword(n.TODO) {
		return ""
	}
	list := &p.open
	if n.Done {
		list = &p.done
	}
	if n.Origin == engine.OriginPerson && n.TODO != "TODO" && n.TODO != "DONE" && !slices.Contains(*list, n.TODO) &&
		len(p.open)+len(p.done) < 8 {
		*list = append(*list, n.TODO)
	}
	return n.TODO + " "
}

// finish gives the passages, with the keywords declared before the first.
func (p *page) finish() []engine.Passage {
	words := slices.Concat([]string{"#+TODO: TODO"}, p.open, []string{"|", "DONE"}, p.done)
	line := strings.Join(words, " ") + "\n"
	if len(words) > 3 && p.tokens(line) <= p.free {
		p.passages[0].Text = line + p.passages[0].Text
	}
	return p.passages
}

// isKeyword reports whether a word can be one: a short one, of letters.
func isKeyword(word string) bool {
	return word != "" && len(word) <= 16 && !strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
	})
}

// longest is how many bytes a token has, at most and on average.
const longest = 16

// cut is the beginning of a text that has at most so many tokens, in whole lines where one
// fits, else in whole words.
func (p *page) cut(text string, most int) string {
	lo, hi := 0, min(len(text), longest*max(0, most))
	for lo < hi { // tokens grow with the text
		if mid := (lo + hi + 1) / 2; p.tokens(text[:mid]) <= most {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	if lo == len(text) {
		return text
	}
	end := cmp.Or(strings.LastIndexByte(text[:lo], '\n')+1, strings.LastIndexByte(text[:lo], ' ')+1, lo)
	return strings.ToValidUTF8(text[:end], "")
}

package reply

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// weights are what was learnt: of each feature that counts, whether it speaks for a form that is meant.
// TestTheWeightsAreLearnt learns them from the replies in testdata/meant.
//
//go:embed weights.bin
var weights table

// table has a feature in one of the places from its number on: three bytes, of which 18 bits are its mark and six its
// weight. With a shorter mark words that were never seen would count as others.
type table string

const (
	places = 1 << 14
	near   = 16 // places that are looked at
	heavy  = 31 // the most that a weight is, either way
	// sure is the sum from which a form acts. What is doubted costs a question, what acts though it was quoted may cost
	// more: so that where little is known, as of a language that nothing was learnt of, the model is asked.
	sure = 1536
	// around bounds the text before and after a form that is looked at, in bytes.
	around = 700
)

// weight is what a feature counts; none where it was not learnt.
func (t table) weight(n uint32) int {
	for i := range uint32(near) {
		at := (n + i) % places * 2
		switch one := uint32(t[at]) | uint32(t[at+1])<<8; {
		case one == 0:
			return 0
		case one>>6 == n>>22:
			return int(one&63) - heavy - 1
		}
	}
	return 0
}

// sum is what is said of a form by what stands around it.
func (t table) sum(regions []region) (sum int) {
	for i := range regions {
		value := regions[i].value()
		for _, n := range regions[i].seen {
			sum += value * t.weight(n)
		}
	}
	return sum
}

// region is a part of the reply around a form. What it says counts the same, however many words it has.
type region struct {
	name  string
	share int // of the whole, in quarters
	seen  []uint32
}

// add adds what was seen, once.
func (r *region) add(parts ...string) {
	h := uint32(2166136261)
	for _, p := range parts {
		for i := range len(p) {
			h = (h ^ uint32(p[i])) * 16777619
		}
		h = (h ^ 0x1f) * 16777619
	}
	if h ^= h >> 15; !slices.Contains(r.seen, h) {
		r.seen = append(r.seen, h)
	}
}

// value is what each feature of a region counts.
func (r *region) value() int {
	return int(float64(r.share*64) / math.Sqrt(float64(max(1, len(r.seen)))))
}

// words adds the words of a sentence, their pairs and their beginnings; all has only the former two.
func (r *region) words(words []string, all *region) {
	last := "^"
	for _, w := range words {
		for _, in := range [...]*region{r, all} {
			in.add(in.name, w)
			in.add(in.name, last, w)
		}
		if utf8.RuneCountInString(w) > 5 {
			r.add(r.name, "stem", string([]rune(w)[:4]))
		}
		last = w
	}
	r.add(r.name, last, "$")
}

// meant reports whether the words around a form speak for it.
func (f found) meant(text string) bool {
	regions := f.evidence(text)
	return regions == nil || weights.sum(regions) >= sure
}

// evidence gives what stands around a form: the sentence that leads to it, those before, the two after it, what else
// is in its block, all their words without their place, and how the form stands among them. It gives none where there
// are no words.
func (f found) evidence(text string) []region {
	before, after, inside, rest := text[:f.from], text[f.to:], "", ""
	if f.fence != nil {
		before, after = text[:f.fence.start], text[f.fence.end:]
		inside, rest = text[f.fence.body:f.start], text[f.end:f.fence.rest]
	}
	before, after = tidy(before[max(0, len(before)-around):]), tidy(after[:min(len(after), around)])
	inside, rest = tidy(inside[max(0, len(inside)-around):]), tidy(rest[:min(len(rest), around)])
	lead, past := sentences(before), sentences(after)
	all := region{name: "any", share: 4}
	list := make([]region, 0, 8)
	part := func(name string, share int, sentence []string) {
		if len(sentence) == 0 {
			return
		}
		r := region{name: name, share: share}
		r.words(sentence, &all)
		list = append(list, r)
	}
	part("lead", 6, nth(lead, len(lead)-1))
	part("prev", 1, nth(lead, len(lead)-2))
	part("after", 2, nth(past, 0))
	part("next", 2, nth(past, 1))
	for _, far := range lead[:max(0, len(lead)-2)] {
		part("far", 1, far)
	}
	part("inside", 2, words(inside))
	part("rest", 2, words(rest))
	if len(all.seen) == 0 {
		return nil
	}
	return append(list, all, f.stance(text, before, after, lead, past))
}

// stance is how a form stands among the words.
func (f found) stance(text, before, after string, lead, past [][]string) region {
	r := region{name: "stance", share: 4}
	shape := ""
	for _, yes := range [...]bool{f.fence != nil, strings.TrimSpace(lineBefore(text, f.from)) != "",
		strings.TrimSpace(lineAfter(text, f.to)) != "", before == "", after == ""} {
		if shape += "-"; yes {
			shape += "+"
		}
	}
	r.add("shape", shape)
	r.add("before", size(before))
	r.add("after", size(after))
	if f.fence != nil {
		r.add("tag", f.fence.tag)
	}
	if s := nth(lead, len(lead)-1); len(s) > 0 {
		r.add("ends", s[len(s)-1])
		r.add("shape", shape, s[len(s)-1])
		if slices.Contains(s[:len(s)-1], ":") {
			r.add("announced")
		}
	}
	if s := nth(lead, len(lead)-2); len(s) > 0 {
		r.add("ends before", s[len(s)-1])
	}
	for i, s := range lead {
		if i < len(lead)-1 && slices.Contains(s, "?") {
			r.add("asked before")
		}
		if i < len(lead)-1 && s[len(s)-1] == ":" {
			r.add("announced before", size(after))
		}
	}
	for _, s := range past {
		if slices.Contains(s, "?") {
			r.add("asks after")
		}
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " `*_\n.,)"))
	if unicode.IsLower(first) {
		r.add("goes on")
	}
	return r
}

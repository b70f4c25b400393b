package table

import (
	"slices"
	"strings"

	"pp/engine/effect"
)

// conditions merges the bodies of the conditions that hold, in their order.
func (c *call) conditions(list []condition) {
	for i := range list {
		cond := &list[i]
		if !c.holds(cond) {
			continue
		}
		c.own().add(&cond.body)
		c.conditions(cond.body.when)
	}
}

// says starts from a body as the table has it.
func (c *call) says(b *body) { c.eff, c.mine = b, false }

// own gives the effective body for changing.
func (c *call) own() *body {
	if !c.mine {
		own := *c.eff
		c.eff, c.mine = &own, true
	}
	return c.eff
}

// add takes over what a condition says; slices of the table are not written to.
func (b *body) add(more *body) {
	if more.class != effect.ProgramUnknown {
		b.class = more.class
	}
	if more.args != nil {
		b.args = more.args
	}
	if more.language != "" {
		b.language = more.language
	}
	b.is |= more.is
	if more.opaque.Kind != "" {
		b.opaque = more.opaque
	}
	if more.unknown != "" || more.certain {
		b.unknown = more.unknown
	}
	b.as = append(slices.Clip(b.as), more.as...)
	b.here = append(slices.Clip(b.here), more.here...)
	for _, rule := range more.pardon {
		b.hazards = slices.DeleteFunc(slices.Clone(b.hazards), func(h hazard) bool { return h.rule == rule })
	}
	b.hazards = append(slices.Clip(b.hazards), more.hazards...)
}

func (c *call) holds(cond *condition) bool {
	switch cond.test {
	case testOn:
		return c.given&cond.bit != 0
	case testUnless:
		return c.given&cond.bit == 0
	case testGiven:
		return len(c.words) >= cond.count
	case testNone:
		return len(c.words) == 0
	case testWord:
		if cond.count > len(c.words) {
			return false
		}
		w := &c.argv[c.words[cond.count-1]]
		return w.Known && (matchAny(cond.patterns, w.Text) || cond.folded && matchAny(cond.patterns, strings.ToLower(w.Text)))
	case testAny:
		for _, i := range c.words {
			if c.matches(i, cond.patterns) && !c.matches(i, cond.except) {
				return true
			}
		}
	case testOnly:
		any := false
		for _, g := range c.kept {
			if g.f.on&cond.bit == 0 {
				continue
			}
			if any = true; !g.known || !matchAny(cond.patterns, strings.ToLower(g.text)) {
				return false
			}
		}
		return any
	case testValue:
		for _, g := range c.kept {
			if g.f.on&cond.bit != 0 && matchAny(cond.patterns, strings.ToLower(g.text)) {
				return true
			}
		}
	}
	return false
}

func (c *call) matches(word int, patterns []string) bool {
	w := &c.argv[word]
	return w.Known && matchAny(patterns, w.Text)
}

// matchAny reports whether one of the patterns matches.
func matchAny(patterns []string, text string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, text) })
}

// match compares a text with a pattern of stars and question marks, in at most the product of the lengths.
func match(pattern, text string) bool {
	p, t, star, from := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			from++
			p, t = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
}

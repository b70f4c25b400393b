package table

import (
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
)

// scan reads flags and gathers operands, until the end or, where flags end at the first operand, until there.
func (c *call) scan() {
	stops := c.p.subs != nil && !c.flat || c.p.is&isStopped != 0
	flags := c.p.style != styleNone && c.out.Ended == 0
	if c.p.is&isOld != 0 {
		c.oldStyle()
	}
	for c.next < len(c.argv) {
		w := &c.argv[c.next]
		text := w.shown()
		switch {
		case !flags:
			if c.p.style == styleNone {
				c.maybeFlag(w, text)
			}
			c.words = append(c.words, c.next)
		case len(text) > 1 && (text[0] == '-' || text[0] == '+' && c.plusFlag(text)):
			if text == "--" && w.Known {
				flags, c.out.Ended = false, c.next
				if c.p.subs != nil && !c.flat {
					c.next++
					return
				}
				break
			}
			if c.flag(w, text) {
				return
			}
		default:
			c.maybeFlag(w, text)
			if stops {
				if c.p.subs == nil {
					c.rest()
				}
				return
			}
			c.words = append(c.words, c.next)
		}
		c.next++
	}
}

// maybeFlag notes a word that may turn out to be a flag, or several words: a program of which not every flag is
// harmless may do anything then.
func (c *call) maybeFlag(w *Word, text string) {
	switch {
	case w.Known || w.Flagless || c.p.is&isPure != 0:
	case text == "" || text == "-":
		c.opaque(c.next, effect.OpaqueOperand, cause.MayBeFlag.Bare())
	case w.Many:
		c.opaque(c.next, effect.OpaqueOperand, cause.MayBeWordsAndFlags.Bare())
	}
}

// plusFlag reports whether a word with a plus is a flag of this program.
func (c *call) plusFlag(text string) bool {
	return slices.ContainsFunc(c.p.flags.prefix, func(f *flag) bool {
		return f.name[0] == '+' && strings.HasPrefix(text, f.name)
	})
}

// oldStyle reads a first word such as xvf or aux as flags, whose values are the words after it in order.
func (c *call) oldStyle() {
	if c.next >= len(c.argv) {
		return
	}
	w := &c.argv[c.next]
	if !w.Known || w.Text == "" || w.Text[0] == '-' {
		return
	}
	at := c.next
	c.next++
	for i := range len(w.Text) {
		f := c.p.flags.letter(w.Text[i])
		if f == nil {
			c.badFlag(at, w.Text)
			return
		}
		c.given |= f.on
		if f.value != takesOne {
			continue
		}
		if c.next >= len(c.argv) {
			c.out.unknown(c.out.Name + " lacks the value of " + f.name)
			return
		}
		c.value(f, c.next, 0)
		c.next++
	}
}

// flag reads the flag word c.next; true ends the scan, as a flag that takes the rest of the words as a command does.
func (c *call) flag(w *Word, text string) bool {
	if n := c.p.flags.number; n != nil && isNumber(text[1:]) {
		c.given |= n.on
		return false
	}
	if c.p.style == styleSingle {
		return c.single(w, text)
	}
	if strings.HasPrefix(text, "--") {
		return c.long(w, text)
	}
	if f := c.prefixed(text); f != nil {
		return c.attach(f, w, len(f.name), len(text))
	}
	return c.cluster(w, text)
}

// isNumber reports whether all of s is digits.
func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// prefixed gives the flag that text begins with, the longest.
func (c *call) prefixed(text string) *flag {
	var best *flag
	for _, f := range c.p.flags.prefix {
		if strings.HasPrefix(text, f.name) && (best == nil || len(f.name) > len(best.name)) {
			best = f
		}
	}
	return best
}

// long reads --name or --name=value.
func (c *call) long(w *Word, text string) bool {
	name, _, assigned := strings.Cut(text[2:], "=")
	if !w.Known && !assigned {
		c.badFlag(c.next, text)
		return false
	}
	f := c.p.flags.exact(name)
	if c.p.style == styleGNU {
		f = c.p.flags.abbreviated(name)
	}
	if f == nil {
		if f = c.prefixed(text); f != nil {
			return c.attach(f, w, len(f.name), len(text))
		}
		c.badFlag(c.next, text)
		return false
	}
	if !assigned {
		return c.detached(f)
	}
	c.given |= f.on
	if f.value == takesNone {
		c.badFlag(c.next, text)
		return false
	}
	c.value(f, c.next, 3+len(name))
	return false
}

// single reads -name, -name=value or --name, as Go, Java and find do.
func (c *call) single(w *Word, text string) bool {
	name, _, assigned := strings.Cut(strings.TrimLeft(text[:2], "-")+text[2:], "=")
	f := c.p.flags.exact(name)
	if f == nil || !w.Known && !assigned {
		if f = c.prefixed(text); f != nil {
			return c.attach(f, w, len(f.name), len(text))
		}
		c.badFlag(c.next, text)
		return false
	}
	if !assigned {
		return c.detached(f)
	}
	c.given |= f.on
	c.value(f, c.next, strings.IndexByte(text, '=')+1)
	return false
}

// cluster reads -abc or -ofile.
func (c *call) cluster(w *Word, text string) bool {
	for i := 1; i < len(text); i++ {
		f := c.p.flags.letter(text[i])
		if f == nil {
			c.badFlag(c.next, text)
			return false
		}
		switch {
		case f.value == takesNone:
			c.given |= f.on
		case f.spec.chars != "" && w.Known:
			c.given |= f.on
			i = len(text) - len(strings.TrimLeft(text[i+1:], f.spec.chars)) - 1
		case i+1 < len(text) || !w.Known || f.value == takesMaybe:
			c.given |= f.on
			c.value(f, c.next, i+1)
			return false
		default:
			return c.detached(f)
		}
	}
	if !w.Known {
		c.badFlag(c.next, text)
	}
	return false
}

// attach reads a flag whose value is the rest of the word, or the next word.
func (c *call) attach(f *flag, w *Word, from, to int) bool {
	if from == to && w.Known && f.value == takesOne {
		return c.detached(f)
	}
	c.given |= f.on
	if f.value != takesNone {
		c.value(f, c.next, from)
	} else if !w.Known && c.p.is&isPure == 0 {
		c.opaque(c.next, effect.OpaqueOperand, cause.FlagUnknown.Bare())
	}
	return false
}

// detached reads a flag without an attached value: the value is the next word if it takes one.
func (c *call) detached(f *flag) bool {
	c.given |= f.on
	if f.value != takesOne {
		return false
	}
	if f.spec.kind == Run {
		return c.runFlag(f)
	}
	c.next++
	if c.next >= len(c.argv) {
		c.next--
		c.out.unknown(c.out.Name + " lacks the value of " + f.name)
		return false
	}
	c.value(f, c.next, 0)
	return false
}

// runFlag reads a flag whose value is a command, up to a semicolon or the end.
func (c *call) runFlag(f *flag) bool {
	from, to := c.next+1, c.next+1
	for to < len(c.argv) && !(c.argv[to].Known && c.argv[to].Text == ";") {
		to++
	}
	c.run(f.spec, from, to)
	c.next = to
	return c.next >= len(c.argv)
}

// value records the value of a flag: what stands in the word from offset on.
func (c *call) value(f *flag, word, offset int) {
	w := &c.argv[word]
	text := w.shown()
	text = text[min(offset, len(text)):]
	if f.spec.kind == Run && !f.spec.hidden { // fd -xNAME: a command in the word of its flag
		c.out.unknown(c.out.Name + " is given a command in the same word as " + f.name)
		c.opaque(word, effect.OpaqueCommand, cause.CommandInFlag.Bare())
		return
	}
	if w.Many && !w.Flagless {
		c.opaque(word, f.spec.place(), cause.MayBeWordsAndFlags.Bare())
	}
	if f.keep {
		c.kept = append(c.kept, given{f, word, text, w.Known})
		if !w.Known && f.spec.kind == Plain {
			c.opaque(word, effect.OpaqueOperand, cause.DecidingValueUnknown.Bare())
		}
	}
	if f.spec.kind == Run && offset > 0 {
		// What else belongs to the command is the program's to say.
		c.opaque(word, effect.OpaqueCommand, cause.CommandAttached.Bare())
	}
	c.emit(f.spec, word, text, w.Known, w.Many)
}

// badFlag notes a flag that is not permitted. What follows is still looked at.
func (c *call) badFlag(word int, text string) {
	w := &c.argv[word]
	if !w.Known {
		c.opaque(word, effect.OpaqueOperand, cause.FlagUnknown.Bare())
		return
	}
	if c.isTried {
		c.out.Known = false // nobody is told why
		return
	}
	c.out.unknown("the table does not list " + text + " for " + c.out.Name)
	c.opaque(word, effect.OpaqueOperand, cause.FlagNotListed.OfProgram(c.out.Name))
}

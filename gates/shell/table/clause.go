package table

import (
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/sexp"
)

// clause reads a clause that may stand in a condition too.
func (c *compiler) clause(b *body, head string, l sexp.List) (err error) {
	text := ""
	switch head {
	case "class":
		text, err = symbolAt(l, 1)
		class, ok := map[string]effect.ProgramClass{"reads": effect.ProgramReads, "acts": effect.ProgramActs,
			"builds": effect.ProgramBuilds}[text]
		if err == nil && !ok {
			err = fmt.Errorf("%s is not a class", text)
		}
		b.class = class
	case "args":
		if text, err = stringAt(l, 1); err == nil {
			b.args, err = parseLayout(text)
		}
	case "is":
		return b.traits(l)
	case "language":
		b.language, err = stringAt(l, 1)
	case "deny", "ask":
		return c.hazard(b, head, l)
	case "opaque":
		b.opaque, err = causeAt(l, 1)
	case "unknown":
		b.unknown, err = stringAt(l, 1)
		b.certain = b.unknown == ""
	case "pardon":
		text, err = ruleAt(l)
		b.pardon = append(b.pardon, text)
	case "here":
		if text, err = stringAt(l, 1); err == nil {
			b.here, err = parseDone(text)
		}
	case "as":
		return c.as(b, l)
	default:
		return c.condition(b, head, l)
	}
	return err
}

// traits reads (is trait …).
func (b *body) traits(l sexp.List) error {
	for i := 1; i < l.Len(); i++ {
		name, err := symbolAt(l, i)
		if err != nil {
			return err
		}
		t, ok := traitNames()[name]
		if !ok {
			return fmt.Errorf("%s is not a trait", name)
		}
		b.is |= t
	}
	return nil
}

// specAt reads the kind of an operand.
func specAt(l sexp.List, i int) (spec, error) {
	text, err := stringAt(l, i)
	if err != nil {
		return spec{}, err
	}
	return parseSpec(text)
}

// causeAt reads the name of a cause, or the text of an entry's own.
func causeAt(l sexp.List, i int) (cause.Cause, error) {
	name, err := symbolAt(l, i)
	if err != nil {
		text, err := stringAt(l, i)
		return cause.Listed.OfText(text), err
	}
	if !cause.Kind(name).Known() {
		return cause.Cause{}, fmt.Errorf("%s is not a cause", name)
	}
	return cause.Kind(name).Bare(), nil
}

// ruleAt reads the name of a rule.
func ruleAt(l sexp.List) (string, error) {
	rule, err := symbolAt(l, 1)
	if err == nil && !Listed("hazard-rules", rule) {
		err = fmt.Errorf("%s is not a rule", rule)
	}
	return rule, err
}

// as reads (as "-f --file" "kind").
func (c *compiler) as(b *body, l sexp.List) error {
	names, err := stringAt(l, 1)
	if err != nil {
		return err
	}
	s, err := specAt(l, 2)
	if err != nil {
		return err
	}
	b.as = append(b.as, reading{c.flagBit(strings.Fields(names), true), s})
	return nil
}

// flagBit gives a new bit for a condition on flags.
func (c *compiler) flagBit(names []string, keep bool) uint64 {
	bit := uint64(1) << c.bits
	c.bits++
	c.conds = append(c.conds, flagCond{bit, names, keep})
	return bit
}

func (c *compiler) hazard(b *body, head string, l sexp.List) error {
	rule, err := ruleAt(l)
	if err != nil {
		return err
	}
	why, err := causeAt(l, 2)
	h := hazard{rule: rule, why: why, least: engine.Deny}
	if head == "ask" {
		h.least = engine.Ask
	}
	if l.Len() > 3 && err == nil {
		var text string
		if text, err = stringAt(l, 3); err == nil {
			h.done, err = parseDone(text)
		}
	}
	b.hazards = append(b.hazards, h)
	return err
}

// condition reads (on "-f" …), (word 1 "x" …) and the like.
func (c *compiler) condition(b *body, head string, l sexp.List) error {
	cond, next := condition{}, 1
	text := func() string {
		s, err := stringAt(l, next)
		next++
		if err != nil {
			return ""
		}
		return s
	}
	count := func() bool {
		n, ok := l.At(min(next, l.Len()-1)).(sexp.Int)
		next++
		cond.count = int(n)
		return ok && n > 0 && n < 100
	}
	ok := true
	switch head {
	case "on", "unless", "value", "only":
		cond.test = map[string]test{"on": testOn, "unless": testUnless, "value": testValue, "only": testOnly}[head]
		names := strings.Fields(text())
		if keeps := head == "value" || head == "only"; keeps {
			cond.patterns = strings.Fields(strings.ToLower(text()))
			ok = len(cond.patterns) > 0
		}
		ok = ok && len(names) > 0
		cond.bit = c.flagBit(names, cond.patterns != nil)
	case "word", "key": // a key is compared in lower case
		cond.test, cond.folded = testWord, head == "key"
		ok = count()
		cond.patterns = strings.Fields(text())
		ok = ok && len(cond.patterns) > 0
	case "any":
		cond.test = testAny
		cond.patterns = strings.Fields(text())
		ok = len(cond.patterns) > 0
		if _, more := l.At(min(next, l.Len()-1)).(sexp.String); more && next < l.Len() {
			cond.except = strings.Fields(text())
		}
	case "given":
		cond.test = testGiven
		ok = count()
	case "none":
		cond.test = testNone
	default:
		return fmt.Errorf("(%s …) is not a clause", head)
	}
	if !ok || l.Len() <= next {
		return fmt.Errorf("(%s …) lacks a number, words or clauses", head)
	}
	for i := next; i < l.Len(); i++ {
		h, inner, ok := clause(l.At(i))
		if !ok {
			return fmt.Errorf("%s is not a clause", sexp.Print(l.At(i)))
		}
		if err := c.clause(&cond.body, h, inner); err != nil {
			return fmt.Errorf("(%s): %w", h, err)
		}
	}
	b.when = append(b.when, cond)
	return nil
}

// finish indexes the flags and ties the conditions to them.
func (c *compiler) finish() error {
	if c.bits > 64 {
		return fmt.Errorf("there are %d conditions on flags, more than 64", c.bits)
	}
	own := make([]*flag, len(c.own))
	for i, f := range c.own { // inherited flags are shared: each program needs its own bits
		g := *f
		g.on, g.keep = 0, false
		own[i] = &g
	}
	c.p.flags = newFlagSet(own, c.p.style == styleSingle)
	for _, cond := range c.conds {
		for _, name := range cond.names {
			found := false
			c.p.flags.all(func(f *flag) {
				if f.name == name || f.name+"*" == name {
					f.on |= cond.bit
					f.keep = f.keep || cond.keep
					found = true
				}
			})
			if !found {
				return fmt.Errorf("a condition names %s, which is not among the flags", name)
			}
		}
	}
	return nil
}

func stringAt(l sexp.List, i int) (string, error) {
	if i < l.Len() {
		if s, ok := l.At(i).(sexp.String); ok {
			return string(s), nil
		}
	}
	return "", fmt.Errorf("a string is expected as word %d", i+1)
}

func symbolAt(l sexp.List, i int) (string, error) {
	if i < l.Len() {
		if s, ok := l.At(i).(sexp.Symbol); ok {
			return strings.ToLower(s.Name), nil
		}
	}
	return "", fmt.Errorf("a name is expected as word %d", i+1)
}

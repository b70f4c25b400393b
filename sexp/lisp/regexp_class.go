package lisp

import (
	"fmt"
	"strings"
)

// class reads a class of characters after its opening bracket.
func (t *translator) class(f *flags) piece {
	c := classReader{t: t, last: -1}
	if t.at("^") {
		t.pos++
		c.negated = true
	}
	for first := true; ; first = false {
		r, ok := t.next()
		if !ok {
			panic(t.bad("a class without an end"))
		}
		switch {
		case r == '\\':
			c.escape()
		case first:
			c.char(r)
		case r == ']':
			return c.close(f)
		case r == '-' && c.last >= 0 && !c.hyphen:
			c.hyphen = true
		default:
			c.char(r)
		}
	}
}

// classReader collects what a class holds. last is the character that a hyphen would make
// the beginning of a range, -1 without one; hyphen says that there was one.
type classReader struct {
	t       *translator
	out     strings.Builder
	last    rune
	hyphen  bool
	negated bool
	notWord bool
	ranges  [][2]rune
}

// char adds a character, or a range that ends in it.
func (c *classReader) char(r rune) {
	if !c.hyphen || c.last < 0 {
		c.add(r, r)
		c.last, c.hyphen = r, false
		return
	}
	if r < c.last {
		panic(c.t.bad("the range %c-%c, which is empty", c.last, r))
	}
	c.add(c.last, r)
	c.last, c.hyphen = -1, false
}

func (c *classReader) add(from, to rune) {
	fmt.Fprintf(&c.out, `\x{%X}-\x{%X}`, from, to)
	c.ranges = append(c.ranges, [2]rune{from, to})
}

// escape reads what follows a backslash.
func (c *classReader) escape() {
	r, ok := c.t.next()
	if !ok {
		panic(c.t.bad("a class without an end"))
	}
	set, ok := classEscape(r)
	if !ok {
		c.char(c.t.unescaped(r))
		return
	}
	c.notWord = c.notWord || r == 'W'
	c.out.WriteString(set)
	if c.hyphen {
		c.add('-', '-')
	}
	if c.t.at("-") {
		c.t.pos++
		c.add('-', '-')
	}
	c.hyphen = false
}

// close gives the class, with the stand-in for newlines beside them.
func (c *classReader) close(f *flags) piece {
	if c.hyphen {
		c.add('-', '-')
	}
	if f.fold {
		c.fold()
	}
	set := c.out.String()
	switch {
	case c.notWord && c.negated && c.out.Len() > 0:
		panic(c.t.bad(`\W beside others in a negated class`))
	case c.notWord && c.negated:
		return piece{"[" + wordChars + "]", 1, false}
	case c.notWord && set == "":
		set = "[^" + wordChars + "]"
	case c.notWord:
		set = "(?:[^" + wordChars + "]|[" + set + "])"
	case c.negated:
		set = "[^" + set + "]"
	default:
		set = "[" + set + "]"
	}
	return piece{set, 1, false}
}

// fold adds the other case of each character.
func (c *classReader) fold() {
	const most = 1 << 12
	left := most
	for _, r := range c.ranges {
		if left -= int(r[1] - r[0]); left < 0 {
			panic(c.t.bad("a class of more than %d characters whose case is disregarded", most))
		}
		for from := r[0]; from <= r[1]; from++ {
			if other := otherCase(from); other != from {
				fmt.Fprintf(&c.out, `\x{%X}`, other)
			}
		}
	}
}

package shell

import (
	"slices"

	"pp/gates/shell/value"
)

// choice follows variables with several values through one command, in which each has the same value everywhere.
type choice struct {
	parent *choice
	names  []string
	at, of []int
}

// maxChoices is how many combinations of values are tried for one command.
const maxChoices = 512

func (c *choice) pick(name string, n int) (int, bool) {
	for p := c; p != nil; p = p.parent {
		if i := slices.Index(p.names, name); i >= 0 && p.of[i] == n {
			return p.at[i], true
		}
	}
	if c == nil {
		return 0, false
	}
	total := n
	for _, k := range c.of {
		total *= k
	}
	if total > maxChoices {
		return 0, false
	}
	c.names, c.at, c.of = append(c.names, name), append(c.at, 0), append(c.of, n)
	return 0, true
}

// next moves to the next combination and reports whether there is one.
func (c *choice) next() bool {
	for i := len(c.at) - 1; i >= 0; i-- {
		if c.at[i]++; c.at[i] < c.of[i] {
			return true
		}
		// A later variable may not occur with another value of an earlier one.
		c.names, c.at, c.of = c.names[:i], c.at[:i], c.of[:i]
	}
	return false
}

// each runs do for every combination of values of the variables it looks at, and joins the resulting states.
func (a *analysis) each(do func()) {
	if !a.choices {
		do()
		return
	}
	c := &choice{parent: a.choice}
	a.choice = c
	var layers []*frame
	var printed []value.Value
	out := a.out
	for first := true; first || c.next(); first = false {
		if !first && !a.step() {
			break
		}
		if !out.discard && !out.top {
			a.out = &sink{}
		}
		own := a.out
		a.push()
		do()
		layers = append(layers, a.drop())
		// One of them prints, not one after the other.
		printed = append(printed, own.value())
		if a.out == own {
			a.out = out
		}
	}
	if !out.discard && !out.top {
		out.add(value.JoinAll(printed))
	}
	a.choice = c.parent
	if len(layers) == 1 {
		a.keep(layers[0])
		return
	}
	a.merge(false, layers...)
}

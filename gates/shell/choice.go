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

// maxElses is how many are tried for the texts beside what nobody knows.
const maxElses = 32

func (c *choice) pick(name string, n, most int) (int, bool) {
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
	if total > most {
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
func (m *memory) each(do func()) {
	if !m.choices {
		do()
		return
	}
	c := &choice{parent: m.choice}
	m.choice = c
	var layers []*frame
	var printed []value.Value
	out := m.out
	for first := true; first || c.next(); first = false {
		if !first && !m.step() {
			break
		}
		if !out.discard && !out.top {
			m.out = &sink{}
		}
		own := m.out
		m.push()
		do()
		layers = append(layers, m.drop())
		// One of them prints, not one after the other.
		printed = append(printed, own.value())
		if m.out == own {
			m.out = out
		}
	}
	if !out.discard && !out.top {
		out.add(value.JoinAll(printed))
	}
	m.choice = c.parent
	if len(layers) == 1 {
		m.keep(layers[0])
		return
	}
	m.merge(false, layers...)
}

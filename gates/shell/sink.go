package shell

import (
	"cmp"
	"slices"
	"strings"
)

// maxText is how much known text is kept of one output.
const maxText = 64 << 10

// sink collects what commands print.
type sink struct {
	v       value
	any     bool
	discard bool // nobody here looks at it
	top     bool // only where it comes from matters
}

func (s *sink) add(v value) {
	if s.discard {
		return
	}
	if s.top {
		s.v = mix(s.v, v)
		return
	}
	if !s.any {
		s.v, s.any = v, true
		return
	}
	s.v = concat(s.v, v)
}

// value is everything that was printed.
func (s *sink) value() value {
	if !s.any {
		return text("")
	}
	return s.v
}

// concat is the text of one value after that of another.
func concat(a, b value) value {
	if s, ok := a.single(); ok && s == "" && a.taint == 0 {
		return b
	}
	if s, ok := b.single(); ok && s == "" && b.taint == 0 {
		return a
	}
	out := value{taint: a.taint | b.taint, from: a.from, why: a.why, written: a.written}
	out.from = cmp.Or(out.from, b.from)
	if out.why == "" {
		out.why, out.written = b.why, b.written
	}
	if a.known && b.known && len(a.set)*len(b.set) <= maxSet && len(a.set[0])+len(b.set[0]) <= maxText {
		out.known, out.set = true, make([]string, 0, len(a.set)*len(b.set))
		for _, x := range a.set {
			for _, y := range b.set {
				out.set = append(out.set, x+y)
			}
		}
		if len(out.set) > 1 {
			slices.Sort(out.set)
			out.set = slices.Compact(out.set)
		}
		return out
	}
	if a.known {
		out.prefix = commonPrefix(a.set...)
	} else {
		out.prefix = a.prefix
	}
	if a.roots != nil && b.roots != nil {
		out.roots = joinRoots(a.roots, b.roots)
	}
	return out
}

// repeated is what a loop prints: any number of times what one turn prints.
func repeated(v value) value {
	if s, ok := v.single(); ok && s == "" {
		return v
	}
	out := value{why: "the output of a loop", taint: v.taint, from: v.from, roots: v.roots}
	if v.known {
		out.roots = rootsOf(v.set)
	}
	return out
}

// rootsOf are the directories below which the lines of all texts are, when they can be paths at all.
func rootsOf(texts []string) []string {
	var lines []string
	for _, t := range texts {
		for line := range strings.SplitSeq(strings.TrimSuffix(t, "\n"), "\n") {
			lines = append(lines, line)
			if len(lines) > maxSet {
				return nil
			}
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return widen(lines).roots
}

// collapse makes a value opaque, keeping what all its texts have in common.
func collapse(v value) value {
	if !v.known || v.array {
		return v
	}
	w := widen(v.set)
	w.taint, w.from, w.written, w.funcs, w.integer, w.nameref, w.readonly = v.taint, v.from, v.written, v.funcs, v.integer,
		v.nameref, v.readonly
	return w
}

// with marks a value as coming from somewhere.
func (v value) with(t taint, from string) value {
	v.taint |= t
	if v.from == "" || t&^fromShell != 0 {
		v.from = from
	}
	return v
}

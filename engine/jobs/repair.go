package jobs

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/memory/org"
)

// leastSure is how long a name must be, so that another that differs from it in one character is meant.
const leastSure = 8

// nearest is the only one of some names that is nearly another one: but for case, or for one character.
func nearest(name string, from []string) (near string, ok bool) {
	if len(name) < leastSure {
		return "", false
	}
	for _, other := range from {
		if strings.EqualFold(name, other) || alike(name, other) && engine.Distance(name, other) == 1 {
			if ok && near != other {
				return "", false
			}
			near, ok = other, true
		}
	}
	return near, ok
}

// alike reports whether two names begin and end the same, but for two bytes in between: which is soon seen.
func alike(a, b string) bool {
	least := min(len(a), len(b))
	begin, end := 0, 0
	for begin < least && a[begin] == b[begin] {
		begin++
	}
	for end < least-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return max(len(a), len(b))-begin-end <= 2
}

// nearID is the only ID that is nearly another. What is private counts, and is never it.
func (g *gardener) nearID(id string) (string, bool) {
	near, ok := nearest(id, g.order)
	if !ok {
		return "", false
	}
	for _, h := range g.ids[near] {
		if h.private(h.at) {
			return "", false
		}
	}
	return near, true
}

// newID is an ID in the place of one that several have: a UUID of version 8, the same for the same place.
func newID(id, file string, n int) string {
	h := sha256.Sum256(fmt.Appendf(nil, "pp-new-id-1\x00%s\x00%s\x00%d", id, file, n))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

// mostContext is how many lines around a change may be needed to say where it is.
const mostContext = 12

// replace makes the edit that puts a text in the place of a part of the file: of whole lines, as many as are
// there only once. nil where that cannot be.
func (n *note) replace(part org.Span, with, why string) *Edit {
	from, to := n.lineAround(part.Start, part.End)
	for range mostContext {
		old := n.Text[from:to]
		if n.touches(from, to) {
			return nil
		}
		if strings.Count(n.Text, old) == 1 {
			return &Edit{File: n.Name, Old: old, New: n.Text[from:part.Start] + with + n.Text[part.End:to], Why: why}
		}
		if from > 0 {
			from, _ = n.lineAround(from-1, from-1)
		} else if to < len(n.Text) {
			_, to = n.lineAround(to+1, to+1)
		} else {
			return nil
		}
	}
	return nil
}

// lineAround is from where to where the lines of a part go, without the last line ending.
func (n *note) lineAround(from, to int) (start, end int) {
	start = 1 + strings.LastIndexByte(n.Text[:from], '\n')
	to = min(to, len(n.Text))
	end = len(n.Text)
	if i := strings.IndexByte(n.Text[to:], '\n'); i >= 0 {
		end = to + i
	}
	return start, end
}

// touches reports whether a part of the text reaches into what is private.
func (n *note) touches(from, to int) bool {
	for _, s := range n.hidden {
		if from < s.End && s.Start < to {
			return true
		}
	}
	return false
}

package value

import (
	"slices"
	"strings"
	"sync"

	"pp/engine/cause"
)

// The bounds of the known text of one value, in bytes.
const (
	maxText = 64 << 10 // in each of its texts
	maxAll  = 4 * maxText
)

// Concat is the text of one value with that of another behind it.
func Concat(a, b Value) Value {
	if s, ok := a.Single(); ok && s == "" && a.Taint == 0 {
		return b
	}
	if s, ok := b.Single(); ok && s == "" && b.Taint == 0 {
		return a
	}
	out := Value{Content: Content{Cause: a.Cause, Written: a.Written}, Origin: a.And(b.Origin)}
	if out.Cause.Kind == "" {
		out.Cause, out.Written = b.Cause, b.Written
	}
	out.Names, out.Bare = fewest(a.Names, b.Names, maxNames), a.Bare || b.Bare
	if a.Known && b.Known && !a.Array && !b.Array && len(a.Set)*len(b.Set) <= MaxSet &&
		len(a.Set[0])+len(b.Set[0]) <= maxText && a.Size()*len(b.Set)+b.Size()*len(a.Set) <= maxAll {
		out.Known, out.Set = true, make([]string, 0, len(a.Set)*len(b.Set))
		for _, x := range a.Set {
			for _, y := range b.Set {
				out.Set = append(out.Set, x+y)
			}
		}
		if len(out.Set) > 1 {
			slices.Sort(out.Set)
			out.Set = slices.Compact(out.Set)
		}
		return out
	}
	out.Prefix = a.Prefix
	if a.Known && !a.Array {
		out.Prefix = CommonPrefix(a.Set)
	}
	out.Roots = joinRoots(a.Roots, b.Roots)
	out.Entry = a.entry(true) && (b.Number || b.entry(false))
	out.Solid = out.Entry
	return out
}

var joiners = sync.OnceValue(func() *strings.Replacer { return strings.NewReplacer(".", "", "_", "", "-", "") })

// entry reports whether all that a text may be are names of entries, or what follows the first letter of one, written
// in letters, digits and what joins them.
func (v Value) entry(first bool) bool {
	if !v.Known || v.Array {
		return v.Entry
	}
	return !slices.ContainsFunc(v.Set, func(s string) bool {
		return first && !isIdent(s[:min(len(s), 1)]) || !isIdent(joiners().Replace(s))
	})
}

// Repeated is what a loop prints: any number of times what one turn prints.
func Repeated(v Value) Value {
	if s, ok := v.Single(); ok && s == "" {
		return v
	}
	out := Opaque(cause.LoopOutput.Bare()).Of(v.Origin)
	out.Roots, out.Names, out.Selected, out.Bare = v.Roots, v.Names, v.Selected, v.Bare
	if v.Known && !v.Array {
		out.Roots, out.Names = linesOf(v)
	}
	return out
}

// linesOf is the directories below which the lines of all texts are, when they can be paths at all, and their names.
func linesOf(v Value) (roots, names []string) {
	var lines []string
	for _, t := range v.Set {
		lines = slices.AppendSeq(lines, strings.SplitSeq(strings.TrimSuffix(t, "\n"), "\n"))
		if len(lines) > MaxSet {
			return nil, v.Names
		}
	}
	one := AnyOf(lines).Collapse()
	return one.Roots, fewest(one.Names, v.Names, maxNames)
}

// CommonPrefix is what all texts begin with. There is at least one.
func CommonPrefix(texts []string) string {
	out := texts[0]
	for _, s := range texts {
		out = commonPrefix(out, s)
	}
	return out
}

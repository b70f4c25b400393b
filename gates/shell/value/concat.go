package value

import (
	"strings"

	"pp/engine/cause"
)

// Concat is the text of one value with that of another behind it.
func Concat(a, b Value) Value {
	if a.Known && a.Text == "" && a.Taint == 0 {
		return b
	}
	if b.Known && b.Text == "" && b.Taint == 0 {
		return a
	}
	out := Value{Cause: a.Cause, Written: a.Written, Origin: a.And(b.Origin)}
	if out.Cause.Kind == "" {
		out.Cause, out.Written = b.Cause, b.Written
	}
	out.Names, out.Bare = fewest(a.Names, b.Names, maxNames), a.Bare || b.Bare
	if a.Known && b.Known && len(a.Text)+len(b.Text) <= maxText {
		out.Known, out.Text = true, a.Text+b.Text
		return out
	}
	out = out.Suspect(pairs(a.Parts(), b.Parts())...)
	out.Among = a.Known && b.Among || a.Among && b.Known
	out.Prefix = a.Prefix
	if a.Known {
		out.Prefix = a.Text
	}
	out.Roots = joinRoots(a.Roots, b.Roots)
	out.Entry = (a.Entry || a.Known && isEntry(a.Text)) && (b.Number || b.Entry || b.Known && isName(b.Text))
	out.Solid = out.Entry
	return out
}

// Parts are the known text, or the literals that an opaque text may be, and nothing where it may be empty.
func (v Value) Parts() []string {
	if v.Known || !v.Unset || len(v.Maybe) == 0 {
		return v.Texts()
	}
	return append([]string{""}, v.Maybe...)
}

// pairs are texts of two values one behind the other: the n-th of both, where the last of the shorter list repeats.
func pairs(a, b []string) (out []string) {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	for i := range max(len(a), len(b)) {
		x, y := a[min(i, len(a)-1)], b[min(i, len(b)-1)]
		if len(x)+len(y) <= maxText {
			out = append(out, x+y)
		}
	}
	return out
}

// isEntry reports whether a text is the name of an entry of a directory, in letters, digits and what joins them.
func isEntry(s string) bool { return isIdent(s[:min(len(s), 1)]) && isName(s) }

// isName reports whether a text is what may follow the first letter of such a name.
func isName(s string) bool {
	return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789._-") == "" && s != ""
}

// Repeated is what a loop prints: any number of times what one turn prints.
func Repeated(v Value) Value {
	if v.Known && v.Text == "" {
		return v
	}
	out := Opaque(cause.LoopOutput.Bare()).Of(v.Origin)
	if v.Known {
		lines := strings.Split(strings.TrimSuffix(v.Text, "\n"), "\n")
		v = OneOf(lines[:min(len(lines), maxRoots)]...).opaque()
		if len(lines) > maxRoots {
			v.Roots = nil
		}
	}
	out.Roots, out.Names, out.Selected, out.Bare, out.Maybe = v.Roots, v.Names, v.Selected, v.Bare, v.Maybe
	return out
}

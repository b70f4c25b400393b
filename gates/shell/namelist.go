package shell

import (
	"cmp"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// applyListed adds the effects of each name in a list of names, as if the name were an operand. If the command does not
// contain the list itself, pp cannot know the names before it runs.
func applyListed(o *operand) {
	input := readListing(o)
	if s, ok := input.Single(); ok {
		for name := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '\n' || r == 0 }) {
			w := word{Word: wordFrom(name, o.w.Span)}
			w.mark(input.Origin)
			applyToName(o, w)
		}
		if strings.ContainsAny(s, "\r\\\"'") || strings.Contains("\n"+s, "\n-") { // programs differ on these
			o.addOpaque(shownText(o), cause.FileLines.Bare(), effect.OpaqueOperand, o.span)
		}
		return
	}
	if o.op.List != table.ListNulls {
		input.Ends = 0 // it may split names anywhere
	}
	w := nameFrom(input, o.w.Span)
	if w.Text = "the names in " + shownText(o); o.op.Text == "-" {
		w.Text = "the names in the input"
	}
	applyToName(o, w)
}

// applyToName applies the operand to one name of its list.
func applyToName(o *operand, w word) {
	op := *o.op
	op.List, op.Text, op.Known, op.Many = table.NotListed, w.Text, w.Known, false
	if !w.Known {
		op.Text = w.Prefix
	}
	applyOperand(&operand{applied: o.applied, op: &op, w: w, span: o.span})
}

// readListing returns the content of a list of names, as far as the command contains it.
func readListing(o *operand) value.Value {
	input := o.stdin
	if !o.op.Known || o.op.Many {
		return value.Opaque(cause.FileLines.Bare())
	}
	if o.op.Text != "-" {
		input = fileValue(o, o.op.Text)
	}
	if input.None && !input.Known {
		return value.Text("")
	}
	return input
}

// fileValue returns the content of a file that a command reads, as far as the script wrote it.
func fileValue(o *operand, name string) value.Value {
	if v, ok := streamOf(o.walker, name); ok {
		return v
	}
	out := value.Opaque(cause.FileLines.Bare())
	paths, ok := o.resolve(name, o.dirs, false)
	if !ok || len(paths) != 1 {
		return out
	}
	if v, ok := o.view.file(paths[0].Name); ok {
		return v
	}
	out.Files = []string{paths[0].Name}
	return out
}

// nameFrom returns a name from unknown data, with the directories that it is known to be below.
func nameFrom(input value.Value, span effect.Span) word {
	v := input.Forgotten()
	v.Files = nil
	v.Cause = cmp.Or(v.Cause, cause.FromInput.Bare())
	w := word{info: &v}
	w.Text, w.Span = "{}", span
	if len(input.Roots) > 0 {
		w.Prefix = value.CommonPrefix(input.Roots)
	}
	return w
}

package shell

import (
	"path"
	"regexp"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// inputMark ends the text of words that a command takes from its input.
const inputMark = " input"

// maxFill bounds how many fillers of a command are tried one by one.
const maxFill = 64

// runFilled runs a command once for each filler that completes it.
func runFilled(o *operand, words []word, fill []word) {
	found := o.op.Mark != "" && anyWord(words, func(w word) bool {
		return strings.Contains(w.Text, o.op.Mark) || strings.Contains(w.Prefix, o.op.Mark)
	})
	switch {
	case !found && o.op.Mark != "" && o.in.Name == "find":
		runNested(o.applied, words)
		return
	case !found:
		if len(fill) > 1 && xargsHas(o, groupFlag) { // the first argument of each run is another one for the command
			fill = []word{oneOfMany("", o.in.Name+inputMark)}
		}
		runNested(o.applied, append(words, fill...))
		return
	case len(fill) > maxFill:
		fill = []word{oneOfMany(o.op.Mark, "")}
	}
	out := value.Text("")
	for _, f := range fill {
		runNested(o.applied, replaceMark(words, o.op.Mark, f))
		out = value.Join(out, o.out)
	}
	o.out = value.Repeated(out)
}

// oneOfMany returns a word for any of too many fillers.
func oneOfMany(text, written string) word {
	v := value.Opaque(cause.OneOfManyWords.Bare())
	v.Written = written
	w := word{info: &v}
	w.Many, w.Text = true, text
	return w
}

// replaceMark puts a filler in the place of the mark in all words.
func replaceMark(words []word, mark string, f word) []word {
	out := make([]word, len(words))
	for i, w := range words {
		out[i] = w
		switch {
		case !strings.Contains(w.Text, mark) || !w.Known:
		case f.Known:
			out[i].Text = strings.ReplaceAll(w.Text, mark, f.Text)
			out[i].mark(f.val().Origin)
		case w.Text == mark:
			out[i] = f
			out[i].Span, out[i].Many = w.Span, false
		default:
			before, after, _ := strings.Cut(w.Text, mark)
			v := value.Opaque(f.val().Cause).Of(f.val().Origin)
			v.Written = w.Text
			u := word{info: &v, node: w.node}
			u.Text, u.Span, u.Prefix = w.Text, w.Span, before
			u.Flagless = before == "" && f.Flagless && continues(piece{text: after})
			out[i] = u
		}
	}
	return out
}

// treeFiller is a path below the starting points of find.
func treeFiller(o *operand) word {
	var roots []string
	known := true
	for _, op := range o.in.Operands {
		if op.Kind == table.ReadTree {
			roots = append(roots, op.Text)
			known = known && op.Known
		}
	}
	v := value.Opaque(cause.FoundPath.Bare())
	v.Written = "{}"
	w := word{info: &v}
	w.Text, w.Many = "{}", o.op.Mark == ""
	if len(roots) == 0 && o.in.Name != "find" {
		roots = []string{"."}
	}
	if !known || len(roots) == 0 {
		return w
	}
	v.Roots, v.Names, v.Ends = roots, patterns(o.in.Name, o.words), endings(o.applied)
	w.Prefix = value.CommonPrefix(roots)
	if o.op.Selected {
		v.Selected = true
	}
	w.Span = o.w.Span
	return w
}

// inputFillers are the words that xargs takes from its input.
func inputFillers(o *operand) []word {
	input, span := argumentFile(o), o.words[0].Span
	if s, ok := input.Single(); ok && len(s) < maxText {
		items, exact := inputItems(o, s)
		if exact && len(items) <= maxFields {
			out := make([]word, 0, len(items))
			for _, item := range items {
				w := word{Word: wordFrom(item, span)}
				w.mark(input.Origin)
				out = append(out, w)
			}
			return out
		}
	}
	w := nameFrom(input, span)
	v := w.info
	if o.in.Name != "xargs" || xargsHas(o, separatorFlag) {
		v.Ends = 0 // it may part names anywhere
	}
	w.Many, w.Flagless = true, v.Plain()
	if len(input.Roots) > 0 {
		if input.Bare {
			w.Prefix = barePrefix(o, input.Roots)
		}
		w.Flagless = w.Flagless || w.Prefix != "" && w.Prefix[0] != '-' // each of them is a path that begins so
		if o.op.From < len(o.words) && table.Listed("uniform", path.Base(o.words[o.op.From].Text)) {
			w.Many = false // all of them are files that are read
		}
	}
	v.Written = o.in.Name + inputMark
	return []word{w}
}

// argumentFile returns the source of the arguments of xargs: a file that its flags name, or else standard input.
func argumentFile(o *operand) value.Value {
	list := table.Operand{Text: "-", Known: true}
	for _, op := range o.in.Operands {
		if op.Kind == table.Read {
			op.Known = op.Known && list.Text == "-" // if there are several, any of them
			list = op
		}
	}
	return readListing(&operand{applied: o.applied, op: &list})
}

// barePrefix is what bare names begin with: as if they stood behind ./ when none of them begins with a dash.
func barePrefix(o *operand, roots []string) string {
	if len(roots) != 1 || roots[0] != "." {
		return ""
	}
	for _, d := range o.dirs {
		names, err := o.view.ReadDir(d)
		if err != nil {
			return ""
		}
		for _, n := range names {
			if strings.HasPrefix(n, "-") {
				return ""
			}
		}
	}
	return "./"
}

var (
	separatorFlag = regexp.MustCompile(`^-[oprtx0]*[deE]|^--(d|eof)`)    // that says what ends an item
	groupFlag     = regexp.MustCompile(`^-[oprtx0]*[nlLs]|^--max-[alc]`) // that says how many items make one run
	nullFlag      = regexp.MustCompile(`^-[oprtx]*0|^--nu`)
)

// xargsHas reports whether xargs is given a flag.
func xargsHas(o *operand, flag *regexp.Regexp) bool {
	return o.in.Name == "xargs" && anyWord(o.words[1:min(o.op.From, len(o.words))], func(w word) bool {
		return flag.MatchString(w.Text)
	})
}

// inputItems takes apart what xargs reads; exact is false where quotes or flags say how.
func inputItems(o *operand, s string) (items []string, exact bool) {
	switch {
	case xargsHas(o, separatorFlag):
		return nil, false
	case xargsHas(o, nullFlag):
		return strings.Split(strings.TrimSuffix(s, "\x00"), "\x00"), true
	case o.op.Mark != "":
		for line := range strings.SplitSeq(s, "\n") {
			if line = strings.TrimLeft(line, " \t"); line != "" {
				items = append(items, line)
			}
		}
		return items, true
	}
	return strings.Fields(s), !strings.ContainsAny(s, `'"\`)
}

package shell

import (
	"path"
	"regexp"
	"slices"
	"strconv"
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
	if o.op.Mark == "" {
		runInGroups(o, words, fill)
		return
	}
	found := false
	for _, w := range words {
		found = found || strings.Contains(w.Text, o.op.Mark) || strings.Contains(w.Prefix, o.op.Mark)
	}
	if !found {
		if o.in.Name == "find" {
			runNested(o.applied, words)
		} else {
			runInGroups(o, words, fill)
		}
		return
	}
	if len(fill) > maxFill {
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

// runInGroups runs a command as often as xargs does, each time with as many arguments as its flags say: the first
// argument of each run is another one for the command.
func runInGroups(o *operand, words, fill []word) {
	size := 0
	if o.in.Name == "xargs" && len(fill) > 1 {
		_, size = xargsFlags(o)
	}
	if size < 0 || size > 0 && len(fill) > size*maxFill {
		fill, size = []word{oneOfMany("", o.in.Name+inputMark)}, 0
	}
	if size == 0 || size >= len(fill) {
		runNested(o.applied, append(words, fill...))
		return
	}
	out := value.Text("")
	for group := range slices.Chunk(fill, size) {
		runNested(o.applied, append(words[:len(words):len(words)], group...))
		out = value.Join(out, o.out)
	}
	o.out = value.Repeated(out)
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
	if s, _ := xargsFlags(o); len(s) > 0 && s != "\x00" || o.in.Name != "xargs" {
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
	xargsItem  = regexp.MustCompile(`(?s)(?:'[^']*'?|"[^"]*"?|\\.|[^ \t\n'"\\])+`)
	xargsQuote = regexp.MustCompile(`(?s)'([^']*)'?|"([^"]*)"?|\\(.)`)
	xargsFlag  = regexp.MustCompile(`(?s)^-([oprtx0]*)(?:([adeEiIlLnPs])(.*))?$|^--([a-z-]+)(?:=(.*))?$`)
)

// inputItems takes apart what xargs reads; exact is false where its flags say how in a way that is not followed here.
func inputItems(o *operand, s string) (items []string, exact bool) {
	separator, size := xargsFlags(o)
	switch {
	case len(separator) > 1:
		return nil, false
	case separator != "":
		return strings.Split(strings.TrimSuffix(s, separator), separator), true
	case o.op.Mark != "":
		for line := range strings.SplitSeq(s, "\n") {
			if line = strings.TrimLeft(line, " \t"); line != "" {
				items = append(items, line)
			}
		}
		return items, true
	}
	for _, item := range xargsItem.FindAllString(s, -1) { // blanks part, quotes and backslashes quote
		items = append(items, xargsQuote.ReplaceAllString(item, "$1$2$3"))
	}
	return items, size >= 0 || len(items) < 2
}

// xargsFlags reads the flags of xargs that say how it makes arguments of its input: what ends an item, "" for blanks,
// and how many arguments one run has, 0 for all of them and -1 if lines or bytes are counted, which is not followed.
func xargsFlags(o *operand) (separator string, size int) {
	words := o.words[1:min(o.op.From, len(o.words))]
	for i := 0; i < len(words); i++ {
		m := xargsFlag.FindStringSubmatch(words[i].Text)
		if m == nil {
			continue
		}
		letter, text := m[2], m[3]+m[5]
		longs := [...][2]string{{"d", "d"}, {"nu", "0"}, {"max-a", "n"}, {"max-p", "P"}, {"max", "L"}}
		for _, long := range longs {
			if letter == "" && strings.HasPrefix(m[4], long[0]) {
				letter = long[1]
			}
		}
		if text == "" && letter != "" && strings.Contains("adEILnPs", letter) && i+1 < len(words) &&
			!(m[4] != "" && letter == "L") {
			i++
			text = words[i].Text
		}
		if strings.Contains(m[1], "0") {
			separator = "\x00"
		}
		switch letter {
		case "0":
			separator = "\x00"
		case "d":
			separator = strings.NewReplacer(`\n`, "\n", `\0`, "\x00").Replace(text)
		case "l", "L", "s":
			size = -1
		case "n":
			if n, err := strconv.Atoi(text); err != nil || n < 1 || size < 0 {
				size = -1
			} else {
				size = n
			}
		}
	}
	return separator, size
}

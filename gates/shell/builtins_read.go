package shell

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// reading is how read, mapfile and getopts take their input.
type reading struct {
	*walker
	words []word
	names []word
	array bool  // it fills an array
	call  *word // mapfile -C: what runs for lines
	delim string
	part  bool // it may take something else than a whole line
	fd    string
}

// readBuiltin walks read, mapfile and getopts: the variables they fill.
func readBuiltin(sc *simple) {
	r := reading{walker: sc.walker, words: sc.words, delim: "\n"}
	if sc.words[0].Text == "getopts" {
		getopts(&r)
		return
	}
	flags(&r)
	in := readInput(&r)
	if !r.array {
		in = take(&r, in)
	}
	callback(&r, in)
	if len(r.names) == 0 {
		name := "REPLY"
		if r.array {
			name = "MAPFILE"
		}
		assignParameter(sc.walker, name, readField(&r, in, 0), sc.words[0].Span)
	}
	for i, w := range r.names {
		assignWord(sc.walker, w, readField(&r, in, i))
	}
}

// assignWord gives the variable that a word names a value.
func assignWord(ex *walker, w word, v value.Value) {
	if _, valid := evaluatedWord(ex, w); valid {
		assignNamed(ex, w.Text, v, w.Span)
	}
}

// assignNamed gives a variable, or an element of an array, a value.
func assignNamed(ex *walker, s string, v value.Value, span effect.Span) {
	name, _, sub := strings.Cut(s, "[")
	switch {
	case !validName(name):
	case sub:
		assignElement(ex, name, v, span)
	default:
		assignParameter(ex, name, v, span)
	}
}

// getopts leaves the name of the flag, and sets OPTARG to an argument or the end of one.
func getopts(r *reading) {
	args := r.state.arguments()
	if len(r.words) > 3 {
		args = argumentsOf(r.words[3:], true)
	}
	argument := value.Opaque(cause.FlagArgument.Bare()).Of(args.from)
	for _, v := range args.list {
		argument = argument.Suspect(v.Texts()...).Suspect(v.Text[min(2, len(v.Text)):])
	}
	assignParameter(r.walker, "OPTARG", argument, r.words[0].Span)
	if len(r.words) > 2 {
		assignWord(r.walker, r.words[2], value.Opaque(cause.Flag.Bare()))
	}
}

// flags parts the flags from the names.
func flags(r *reading) {
	takes := "adinNptu"
	if r.array = r.words[0].Text != "read"; r.array {
		takes = "dnOsuCc"
	}
	for i := 1; i < len(r.words); i++ {
		w := r.words[i]
		if !w.Known || len(w.Text) < 2 || w.Text[0] != '-' {
			r.names = append(r.names, w)
			continue
		}
		for j := 1; j < len(w.Text) && w.Text != "--"; j++ {
			c := w.Text[j]
			if strings.IndexByte(takes, c) < 0 {
				continue
			}
			arg := word{Word: wordFrom(w.Text[j+1:], w.Span)}
			if arg.Text == "" && i+1 < len(r.words) {
				i++
				arg = r.words[i]
			}
			readFlag(r, c, arg)
			break
		}
	}
}

// readFlag notes a flag that takes an argument.
func readFlag(r *reading, flag byte, arg word) {
	switch flag {
	case 'a':
		r.names, r.array = append(r.names, arg), true
	case 'd':
		if r.delim = "\x00"; arg.Text != "" {
			r.delim = arg.Text[:1]
		}
		r.part = true
	case 'n', 'N', 'O', 's', 't':
		r.part = true
	case 'u':
		if r.fd = arg.Text; !arg.Known {
			r.fd = "?"
		}
	case 'C':
		r.call = &arg
	}
}

// readInput is the input that a read builtin takes.
func readInput(r *reading) value.Value {
	stdin := r.stdin
	if r.fd != "" {
		if v, ok := r.procs["/dev/fd/"+r.fd]; ok {
			stdin = v.Forgotten().Suspect(v.Texts()...) // of which a part may be gone
		} else if r.fd != "0" {
			stdin = value.Opaque(cause.OtherDescriptor.Bare())
		}
	}
	for _, w := range r.words[1:] {
		if r.words[0].Text == "read" && strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "s") {
			stdin = stdin.With(value.Secret, "what is typed unseen")
		}
	}
	if from := stdin.From(value.Endless); from != "" && (r.array || stdin.Comes("/dev/zero", "/dev/full")) {
		r.hazard(RuleEndless, cause.Word(from), r.words[0].Span)
	}
	return stdin
}

// take is the line of the input that read takes. It is known where the input is a literal of one line.
func take(r *reading, in value.Value) value.Value {
	s, known := in.Single()
	line, rest, _ := strings.Cut(s, "\n")
	if r.fd == "" {
		r.stdin = in.Forgotten().Suspect(in.Texts()...)
	}
	if known && rest == "" && !r.part && !strings.ContainsAny(s, "\\\x00") {
		return value.Text(line).Of(in.Origin)
	}
	return readLine(r, in)
}

// readLine is any line of the input.
func readLine(r *reading, in value.Value) value.Value {
	var lines []string
	for _, s := range in.Texts() {
		lines = append(lines, strings.Split(strings.ReplaceAll(s, `\`, ""), r.delim)...)
	}
	out := in.Forgotten().Suspect(lines...)
	out.None, out.Files, out.Prefix, out.Unset = false, nil, "", true
	out.Cause = cmp.Or(out.Cause, cause.InputLine.Bare())
	if r.part && r.delim != "\x00" || !plainIFS(r.walker) {
		out.Ends = 0 // it may be a piece of a name
	}
	return out
}

// callback judges the command that mapfile -C runs with the number and the text of a line behind it.
func callback(r *reading, in value.Value) {
	if r.call == nil {
		return
	}
	r.opaqueCommand(r.call.Text, cause.RunForEachLine.Bare(), r.call.Span)
	for _, s := range append(readLine(r, in).Texts(), "") {
		if q, err := syntax.Quote(s, syntax.LangBash); err == nil {
			walkText(r.walker, r.call.Text+" 0 "+q, r.call.Span)
		}
	}
}

// readField is what a read builtin gives the n-th of its names: an array, a field of the line, or for the last name all
// that is left of it.
func readField(r *reading, in value.Value, n int) value.Value {
	ifs, plain := fieldSeparators(r.walker)
	if r.array {
		list := []value.Value{readLine(r, in)}
		for _, s := range in.Texts() {
			for f := range strings.FieldsFuncSeq(s, func(c rune) bool { return strings.ContainsRune(ifs+r.delim+"\n", c) }) {
				list = append(list, value.Text(f))
			}
		}
		return elements(value.Unset(), list...)
	}
	s, known := in.Single()
	if len(r.names) == 0 {
		return in
	}
	fields := strings.Fields(s)
	switch {
	case known && plain && ifs == " \t\n" && n < len(r.names)-1 && n < len(fields):
		return value.Text(fields[n]).Of(in.Origin)
	case known && plain && ifs == " \t\n" && n == len(r.names)-1 && n == 0:
		return value.Text(strings.Trim(s, ifs)).Of(in.Origin)
	}
	out := in.Forgotten()
	out.Unset = true
	for _, s := range in.Texts() {
		for range n {
			s = s[strings.IndexAny(s, ifs)+1:]
		}
		if i := strings.IndexAny(s, ifs); i >= 0 && n < len(r.names)-1 {
			s = s[:i]
		}
		out = out.Suspect(strings.TrimSpace(s))
	}
	if len(r.names) > 1 {
		out.Roots = nil
	}
	return out
}

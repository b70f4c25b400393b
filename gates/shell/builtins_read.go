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
	*analysis
	words   []word
	names   []word
	array   bool  // it fills an array
	lines   bool  // mapfile: an element is a line
	keep    bool  // mapfile without -t: with the newline
	call    *word // mapfile -C: what runs for lines
	raw     bool  // read -r
	delim   string
	part    bool // it takes only a part of what is there
	fd      string
	unknown bool // a flag is not known
}

// read walks read, mapfile and getopts: the variables they fill.
func (sc *simple) read() {
	r := reading{analysis: sc.analysis, words: sc.words, delim: "\n"}
	r.flags()
	if sc.words[0].Text == "getopts" {
		r.getopts()
	}
	in := r.input()
	if sc.words[0].Text == "read" && !r.array {
		in = r.take(in)
	}
	r.callback(in)
	if len(r.names) == 0 {
		name := "REPLY"
		if r.array {
			name = "MAPFILE"
		}
		sc.assign(name, r.filled(in), sc.words[0].Span)
		return
	}
	for i, w := range r.names {
		if !w.Known {
			sc.unknownName(w)
			continue
		}
		var v value.Value
		switch {
		case sc.words[0].Text == "getopts":
			v = value.Opaque(cause.Flag.Bare())
			v.Solid = true
		case r.array:
			v = r.filled(in)
		default:
			v = r.field(in, i)
		}
		sc.checkName(w.Text, w.Span)
		sc.assignNamed(w.Text, v, w.Span)
	}
}

// assignNamed gives a variable, or an element of an array, a value.
func (ex *expander) assignNamed(s string, v value.Value, span effect.Span) {
	name, _, sub := strings.Cut(s, "[")
	switch {
	case !validName(name):
	case sub:
		ex.checkName(s, span)
		ex.assignElement(name, v, span)
	default:
		ex.assign(name, v, span)
	}
}

// getopts leaves the name of the flag, and sets OPTARG to an argument or the end of one.
func (r *reading) getopts() {
	if len(r.names) > 0 {
		r.names = r.names[1:min(2, len(r.names))]
	}
	v := value.Opaque(cause.FlagArgument.Bare())
	args, known := r.args()
	if len(r.words) > 3 {
		args, known = wordValues(r.words[3:])
	}
	var set []string
	for _, e := range args {
		s, ok := e.Single()
		known = known && ok && e.Taint == 0
		set = append(set, s)
		if known = known && len(s) < 64; known && len(s) > 2 && s[0] == '-' {
			for i := 2; i < len(s); i++ {
				set = append(set, s[i:])
			}
		}
	}
	if known && len(set) > 0 && len(set) < value.MaxSet {
		v = value.AnyOf(set)
	}
	r.assign("OPTARG", v, r.words[0].Span)
}

// flags parts the flags from the names.
func (r *reading) flags() {
	isMap := r.words[0].Text == "mapfile" || r.words[0].Text == "readarray"
	r.array, r.lines, r.keep = isMap, isMap, isMap
	takes := "adinNptu"
	if isMap {
		takes = "dnOsuCc"
	}
	for i := 1; i < len(r.words); i++ {
		w := r.words[i]
		if !w.Known || len(w.Text) < 2 || w.Text[0] != '-' || r.words[0].Text == "getopts" || w.Text == "--" {
			if w.Text != "--" || !w.Known {
				r.names = append(r.names, w)
			}
			continue
		}
		for j := 1; j < len(w.Text); j++ {
			c := w.Text[j]
			if strings.IndexByte(takes, c) < 0 {
				r.raw, r.keep = r.raw || c == 'r', r.keep && c != 't'
				continue
			}
			arg := word{Word: wordFrom(w.Text[j+1:], w.Span)}
			if arg.Text == "" && i+1 < len(r.words) {
				i++
				arg = r.words[i]
			}
			r.flag(c, arg)
			break
		}
	}
}

// flag notes a flag that takes an argument.
func (r *reading) flag(flag byte, arg word) {
	switch flag {
	case 'a':
		r.names, r.array = append(r.names, arg), true
	case 'd':
		if r.delim = ""; arg.Text != "" {
			r.delim = arg.Text[:1]
		}
		r.unknown = r.unknown || !arg.Known
	case 'n', 'N', 'O', 's':
		r.part = true
	case 'u':
		if r.fd = arg.Text; !arg.Known {
			r.fd = "?"
		}
	case 'C':
		r.call = &arg
	}
}

// input is the input that a read builtin takes.
func (r *reading) input() value.Value {
	stdin := r.stdin
	if r.fd != "" {
		if v, ok := r.procs["/dev/fd/"+r.fd]; ok {
			stdin = v
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

// take is the part of the input that read takes: a known line where nothing depends on a condition.
func (r *reading) take(in value.Value) value.Value {
	s, ok := in.Single()
	delim := cmp.Or(r.delim, "\x00")
	switch {
	case r.ended && in.Known:
		return value.Text("").Of(in.Origin)
	case r.ended:
		return value.Join(value.Text(""), in)
	case !in.Known || in.None || r.fd != "" && r.fd != "0":
		return in
	case r.part || r.unknown:
		r.stdin = in.Forgotten()
		return in
	case ok && r.cond == 0 && !in.Rest && (r.raw || !strings.Contains(s, `\`)):
		line, rest, _ := strings.Cut(s, delim)
		r.stdin.Set = []string{rest}
		return value.Text(line).Of(in.Origin)
	}
	r.stdin.Rest = true
	if !r.tested {
		in = value.Join(in, value.Text("")) // there may be nothing left
	}
	return in
}

// filled is the array, or the whole line, that is read.
func (r *reading) filled(v value.Value) value.Value {
	if !r.array {
		return r.record(v)
	}
	unknown := value.OpaqueArray(cause.ArrayRead.Bare()).Of(v.Origin)
	s, ok := v.Single()
	ifs, plain := r.ifs()
	if !ok || !plain || r.unknown || r.part || v.None {
		return unknown
	}
	var parts []string
	switch {
	case r.lines:
		parts = records(s, r)
	case strings.Count(strings.TrimSuffix(s, "\n"), "\n") > 0:
		return unknown // one of the lines
	default:
		parts = splitInput(strings.TrimSuffix(unescaped(s, r), "\n"), ifs, -1)
	}
	if len(parts) > maxList {
		return unknown
	}
	out := value.Array(nil).Of(v.Origin)
	for _, p := range parts {
		if r.keep {
			p += r.delim
		}
		out.List = append(out.List, value.Text(p).Of(v.Origin))
	}
	return out
}

// callback walks the command that mapfile -C runs: bash puts the number and the text of a line behind it, and the
// variable holds lines by then.
func (r *reading) callback(in value.Value) {
	w, name := r.call, "MAPFILE"
	if w == nil {
		return
	}
	if !w.Known {
		r.opaqueCommand(w.Text, cause.RunForEachLine.Bare(), w.Span)
		return
	}
	if len(r.names) > 0 && r.names[0].Known && validName(r.names[0].Text) {
		name = r.names[0].Text
	}
	r.assign(name, r.record(in), w.Span)
	r.nestedScript(w.Text+` 0 "$`+name+`"`, w.Span, func(f *syntax.File) { r.stmts(f.Stmts) })
}

// unescaped takes out the backslashes that read without -r does not keep.
func unescaped(s string, r *reading) string {
	if r.raw || r.lines || !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// records are the pieces that a delimiter ends.
func records(s string, r *reading) []string {
	if s == "" {
		return nil
	}
	delim := cmp.Or(r.delim, "\x00")
	return strings.Split(strings.TrimSuffix(s, delim), delim)
}

// record is one record of what is read: any of them when all are known.
func (r *reading) record(v value.Value) value.Value {
	lost := value.Opaque(cause.InputLine.Bare()).Of(v.Origin)
	if !v.Known {
		out := v
		out.None, out.Files, out.Prefix = false, nil, ""
		out.Cause = cmp.Or(out.Cause, lost.Cause)
		if r.part || r.unknown || r.delim != "" && r.delim != "\n" || !r.plainIFS() {
			out.Ends = 0 // it may be a piece of a name
		}
		return out
	}
	if r.part || r.unknown {
		return lost
	}
	var set []string
	for _, s := range v.Set {
		list := records(unescaped(s, r), r)
		if len(list) == 0 {
			list = []string{""}
		}
		if set = append(set, list...); len(set) > maxFields {
			return lost
		}
	}
	return value.AnyOf(set).Of(v.Origin)
}

// field is what read gives the n-th of its names: a field of a record, or for the last one all that is left.
func (r *reading) field(in value.Value, n int) value.Value {
	v := r.record(in)
	last := len(r.names) - 1
	if !v.Known {
		if last > 0 {
			v.Roots = nil
		}
		return v
	}
	ifs, ok := r.ifs()
	if !ok {
		return value.Opaque(cause.InputField.Bare()).Of(v.Origin)
	}
	var set []string
	for _, s := range v.Set {
		fields := splitInput(s, ifs, len(r.names))
		if n >= len(fields) {
			set = append(set, "")
			continue
		}
		set = append(set, fields[n])
		// A separator at the end goes away when nothing follows it.
		if s := fields[n]; n == last && s != "" && strings.IndexByte(ifs, s[len(s)-1]) >= 0 {
			set = append(set, s[:len(s)-1])
		}
	}
	return value.AnyOf(set).Of(v.Origin)
}

// splitInput parts a record as read does: at most count fields, the last with the rest; any number if negative.
func splitInput(s, ifs string, count int) []string {
	var blanks strings.Builder
	for i := 0; i < len(ifs); i++ {
		if strings.IndexByte(" \t\n", ifs[i]) >= 0 {
			blanks.WriteByte(ifs[i])
		}
	}
	s = strings.Trim(s, blanks.String())
	var out []string
	for s != "" && len(out) != count-1 {
		i := strings.IndexAny(s, ifs)
		if i < 0 {
			break
		}
		out, s = append(out, s[:i]), s[i:]
		for hard := false; s != "" && strings.IndexByte(ifs, s[0]) >= 0; s = s[1:] {
			if strings.IndexByte(blanks.String(), s[0]) < 0 {
				if hard {
					break
				}
				hard = true
			}
		}
	}
	if s != "" {
		out = append(out, s)
	}
	return out
}

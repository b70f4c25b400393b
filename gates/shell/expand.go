package shell

import (
	"cmp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// word is one word of a command after expansion.
type word struct {
	table.Word
	// info is what is known of an unknown word, and where any word comes from; nil when there is nothing to say.
	info *value
	// everything is the directory of which the word names every entry.
	everything string
	globbed    bool   // it came from matching names in a directory
	shape      string // of a word that is known in part: its text, with a digit for what is not
	node       syntax.Node
}

// maxFields bounds the words one written word may become.
const maxFields = 4096

// atom is a piece of a written word before it is expanded: literal text, or a part that bash replaces.
type atom struct {
	text   string
	quoted bool
	node   syntax.WordPart
}

// piece is a piece of a word after it was expanded.
type piece struct {
	text   string
	quoted bool
	val    *value // unknown
}

// field is one word in the making.
type field struct {
	pieces []piece
	taint  taint
	from   string
}

// words expands written words as the arguments of a command.
func (a *analysis) words(list []*syntax.Word) []word {
	out := make([]word, 0, len(list))
	for _, w := range list {
		out = a.word(out, w)
	}
	return out
}

// word appends what one written word becomes.
func (a *analysis) word(out []word, w *syntax.Word) []word {
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if plainText(p.Value) {
				return append(out, a.literal(p.Value, w, false))
			}
		case *syntax.SglQuoted:
			if !p.Dollar {
				return append(out, a.literal(p.Value, w, true))
			}
		}
	}
	span := a.span(w)
	list := atoms(nil, w.Parts, false)
	alternatives, ok := braces(list)
	if !ok {
		huge, plain := vast(list)
		if huge {
			a.hazard(RuleEndless, "it makes more words than memory holds: "+a.source(w), span)
		}
		return append(out, a.unknown(value{number: plain, why: "the braces make too many words"}, "", true, span, w))
	}
	for _, alt := range alternatives {
		for _, f := range a.fields(alt, len(alternatives) == 1) {
			out = a.finish(out, f, span, w)
			if len(out) > maxFields {
				return append(out, a.unknown(opaque("too many words"), "", true, span, w))
			}
		}
	}
	return out
}

func (a *analysis) literal(s string, n syntax.Node, quoted bool) word {
	return word{Word: table.Word{Text: s, Known: true, Quoted: quoted, Span: a.span(n)}, node: n}
}

// plainText reports whether unquoted text stands for itself.
func plainText(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '*', '?', '[', '{', '~':
			return false
		}
	}
	return true
}

// unknown makes a word that could not be expanded.
func (a *analysis) unknown(v value, prefix string, many bool, span effect.Span, n syntax.Node) word {
	if v.written == "" {
		v.written = a.source(n)
	}
	return word{Word: table.Word{Text: a.source(n), Prefix: prefix, Many: many, Span: span}, info: &v, node: n}
}

// atoms takes written parts apart, down to what is quoted and what is not.
func atoms(out []atom, parts []syntax.WordPart, quoted bool) []atom {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			out = litAtoms(out, p.Value, quoted)
		case *syntax.SglQuoted:
			s := p.Value
			if p.Dollar {
				s = ansiC(s)
			}
			out = append(out, atom{text: s, quoted: true})
		case *syntax.DblQuoted:
			if len(p.Parts) == 0 {
				out = append(out, atom{quoted: true})
			}
			out = atoms(out, p.Parts, true)
		default:
			out = append(out, atom{node: part, quoted: quoted})
		}
	}
	return out
}

// litAtoms takes the backslashes out of literal text.
func litAtoms(out []atom, s string, quoted bool) []atom {
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			continue
		}
		c := s[i+1]
		if quoted && c != '$' && c != '`' && c != '"' && c != '\\' && c != '\n' {
			i++
			continue
		}
		if i > start {
			out = append(out, atom{text: s[start:i], quoted: quoted})
		}
		if c != '\n' {
			out = append(out, atom{text: s[i+1 : i+2], quoted: true})
		}
		i++
		start = i + 1
	}
	if start < len(s) {
		out = append(out, atom{text: s[start:], quoted: quoted})
	}
	return out
}

// builder makes fields from pieces, splitting as it goes.
type builder struct {
	fields []field
	cur    field
	open   bool // cur is a word even if nothing was added
}

func (b *builder) add(p piece, t taint, from string) {
	b.cur.pieces = append(b.cur.pieces, p)
	b.cur.taint |= t
	b.cur.from = cmp.Or(b.cur.from, from)
	b.open = true
}

func (b *builder) end() {
	if b.open {
		b.fields = append(b.fields, b.cur)
	}
	b.cur, b.open = field{}, false
}

// fields expands the atoms of one word, splitting what is not quoted.
// An assignment in it is one only when it was written as such, without braces.
func (a *analysis) fields(list []atom, written bool) []field {
	var b builder
	list = a.tilde(list, written)
	for _, at := range list {
		if at.node == nil {
			if at.text != "" || at.quoted {
				b.add(piece{text: at.text, quoted: at.quoted}, 0, "")
			}
			continue
		}
		if _, ext := at.node.(*syntax.ExtGlob); ext && !at.quoted {
			// It matches no more than a star does.
			b.add(piece{text: "*"}, 0, "")
			continue
		}
		a.part(&b, at)
	}
	b.end()
	return b.fields
}

// part expands one part that bash replaces.
func (a *analysis) part(b *builder, at atom) {
	switch p := at.node.(type) {
	case *syntax.ParamExp:
		a.param(b, p, at.quoted)
	case *syntax.CmdSubst:
		a.addValue(b, a.substitution(p), at.quoted)
	case *syntax.ArithmExp:
		a.addValue(b, a.arithmetic(p.X), at.quoted)
	case *syntax.ProcSubst:
		a.addValue(b, text(a.process(p)), true)
	case *syntax.ExtGlob:
		v := opaque("an extended pattern")
		v.roots = []string{"."}
		a.addValue(b, v, false)
	default:
		a.addValue(b, opaque("an expansion that is not known"), at.quoted)
	}
}

// addValue puts a value into the word, split into several when not quoted.
func (a *analysis) addValue(b *builder, v value, quoted bool) {
	s, ok := v.single()
	if !ok && v.known && !v.array {
		// Several possible texts without a variable to follow.
		if i, picked := a.choice.pick("\x00"+v.written+strings.Join(v.set, "\x00"), len(v.set)); picked {
			s, ok = v.set[i], true
		} else {
			v = collapse(v)
		}
	}
	switch {
	case !ok:
		b.add(piece{val: &v, quoted: quoted}, v.taint, v.from)
	case quoted:
		b.add(piece{text: s, quoted: true}, v.taint, v.from)
	default:
		a.split(b, s, v)
	}
}

// split adds unquoted text, which IFS parts into words.
func (a *analysis) split(b *builder, s string, v value) {
	ifs, ok := a.ifs()
	if !ok {
		o := opaque("IFS is not known")
		b.add(piece{val: &o}, v.taint, v.from)
		return
	}
	for i := 0; i < len(s); {
		if strings.IndexByte(ifs, s[i]) < 0 {
			j := i
			for j < len(s) && strings.IndexByte(ifs, s[j]) < 0 {
				j++
			}
			b.add(piece{text: s[i:j]}, v.taint, v.from)
			i = j
			continue
		}
		// A run of blanks of IFS with at most one other separator ends a word.
		hard := false
		for i < len(s) && strings.IndexByte(ifs, s[i]) >= 0 {
			if s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
				if hard {
					break
				}
				hard = true
			}
			i++
		}
		if hard {
			b.open = true
		}
		b.end()
	}
}

// ifs is the value of IFS.
func (a *analysis) ifs() (string, bool) {
	v, ok := a.state.get("IFS")
	if !ok || v.unset && len(v.set) == 1 {
		return " \t\n", true
	}
	return v.single()
}

// plainIFS reports whether words end at blanks and nowhere else.
func (a *analysis) plainIFS() bool {
	ifs, ok := a.ifs()
	return ok && strings.Trim(ifs, " \t\n") == ""
}

// finish turns a field into words: names that match it, or its text.
func (a *analysis) finish(out []word, f field, span effect.Span, n syntax.Node) []word {
	known, glob, quoted, many := true, false, false, false
	var val value
	for _, p := range f.pieces {
		switch {
		case p.val != nil:
			if known {
				val = *p.val
			} else {
				val.roots, val.number, val.ident, val.solid = nil, false, false, val.solid && p.val.solid
			}
			known = false
			many = many || !p.quoted && !((p.val.solid || p.val.number) && a.plainIFS())
		case !p.quoted && strings.ContainsAny(p.text, "*?["):
			glob = true
		}
		quoted = quoted || p.quoted
	}
	if !known {
		return append(out, a.partly(f, val, many, span, n))
	}
	if glob {
		return a.glob(out, f, span, n)
	}
	var s string
	if len(f.pieces) == 1 {
		s = f.pieces[0].text
	} else {
		var sb strings.Builder
		for _, p := range f.pieces {
			sb.WriteString(p.text)
		}
		s = sb.String()
	}
	w := word{Word: table.Word{Text: s, Known: true, Quoted: quoted, Span: span}, node: n}
	w.mark(f.taint, f.from)
	return append(out, w)
}

// val is what is known of a word besides its text.
func (w *word) val() value {
	if w.info == nil {
		return value{}
	}
	return *w.info
}

// mark notes where a word comes from.
func (w *word) mark(t taint, from string) {
	if t == 0 && from == "" {
		return
	}
	v := w.val()
	v.taint |= t
	v.from = from
	w.info = &v
}

// partly makes a word of which only some pieces are known.
func (a *analysis) partly(f field, val value, many bool, span effect.Span, n syntax.Node) word {
	prefix, after := "", false
	for i, p := range f.pieces {
		if p.val != nil {
			if i == 0 || prefix == "" && !after {
				prefix = p.val.prefix
			} else {
				prefix += p.val.prefix
			}
			after = i < len(f.pieces)-1
			break
		}
		prefix += p.text
	}
	flagless := prefix == "" && f.pieces[0].val != nil && f.pieces[0].val.plain() &&
		(len(f.pieces) == 1 || continues(f.pieces[1]))
	if len(f.pieces) > 1 {
		val.number, val.ident = false, false
		if val.roots != nil && !(f.pieces[0].val != nil && after) {
			val.roots = nil
		}
	}
	if val.number && prefix == "" {
		many = false
	}
	val.taint, val.from = f.taint, f.from
	if i := strings.LastIndexByte(prefix, '/'); i >= 0 && val.roots == nil && !many {
		val.prefix = prefix
	}
	w := a.unknown(val, prefix, many, span, n)
	w.Flagless = flagless
	if len(f.pieces) > 1 {
		var b strings.Builder
		for _, p := range f.pieces {
			if p.val != nil {
				b.WriteString("1")
			} else {
				b.WriteString(p.text)
			}
		}
		w.shape = b.String()
	}
	return w
}

// continues reports whether a piece may stand behind one that is empty at worst, without making a flag of the word.
func continues(p piece) bool {
	return p.val == nil && p.text != "" && p.text[0] != '-' && p.text[0] != '+'
}

// one expands a written word as one text, without splitting: an assignment,
// the word of a case, the name in a redirection of a here-string.
func (a *analysis) one(w *syntax.Word) value {
	if w == nil {
		return text("")
	}
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.Lit); ok && plainText(p.Value) {
			return text(p.Value)
		}
	}
	return a.oneOf(a.tildeIn(atoms(nil, w.Parts, false), 0))
}

// document expands the text of a here-document.
func (a *analysis) document(w *syntax.Word) value {
	if w == nil {
		return text("")
	}
	list := make([]atom, 0, len(w.Parts))
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			list = hereAtoms(list, l.Value)
			continue
		}
		list = append(list, atom{node: p, quoted: true})
	}
	return a.oneOf(list)
}

// hereAtoms is litAtoms for here-documents, where \" stays as it is.
func hereAtoms(out []atom, s string) []atom {
	if !strings.Contains(s, `\"`) {
		return litAtoms(out, s, true)
	}
	for i, part := range strings.Split(s, `\"`) {
		if i > 0 {
			out = append(out, atom{text: `\"`, quoted: true})
		}
		out = litAtoms(out, part, true)
	}
	return out
}

// oneOf joins atoms into one value, as within double quotes.
func (a *analysis) oneOf(list []atom) value {
	out := text("")
	for _, at := range list {
		if at.node == nil {
			out = concat(out, text(at.text))
			continue
		}
		var b builder
		a.part(&b, atom{node: at.node, quoted: true})
		b.end()
		for i, f := range b.fields {
			if i > 0 {
				out = concat(out, text(" "))
			}
			for _, p := range f.pieces {
				v := text(p.text)
				if p.val != nil {
					v = *p.val
				}
				out = concat(out, v.with(f.taint, f.from))
			}
		}
	}
	return out
}

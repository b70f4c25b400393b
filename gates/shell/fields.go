package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// piece is a piece of a word after it was expanded.
type piece struct {
	text   string
	quoted bool
	val    *value.Value // unknown
}

// field is one word in the making.
type field struct {
	pieces []piece
	origin value.Origin
}

// builder makes fields from pieces, splitting as it goes.
type builder struct {
	fields []field
	cur    field
	open   bool // cur is a word even if nothing was added
	whole  bool // bash does not part what it expands
	output bool // the expansion is the output of a command, which zsh splits too
}

func (b *builder) add(p piece, from value.Origin) {
	b.cur.pieces = append(b.cur.pieces, p)
	b.cur.origin = b.cur.origin.And(from)
	b.open = true
}

func (b *builder) end() {
	if b.open {
		b.fields = append(b.fields, b.cur)
	}
	b.cur, b.open = field{}, false
}

// fields expands the atoms of one word, splitting what is not quoted. An assignment must be written as such.
func fields(ex *walker, list []atom, written bool) []field {
	var b builder
	list = expandTilde(ex, list, written)
	for _, at := range list { // bash parts nothing of a word where a $ alone comes after what it expands
		if _, ext := at.node.(*syntax.ExtGlob); !at.quoted && !ext {
			b.whole = at.node == nil && (b.whole || strings.Contains(at.text, "$"))
		}
	}
	for _, at := range list {
		if at.node == nil {
			if at.text != "" || at.quoted {
				b.add(piece{text: at.text, quoted: at.quoted}, value.Origin{})
			}
			continue
		}
		if _, ext := at.node.(*syntax.ExtGlob); ext && !at.quoted {
			// It matches no more than a star does.
			b.add(piece{text: "*"}, value.Origin{})
			continue
		}
		expandPart(ex, &b, at)
	}
	b.end()
	return b.fields
}

// expandPart expands one part that bash replaces.
func expandPart(ex *walker, b *builder, at atom) {
	switch p := at.node.(type) {
	case *syntax.ParamExp:
		expandParam(ex, b, p, at.quoted)
	case *syntax.CmdSubst:
		v := substitution(ex, p)
		b.output = true
		addValue(ex, b, v, at.quoted)
		b.output = false
	case *syntax.ArithmExp:
		addValue(ex, b, calculateArithmetic(ex, p.X), at.quoted)
	case *syntax.ProcSubst:
		addValue(ex, b, value.Text(process(ex, p)), true)
	case *syntax.ExtGlob:
		v := value.Opaque(cause.ExtendedPattern.Bare())
		v.Roots = []string{"."}
		addValue(ex, b, v, false)
	default:
		addValue(ex, b, value.Opaque(cause.ExpansionUnknown.Bare()), at.quoted)
	}
}

// addValue puts a value into the word, split into several when not quoted.
func addValue(ex *walker, b *builder, v value.Value, quoted bool) {
	s, ok := v.Single()
	switch {
	case !ok:
		b.add(piece{val: &v, quoted: quoted}, v.Origin)
	case quoted:
		b.add(piece{text: s, quoted: true}, v.Origin)
	default:
		splitFields(ex, b, s, v)
	}
}

// splitFields adds unquoted text, which IFS parts into words.
func splitFields(ex *walker, b *builder, s string, v value.Value) {
	ex.work(len(s) / 8)
	ifs, ok := fieldSeparators(ex)
	if ok && (strings.ContainsAny(s, `*?[\`) || !b.output && strings.ContainsAny(s, ifs)) {
		onlyInZsh(ex, cause.ZshUnsplit.OfWord(s), effect.Span{})
	}
	if !ok || b.whole && strings.ContainsAny(s, ifs) {
		o := value.Opaque(cause.PartsUnknown.Bare())
		b.add(piece{val: &o}, v.Origin)
		return
	}
	for i := 0; i < len(s); {
		if strings.IndexByte(ifs, s[i]) < 0 {
			j := i
			for j < len(s) && strings.IndexByte(ifs, s[j]) < 0 {
				j++
			}
			b.add(piece{text: s[i:j]}, v.Origin)
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

// fieldSeparators is the value of IFS.
func fieldSeparators(m *walker) (string, bool) {
	v := lookupVar(m, "IFS")
	if v.Known && v.Unset {
		return " \t\n", true
	}
	return v.Single()
}

// plainIFS reports whether words end at blanks and nowhere else.
func plainIFS(m *walker) bool {
	ifs, ok := fieldSeparators(m)
	return ok && strings.Trim(ifs, " \t\n") == ""
}

// finishWord turns a field into words: names that match it, or its text.
func finishWord(ex *walker, out []word, f field, span effect.Span, n syntax.Node) []word {
	known, glob, many := true, false, false
	var val value.Value
	for _, p := range f.pieces {
		switch {
		case p.val != nil:
			if known {
				val = *p.val
			} else {
				val.Roots, val.Number, val.Ident, val.Solid = nil, false, false, val.Solid && p.val.Solid
			}
			known = false
			many = many || !p.quoted && !((p.val.Solid || p.val.Number) && plainIFS(ex))
		case !p.quoted && strings.ContainsAny(p.text, "*?["):
			glob = true
		}
	}
	if !known {
		return append(out, partly(ex, f, val, many, span, n))
	}
	if glob {
		return expandGlob(ex, out, f, span, n)
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
	w := word{Word: table.Word{Text: s, Known: true, Span: span}, node: n}
	w.mark(f.origin)
	return append(out, w)
}

// partly makes a word of which only some pieces are known.
func partly(ex *walker, f field, val value.Value, many bool, span effect.Span, n syntax.Node) word {
	prefix, after := "", false
	for i, p := range f.pieces {
		if p.val != nil {
			if i == 0 || prefix == "" && !after {
				prefix = p.val.Prefix
			} else {
				prefix += p.val.Prefix
			}
			after = i < len(f.pieces)-1
			break
		}
		prefix += p.text
	}
	flagless := prefix == "" && f.pieces[0].val != nil && f.pieces[0].val.Plain() &&
		(len(f.pieces) == 1 || continues(f.pieces[1]))
	if len(f.pieces) > 1 {
		all := whole(f)
		val.Number, val.Ident, val.Entry, val.Maybe = false, false, all.Entry, all.Maybe
		if val.Roots != nil && !(f.pieces[0].val != nil && after) {
			val.Roots = nil
		}
	}
	if val.Unset { // no number, and no name, where it is empty
		val.Number, val.Ident = false, false
	}
	if val.Number && prefix == "" {
		many = false
	}
	val.Origin, val.Ends = f.origin, 0
	if i := strings.LastIndexByte(prefix, '/'); i >= 0 && val.Roots == nil && !many {
		val.Prefix = prefix
	}
	w := expandUnknown(ex, val, prefix, many, span, n)
	w.Flagless = flagless
	if len(f.pieces) == 1 && (f.pieces[0].quoted || plainIFS(ex)) {
		w.ends = f.pieces[0].val.Ends
	}
	if len(f.pieces) > 1 {
		w.shape = shape(f)
	}
	return w
}

// shape is the text of a field with a digit for what is not known.
func shape(f field) string {
	var b strings.Builder
	for _, p := range f.pieces {
		if b.WriteString(p.text); p.val != nil {
			b.WriteString("1")
		}
	}
	return b.String()
}

// whole is what is known of all pieces of a word.
func whole(f field) value.Value {
	all := value.Text("")
	for _, p := range f.pieces {
		if p.val == nil {
			all = value.Concat(all, value.Text(p.text))
		} else {
			all = value.Concat(all, *p.val)
		}
	}
	return all
}

// continues reports whether a piece may stand behind one that is empty at worst, without making a flag of the word.
func continues(p piece) bool {
	return p.val == nil && p.text != "" && p.text[0] != '-' && p.text[0] != '+'
}

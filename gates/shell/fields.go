package shell

import (
	"cmp"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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

// fields expands the atoms of one word, splitting what is not quoted. An assignment must be written as such.
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

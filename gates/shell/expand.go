package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// word is one word of a command after expansion.
type word struct {
	table.Word
	// info is what is known of an unknown word, and where any word comes from; nil when there is nothing to say.
	info *value.Value
	// everything is the directory of which the word names every entry.
	everything string
	globbed    bool        // it came from matching names in a directory
	named      bool        // of the file no more is read than a listing tells
	visible    bool        // of a tree nothing is read whose name begins with a dot
	ends       effect.Ends // of the files that are read of a tree
	shape      string      // of a word that is known in part: its text, with a digit for what is not
	node       syntax.Node
}

// wordAt is the first of some words that is so, -1 for none. It is no instance of a generic function, of which the
// binary would have a long name for each caller.
func wordAt(list []word, is func(word) bool) int {
	for i := range list {
		if is(list[i]) {
			return i
		}
	}
	return -1
}

// anyWord reports whether one of some words is so.
func anyWord(list []word, is func(word) bool) bool { return wordAt(list, is) >= 0 }

// maxFields bounds the words one written word may become.
const maxFields = 4096

// atom is a piece of a written word before it is expanded: literal text, or a part that bash replaces.
type atom struct {
	text   string
	quoted bool
	node   syntax.WordPart
}

// expandWords expands written words as the arguments of a command.
func expandWords(ex *walker, list []*syntax.Word) []word {
	out := make([]word, 0, len(list))
	for _, w := range list {
		out = expandWord(ex, out, w)
	}
	ex.work(len(out) * wordWork)
	return out
}

// expandWord appends what one written word becomes.
func expandWord(ex *walker, out []word, w *syntax.Word) []word {
	if len(w.Parts) == 1 {
		switch p := w.Parts[0].(type) {
		case *syntax.Lit:
			if plainText(p.Value) {
				return append(out, expandLiteral(ex, p.Value, w))
			}
		case *syntax.SglQuoted:
			if !p.Dollar {
				return append(out, expandLiteral(ex, p.Value, w))
			}
		}
	}
	span := ex.span(w)
	alternatives, why, huge := braces(w, func(n int) bool { return len(out)+n <= maxFields && ex.work(n*wordWork) })
	if huge {
		ex.hazard(RuleEndless, cause.TooManyForMemory.OfWord(ex.source(w)), span)
	}
	if alternatives == nil {
		return append(out, expandUnknown(ex, value.Opaque(why), "", true, span, w))
	}
	for _, alt := range alternatives {
		for _, f := range fields(ex, atoms(nil, alt.Parts, false), len(alternatives) == 1) {
			out = finishWord(ex, out, f, span, w)
			if len(out) > maxFields {
				return append(out, expandUnknown(ex, value.Opaque(cause.ManyWords.Bare()), "", true, span, w))
			}
		}
	}
	return out
}

func expandLiteral(ex *walker, s string, n syntax.Node) word {
	return word{Word: table.Word{Text: s, Known: true, Span: ex.span(n)}, node: n}
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

// expandUnknown makes a word that could not be expanded.
func expandUnknown(ex *walker, v value.Value, prefix string, many bool, span effect.Span, n syntax.Node) word {
	if v.Written == "" {
		v.Written = ex.source(n)
	}
	return word{Word: table.Word{Text: ex.source(n), Prefix: prefix, Many: many, Span: span}, info: &v, node: n}
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

// val is what is known of a word besides its text.
func (w *word) val() value.Value {
	if w.info == nil {
		return value.Value{}
	}
	return *w.info
}

// mark notes where a word comes from.
func (w *word) mark(from value.Origin) {
	if from.Taint == 0 && len(from.Sources) == 0 {
		return
	}
	v := w.val().Of(from)
	w.info = &v
}

// expandOne expands a written word as one text, without splitting: an assignment, the word of a case, a here-string.
func expandOne(ex *walker, w *syntax.Word) value.Value {
	if w == nil {
		return value.Text("")
	}
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.Lit); ok && plainText(p.Value) {
			return value.Text(p.Value)
		}
	}
	return oneOf(ex, tildeIn(ex, atoms(nil, w.Parts, false), 0, "/:"))
}

// expandDocument expands the text of a here-document.
func expandDocument(ex *walker, w *syntax.Word) value.Value {
	if w == nil {
		return value.Text("")
	}
	list := make([]atom, 0, len(w.Parts))
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok {
			list = hereAtoms(list, l.Value)
			continue
		}
		list = append(list, atom{node: p, quoted: true})
	}
	return oneOf(ex, list)
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
func oneOf(ex *walker, list []atom) value.Value {
	out := value.Text("")
	for _, at := range list {
		if !ex.work(wordWork + len(out.Text)/64) {
			return value.Opaque(cause.LongText.Bare())
		}
		if at.node == nil {
			out = value.Concat(out, value.Text(at.text))
			continue
		}
		var b builder
		expandPart(ex, &b, atom{node: at.node, quoted: true})
		b.end()
		for i, f := range b.fields {
			if i > 0 {
				out = value.Concat(out, value.Text(" "))
			}
			for _, p := range f.pieces {
				v := value.Text(p.text)
				if p.val != nil {
					v = *p.val
				}
				out = value.Concat(out, v.Of(f.origin))
			}
		}
	}
	return out
}

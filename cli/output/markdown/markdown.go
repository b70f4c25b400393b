// Package markdown shows a Markdown answer on a terminal: headings, lists, code
// with colours, tables, quotes, emphasis and links, wrapped at words.
//
// It must never let a control or bidirectional character of the text through, write
// an escape sequence without Options.Colour, or hide where a link goes. Start reading
// at [Render].
package markdown

import (
	"bufio"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarkdown/markdown/ast"
	"github.com/gomarkdown/markdown/parser"

	"pp/cli/term"
)

const (
	maxWidth   = 400
	minRoom    = 10 // that margins leave of a row
	extensions = parser.NoIntraEmphasis | parser.Tables | parser.FencedCode | parser.Strikethrough |
		parser.SpaceHeadings | parser.BackslashLineBreak | parser.NoEmptyLineBeforeBlock | parser.OrderedListStart
)

// Options say how text is laid out.
type Options struct {
	// Width is the terminal's in cells; 0 means 80. Fewer than 20 count as 20,
	// more than 400 as 400. Lines of code are never broken.
	Width int
	// Colour allows escape sequences for colours, bold and the like. Without it
	// the marks of emphasis and code are shown as they were written.
	Colour bool
}

// Render writes text as a terminal shows it. It escapes what deceives a reader, as
// term.Escape does, so that w must be the stream itself and no term.Writer. Text
// that would take the parser long is written as it is, escaped. The only errors are
// those of w.
func Render(w io.Writer, text string, opts Options) error {
	text = term.Escape(text, term.Text, term.Plain)
	if opts.Width == 0 {
		opts.Width = 80
	}
	r := &renderer{out: bufio.NewWriter(w), colour: opts.Colour, width: min(max(opts.Width, 20), maxWidth)}
	if doc := parse(text); doc == nil {
		r.out.WriteString(strings.TrimRight(text, "\n") + "\n")
	} else {
		r.blocks(doc, &margin{})
	}
	return r.out.Flush()
}

// parse gives nil for what is too costly, and for what the parser fails on.
func parse(text string) (doc ast.Node) {
	plain, ok := normalised(text)
	if !ok {
		return nil
	}
	defer func() {
		if recover() != nil { // a defect of the parser costs only the layout
			doc = nil
		}
	}()
	return parser.NewWithExtensions(extensions).Parse([]byte(plain))
}

type renderer struct {
	out    *bufio.Writer // keeps the first error, and gives it at Flush
	colour bool
	width  int
}

// margin stands before every line of a block: the first may differ.
type margin struct{ first, rest string }

// inner is the margin of a block inside, which uses up this one's first line.
func (m *margin) inner(first, rest string) *margin {
	in := &margin{m.first + first, m.rest + rest}
	m.first = m.rest
	return in
}

// row writes one line.
func (r *renderer) row(m *margin, text string) {
	r.out.WriteString(strings.TrimRight(m.first+text, " ") + "\n")
	m.first = m.rest
}

// room is what a margin leaves of the width.
func (r *renderer) room(m *margin) int { return max(r.width-width(glyphs(m.rest, 0)), minRoom) }

// blocks shows the blocks within n, with an empty line between them, but not before
// a list in an item.
func (r *renderer) blocks(n ast.Node, m *margin) {
	_, inItem := n.(*ast.ListItem)
	for i, child := range n.GetChildren() {
		if _, list := child.(*ast.List); i > 0 && !(inItem && list) {
			r.row(m, "")
		}
		r.block(child, m)
	}
}

func (r *renderer) block(n ast.Node, m *margin) {
	switch n := n.(type) {
	case *ast.Heading:
		r.wrapped(m, append(glyphs(strings.Repeat("#", n.Level)+" ", bold), r.inline(nil, n, bold)...))
	case *ast.HorizontalRule:
		r.row(m, r.line(glyphs(strings.Repeat("─", r.room(m)), dim)))
	case *ast.CodeBlock:
		r.code(n, m)
	case *ast.BlockQuote:
		r.blocks(n, m.inner("│ ", "│ "))
	case *ast.List:
		r.list(n, m)
	case *ast.Table:
		r.table(n, m)
	case *ast.HTMLBlock:
		r.wrapped(m, glyphs(strings.TrimRight(string(n.Literal), "\n"), 0))
	default:
		r.wrapped(m, r.inline(nil, n, 0))
	}
}

func (r *renderer) list(n *ast.List, m *margin) {
	number := max(n.Start, 1)
	for i, item := range n.Children {
		if i > 0 && !n.Tight {
			r.row(m, "")
		}
		marker := "• "
		if n.ListFlags&ast.ListTypeOrdered != 0 {
			marker = strconv.Itoa(number+i) + ". "
		}
		in := m.inner(marker, strings.Repeat(" ", len(glyphs(marker, 0))))
		if r.blocks(item, in); in.first != in.rest { // nothing was in it
			r.row(in, "")
		}
	}
}

// wrapped shows text wrapped at words.
func (r *renderer) wrapped(m *margin, text []glyph) {
	for _, row := range wrap(text, r.room(m)) {
		r.row(m, r.line(row))
	}
}

// inline appends the text within a node to out, each character with its style.
func (r *renderer) inline(out []glyph, n ast.Node, s style) []glyph {
	mark := ""
	switch n.(type) {
	case *ast.Emph:
		mark, s = "*", s|italic
	case *ast.Strong:
		mark, s = "**", s|bold
	case *ast.Del:
		mark, s = "~~", s|struck
	case *ast.Code:
		mark, s = "`", s|code
	case *ast.Hardbreak:
		return append(out, glyph{'\n', s})
	}
	if r.colour {
		mark = ""
	}
	start := len(out)
	out = append(out, glyphs(mark, s)...)
	if leaf := n.AsLeaf(); leaf != nil {
		out = append(out, glyphs(strings.ReplaceAll(string(leaf.Literal), "\n", " "), s)...)
	}
	for _, child := range n.GetChildren() {
		out = r.inline(out, child, s)
	}
	address := ""
	switch n := n.(type) {
	case *ast.Link:
		address = string(n.Destination)
	case *ast.Image:
		address = string(n.Destination)
	}
	if address != "" && !slices.Equal(out[start:], glyphs(address, s)) {
		out = append(out, glyphs(" ("+address+")", dim)...)
	}
	return append(out, glyphs(mark, s)...)
}

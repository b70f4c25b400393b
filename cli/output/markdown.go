package output

import (
	"bufio"
	"cmp"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

const (
	maxWidth = 400
	minRoom  = 10      // that margins leave of a row
	maxDepth = 16      // of quotes and lists in each other; deeper ones get no margin of their own
	maxShown = 4 << 20 // bytes of a text that is rendered; a longer one is printed as it is
)

// markdownParser parses what models write. It leaves HTML, entities and definitions of links as text.
var markdownParser = sync.OnceValue(func() parser.Parser {
	var blocks []util.PrioritizedValue
	for i, p := range []parser.BlockParser{parser.NewSetextHeadingParser(), parser.NewThematicBreakParser(),
		parser.NewListParser(), parser.NewListItemParser(), parser.NewCodeBlockParser(), parser.NewATXHeadingParser(),
		parser.NewFencedCodeBlockParser(), parser.NewBlockquoteParser(), parser.NewParagraphParser()} {
		blocks = append(blocks, util.Prioritized(p, 100*(i+1)))
	}
	return parser.NewParser(parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewLinkParser(), 200), util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewStrikethroughParser(), 500)),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)))
})

// Render writes Markdown for a terminal of the given columns, wrapped at words. It escapes as Escape does, so w must be
// the stream itself, not a Writer. It returns only errors of w.
func Render(w io.Writer, markdown string, columns int) error {
	markdown = Escape(markdown, Text)
	if isCostly(markdown) {
		_, err := io.WriteString(w, markdown)
		return err
	}
	source := []byte(markdown)
	r := &renderer{out: bufio.NewWriter(w), source: source, width: min(max(cmp.Or(columns, 80), 20), maxWidth)}
	r.blocks(markdownParser().Parse(text.NewReader(source)), &margin{}, 0)
	return r.out.Flush()
}

// isCostly reports whether a text is too long to be parsed, or has so many quotes and lists in each other or brackets
// in one paragraph that the parser would need more than linear time. Such a text is shown as it was written.
func isCostly(markdown string) bool {
	const most = 300
	brackets := 0
	for line := range strings.SplitSeq(markdown, "\n") {
		if strings.TrimSpace(line) == "" {
			brackets = 0
		}
		brackets += strings.Count(line, "[")
		marks := line[:len(line)-len(strings.TrimLeft(line, "> \t-*+0123456789.)"))]
		if brackets > most || strings.Count(marks, ">")+strings.Count(marks, " ") > most && len(strings.Fields(marks)) > 1 {
			return true
		}
	}
	return len(markdown) > maxShown
}

type renderer struct {
	out    *bufio.Writer // keeps the first error, and gives it at Flush
	source []byte
	width  int
}

// margin stands before every line of a block: the first may differ.
type margin struct{ first, rest string }

// inner is the margin of a block inside, which uses up this one's first line.
func (m *margin) inner(first, rest string, depth int) *margin {
	if depth >= maxDepth {
		return m
	}
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
func (r *renderer) room(m *margin) int { return max(r.width-widthOf(glyphs(m.rest, 0)), minRoom) }

// blocks renders the blocks in another one. Empty lines separate them, except a list from the item's text above it.
func (r *renderer) blocks(of ast.Node, m *margin, depth int) {
	for n := of.FirstChild(); n != nil; n = n.NextSibling() {
		below := of.Kind() == ast.KindListItem && n.Kind() == ast.KindList && !n.HasBlankPreviousLines()
		if n.PreviousSibling() != nil && !below {
			r.row(m, "")
		}
		r.block(n, m, depth)
	}
}

func (r *renderer) block(n ast.Node, m *margin, depth int) {
	switch n := n.(type) {
	case *ast.Heading:
		mark := glyphs(strings.Repeat("#", n.Level)+" ", styleBold)
		r.wrapped(m, append(mark, r.inline(n, styleBold)...))
	case *ast.ThematicBreak:
		r.row(m, line(glyphs(strings.Repeat("─", r.room(m)), styleDim)))
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		r.code(n.Lines(), m)
	case *ast.Blockquote:
		r.blocks(n, m.inner("│ ", "│ ", depth), depth+1)
	case *ast.List:
		r.list(n, m, depth)
	case *extast.Table:
		r.table(n, m)
	default:
		r.wrapped(m, r.inline(n, 0))
	}
}

// list shows the items of a list, with an empty line between them where they are apart.
func (r *renderer) list(n *ast.List, m *margin, depth int) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		if item != n.FirstChild() && !n.IsTight {
			r.row(m, "")
		}
		bullet := "• "
		if n.IsOrdered() {
			bullet = strconv.Itoa(number) + ". "
			number++
		}
		in := m.inner(bullet, strings.Repeat(" ", widthOf(glyphs(bullet, 0))), depth)
		if r.blocks(item, in, depth+1); item.FirstChild() == nil {
			r.row(in, "")
		}
	}
}

// wrapped shows text wrapped at words.
func (r *renderer) wrapped(m *margin, text []glyph) {
	for _, row := range wrap(text, r.room(m)) {
		r.row(m, line(row))
	}
}

// inline returns the text of a node, with emphasis, code and links rendered.
func (r *renderer) inline(of ast.Node, s style) (out []glyph) {
	for n := of.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			value := n.Segment.Value(r.source)
			if s&styleCode == 0 {
				value = util.UnescapePunctuations(value)
			}
			out = append(out, glyphs(strings.ReplaceAll(string(value), "\n", " "), s)...)
			if n.HardLineBreak() {
				out = append(out, glyph{'\n', s})
			} else if n.SoftLineBreak() {
				out = append(out, glyph{' ', s})
			}
		case *ast.String:
			out = append(out, glyphs(string(n.Value), s)...)
		case *ast.CodeSpan:
			out = append(out, r.inline(n, s|styleCode)...)
		case *ast.Emphasis:
			out = append(out, r.inline(n, s|[...]style{styleItalic, styleBold}[min(n.Level, 2)-1])...)
		case *extast.Strikethrough:
			out = append(out, r.inline(n, s|styleStruck)...)
		case *ast.Link:
			out = append(out, link(r.inline(n, s), n.Destination)...)
		case *ast.Image:
			out = append(out, link(r.inline(n, s), n.Destination)...)
		default:
			out = append(out, r.inline(n, s)...)
		}
	}
	return out
}

// link shows where a link goes.
func link(label []glyph, address []byte) []glyph {
	if shown := plainText(label); len(address) == 0 || shown == string(address) {
		return label
	}
	return append(label, glyphs(" ("+string(address)+")", styleDim)...)
}

// table shows the rows of a table. Where the columns cannot fit, each row is a line of text.
func (r *renderer) table(n *extast.Table, m *margin) {
	var rows [][][]glyph
	var widths []int
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells [][]glyph
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			text := r.inline(cell, 0)
			if len(cells) == len(widths) {
				widths = append(widths, 2) // a wide character has room
			}
			widths[len(cells)] = max(widths[len(cells)], widthOf(text))
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	narrow(widths, r.room(m)-3*(len(widths)-1))
	for i, row := range rows {
		if 5*len(widths) > r.room(m) {
			var all []glyph
			for _, cell := range row {
				all = append(append(all, cell...), glyph{' ', 0})
			}
			r.wrapped(m, all)
		} else if r.tableRow(m, row, widths); i == 0 {
			rule := ""
			for _, w := range widths {
				rule += "─┼─" + strings.Repeat("─", w)
			}
			r.row(m, line(glyphs(strings.TrimPrefix(rule, "─┼─"), styleDim)))
		}
	}
}

// narrow cuts the widest columns until all together have room.
func narrow(widths []int, room int) {
	for most := maxWidth; most > 2; most-- {
		total := 0
		for i, w := range widths {
			widths[i] = min(w, most)
			total += widths[i]
		}
		if total <= room {
			return
		}
	}
}

// tableRow shows a row, over as many lines as its longest cell wraps to.
func (r *renderer) tableRow(m *margin, row [][]glyph, widths []int) {
	wrapped := make([][][]glyph, len(row))
	height := 0
	for i, cell := range row {
		wrapped[i] = wrap(cell, widths[i])
		height = max(height, len(wrapped[i]))
	}
	for y := range height {
		var cells []glyph
		for i, lines := range wrapped {
			if i > 0 {
				cells = append(cells, glyphs(" │ ", styleDim)...)
			}
			end := len(cells)
			if y < len(lines) {
				cells = append(cells, lines[y]...)
			}
			cells = append(cells, glyphs(strings.Repeat(" ", max(widths[i]-widthOf(cells[end:]), 0)), 0)...)
		}
		r.row(m, line(cells))
	}
}

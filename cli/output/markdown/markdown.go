// Package markdown shows a Markdown answer on a terminal: headings, lists, code
// with colours, tables, quotes, emphasis and links, wrapped at words.
//
// It reads what models write, in one pass and without a library: those that were
// measured compile patterns or tables at every start of the program, used or not.
//
// It must never let a control or bidirectional character of the text through, or hide
// where a link goes. Start reading at [Render].
package markdown

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"pp/cli/term"
)

const (
	maxWidth = 400
	minRoom  = 10 // that margins leave of a row
	maxDepth = 16 // of quotes and lists in each other; deeper ones are text
)

// Options say how text is laid out.
type Options struct {
	// Width is the terminal's in cells; 0 means 80. Fewer than 20 count as 20,
	// more than 400 as 400. Lines of code are never broken.
	Width int
}

// Render writes text as a terminal shows it. It escapes what deceives a reader, as
// term.Escape does, so that w must be the stream itself and no term.Writer. It takes
// time and room in proportion to the text. The only errors are those of w.
func Render(w io.Writer, text string, opts Options) error {
	text = term.Escape(text, term.Text)
	opts.Width = cmp.Or(opts.Width, 80)
	r := &renderer{out: bufio.NewWriter(w), width: min(max(opts.Width, 20), maxWidth)}
	r.blocks(strings.Split(text, "\n"), &margin{}, 0)
	return r.out.Flush()
}

type renderer struct {
	out   *bufio.Writer // keeps the first error, and gives it at Flush
	width int
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

// blocks shows the blocks of lines, with an empty line between them, but not before
// a list right below the text of an item.
func (r *renderer) blocks(lines []string, m *margin, depth int) {
	shown := false
	for i := 0; i < len(lines); {
		if blank(lines[i]) {
			i++
			continue
		}
		_, list := markerOf(lines[i])
		if shown && !(depth > 0 && list && !blank(lines[i-1])) {
			r.row(m, "")
		}
		i += r.block(lines[i:], m, depth)
		shown = true
	}
}

// block shows the block that lines begin with, and says how many lines it has.
func (r *renderer) block(lines []string, m *margin, depth int) int {
	head := lines[0]
	switch {
	case fenceOf(head) != "":
		return r.fenced(lines, m)
	case indent(head) >= 4:
		n := 1
		for n < len(lines) && (blank(lines[n]) || indent(lines[n]) >= 4) {
			n++
		}
		r.code(strings.TrimRight(strings.Join(outdented(lines[:n], 4), "\n"), "\n "), "", m)
		return n
	case level(head) > 0:
		text := strings.TrimRight(strings.TrimLeft(head, "# "), "# ")
		r.wrapped(m, append(glyphs(strings.Repeat("#", level(head))+" ", bold), r.inline(text, bold)...))
		return 1
	case isRule(head):
		r.row(m, line(glyphs(strings.Repeat("─", r.room(m)), dim)))
		return 1
	case depth < maxDepth && strings.HasPrefix(strings.TrimLeft(head, " "), ">"):
		return r.quote(lines, m, depth)
	case len(lines) > 1 && isTable(head, lines[1]):
		n := 2
		for n < len(lines) && strings.Contains(lines[n], "|") && !blank(lines[n]) {
			n++
		}
		r.table(append([]string{head}, lines[2:n]...), m)
		return n
	}
	if _, ok := markerOf(head); ok && depth < maxDepth {
		return r.list(lines, m, depth)
	}
	return r.paragraph(lines, m)
}

// paragraph shows text up to an empty line or the next block.
func (r *renderer) paragraph(lines []string, m *margin) int {
	n := 1
	for n < len(lines) && !starts(lines[n:]) {
		n++
	}
	text := make([]string, n)
	for i, line := range lines[:n] {
		text[i] = strings.TrimLeft(line, " \t")
	}
	r.wrapped(m, r.inline(strings.TrimRight(strings.Join(text, "\n"), " "), 0))
	return n
}

// fenced shows code between fences, to the end where the second is missing.
func (r *renderer) fenced(lines []string, m *margin) int {
	fence := fenceOf(lines[0])
	info := strings.TrimSpace(strings.TrimLeft(strings.TrimLeft(lines[0], " "), fence[:1]))
	for n := 1; n < len(lines); n++ {
		if f := fenceOf(lines[n]); strings.HasPrefix(f, fence) && strings.TrimSpace(lines[n]) == f {
			r.code(strings.Join(outdented(lines[1:n], indent(lines[0])), "\n"), info, m)
			return n + 1
		}
	}
	r.code(strings.TrimRight(strings.Join(outdented(lines[1:], indent(lines[0])), "\n"), "\n"), info, m)
	return len(lines)
}

// quote shows quoted lines, and those below that go on with their text.
func (r *renderer) quote(lines []string, m *margin, depth int) int {
	var within []string
	for _, line := range lines {
		rest, quoted := strings.CutPrefix(strings.TrimLeft(line, " "), ">")
		if !quoted && (starts([]string{line}) || blank(within[len(within)-1])) {
			break
		}
		within = append(within, strings.TrimPrefix(rest, " "))
	}
	r.blocks(within, m.inner("│ ", "│ "), depth+1)
	return len(within)
}

// list shows the items of a list, apart where an empty line stands between any.
func (r *renderer) list(lines []string, m *margin, depth int) int {
	first, _ := markerOf(lines[0])
	var items [][]string
	loose := false
	n := 0
	for n < len(lines) {
		mark, ok := markerOf(lines[n])
		if !ok || mark.ordered != first.ordered || isRule(lines[n]) {
			break
		}
		size := itemSize(lines[n:], mark)
		item := append([]string{lines[n][mark.content:]}, outdented(lines[n+1:n+size], mark.content)...)
		end := len(item) - 1
		for ; end > 0 && blank(item[end]); end-- {
			loose = loose || goesOn(lines[n+size:], first)
		}
		loose = loose || slices.ContainsFunc(item[1:end+1], blank)
		items = append(items, item)
		n += size
	}
	for i, item := range items {
		if i > 0 && loose {
			r.row(m, "")
		}
		bullet := "• "
		if first.ordered {
			bullet = strconv.Itoa(first.number+i) + ". "
		}
		in := m.inner(bullet, strings.Repeat(" ", width(glyphs(bullet, 0))))
		if r.blocks(item, in, depth+1); in.first != in.rest { // nothing was in it
			r.row(in, "")
		}
	}
	return n
}

// goesOn reports whether a list has another item.
func goesOn(lines []string, first marker) bool {
	if len(lines) == 0 {
		return false
	}
	mark, ok := markerOf(lines[0])
	return ok && mark.ordered == first.ordered
}

// itemSize is how many lines an item has: those further in than its mark, and those
// that go on with its text.
func itemSize(lines []string, mark marker) int {
	n := 1
	for n < len(lines) {
		switch {
		case blank(lines[n]), indent(lines[n]) >= mark.indent+2:
		case blank(lines[n-1]), starts(lines[n:]):
			return n
		}
		n++
	}
	return n
}

// wrapped shows text wrapped at words.
func (r *renderer) wrapped(m *margin, text []glyph) {
	for _, row := range wrap(text, r.room(m)) {
		r.row(m, line(row))
	}
}

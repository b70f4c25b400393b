package markdown

import (
	"slices"
	"strings"

	"github.com/chzyer/readline"

	"pp/cli/term"
)

// style is how text is shown, a set.
type style uint8

const (
	bold style = 1 << iota
	italic
	code
	struck
	dim
	literal // a string or a number in code
)

// glyph is a character and its style.
type glyph struct {
	char  rune
	style style
}

// glyphs is the one way to the terminal: what deceives is escaped here.
func glyphs(text string, s style) []glyph {
	out := make([]glyph, 0, len(text))
	for _, c := range term.Escape(text, term.Text) {
		out = append(out, glyph{c, s})
	}
	return out
}

// width is how many cells text takes.
func width(text []glyph) int {
	cells := 0
	for _, g := range text {
		cells += readline.Runes{}.Width(g.char)
	}
	return cells
}

// line is text with the escape sequences of its styles.
func line(text []glyph) string {
	var b strings.Builder
	var now style
	for _, g := range text {
		if g.style != now {
			b.WriteString("\x1b[0")
			for i, sgr := range [...]string{"1", "3", "36", "9", "2", "32"} { // in the order of the styles
				if g.style&(1<<i) != 0 {
					b.WriteString(";" + sgr)
				}
			}
			b.WriteByte('m')
			now = g.style
		}
		b.WriteRune(g.char)
	}
	if now != 0 {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}

// wrap breaks text into rows of at most columns cells, at blanks where there are any.
func wrap(text []glyph, columns int) (rows [][]glyph) {
	start, blank, used := 0, -1, 0
	for i := 0; i < len(text); i++ {
		cells := readline.Runes{}.Width(text[i].char)
		switch {
		case text[i].char == '\n':
			rows = append(rows, text[start:i])
			start, blank, used = i+1, -1, 0
			continue
		case used+cells > columns && text[i].char == ' ':
			blank = i
			fallthrough
		case used+cells > columns && blank >= start:
			rows = append(rows, text[start:blank])
			start = blank + 1
			used = width(text[start:max(i, start)])
		case used+cells > columns:
			rows = append(rows, text[start:i])
			start, used = i, 0
		}
		if text[i].char == ' ' {
			blank = i
		}
		if i >= start {
			used += cells
		}
	}
	return append(rows, text[start:])
}

// table shows the rows of a table. Where the columns cannot fit, each row is a line of text.
func (r *renderer) table(lines []string, m *margin) {
	var rows [][][]glyph
	var widths []int
	for _, row := range lines {
		var cells [][]glyph
		for i, cell := range cellsOf(row) {
			text := r.inline(cell, 0)
			cells = append(cells, text)
			if i == len(widths) {
				widths = append(widths, 2) // a wide character has room
			}
			widths[i] = max(widths[i], width(text))
		}
		rows = append(rows, cells)
	}
	fit(widths, r.room(m)-3*(len(widths)-1))
	for i, row := range rows {
		if 5*len(widths) > r.room(m) {
			r.wrapped(m, slices.Concat(row...))
		} else if r.tableRow(m, row, widths); i == 0 {
			rule := ""
			for _, w := range widths {
				rule += "─┼─" + strings.Repeat("─", w)
			}
			r.row(m, line(glyphs(strings.TrimPrefix(rule, "─┼─"), dim)))
		}
	}
}

// fit cuts the widest columns until all together have room.
func fit(widths []int, room int) {
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
				cells = append(cells, glyphs(" │ ", dim)...)
			}
			end := len(cells)
			if y < len(lines) {
				cells = append(cells, lines[y]...)
			}
			cells = append(cells, glyphs(strings.Repeat(" ", max(widths[i]-width(cells[end:]), 0)), 0)...)
		}
		r.row(m, line(cells))
	}
}

package output

import (
	"strings"

	"github.com/chzyer/readline"
	"github.com/yuin/goldmark/text"
)

// style is how text is shown, a set.
type style uint8

const (
	styleBold style = 1 << iota
	styleItalic
	styleCode
	styleStruck
	styleDim
)

// glyph is a character and its style.
type glyph struct {
	char  rune
	style style
}

// glyphs is the one way of an answer to the terminal: what deceives is escaped here.
func glyphs(text string, s style) []glyph {
	out := make([]glyph, 0, len(text))
	for _, c := range Escape(text, Text) {
		out = append(out, glyph{c, s})
	}
	return out
}

// plainText is text without its styles.
func plainText(text []glyph) string {
	var b strings.Builder
	for _, g := range text {
		b.WriteRune(g.char)
	}
	return b.String()
}

// widthOf is how many cells text takes.
func widthOf(text []glyph) int {
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
			for i, sgr := range [...]string{"1", "3", "36", "9", "2"} { // in the order of the styles
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
			used = widthOf(text[start:max(i, start)])
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

// code shows lines of code as they were written.
func (r *renderer) code(lines *text.Segments, m *margin) {
	for i := range lines.Len() {
		at := lines.At(i)
		r.row(m, "  "+line(glyphs(strings.TrimRight(string(at.Value(r.source)), "\n"), styleCode)))
	}
}

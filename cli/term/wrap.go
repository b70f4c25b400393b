package term

import (
	"strings"

	"github.com/chzyer/readline"
)

// tab is the distance between the tab stops of a terminal.
const tab = 8

// Wrap breaks one line of escaped text into rows of at most columns cells, so
// that the terminal breaks none itself. Each row after the first begins with
// mark, so that no part of a long line can pass for a line of its own; column is
// where the first row begins. Every character is kept. It gives at least one row.
func Wrap(line string, column, columns int, mark string) []string {
	columns = max(columns, len(mark)+2) // a wide character has room
	var rows []string
	var row strings.Builder
	for _, r := range line {
		cells := readline.Runes{}.Width(r)
		if r == '\t' {
			cells = tab - column%tab
		}
		if column+cells > columns {
			rows = append(rows, row.String())
			row.Reset()
			row.WriteString(mark)
			if column = len(mark); r == '\t' {
				cells = min(tab-column%tab, columns-column)
			}
		}
		row.WriteRune(r)
		column += cells
	}
	return append(rows, row.String())
}

// WrapWords breaks text of single-celled characters at its spaces, for rows of at
// most columns cells.
func WrapWords(text string, columns int) []string {
	var rows []string
	row := ""
	for word := range strings.FieldsSeq(text) {
		if row != "" && len(row)+1+len(word) > columns {
			rows, row = append(rows, row), ""
		}
		if row != "" {
			row += " "
		}
		row += word
	}
	return append(rows, row)
}

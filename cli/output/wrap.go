package output

import "github.com/chzyer/readline"

// tab is the distance between the tab stops of a terminal.
const tab = 8

// Wrap breaks a line of escaped text into rows of at most columns cells. The first row begins at column. Every other
// row begins with mark, so that it cannot pass for a separate line. Wrap keeps every character.
func Wrap(line string, column, columns int, mark string) []string {
	return breakLine(line, column, columns, mark, false)
}

// WrapWords is Wrap for prose: a row ends after a space if it has one.
func WrapWords(line string, column, columns int, mark string) []string {
	return breakLine(line, column, columns, mark, true)
}

func breakLine(line string, column, columns int, mark string, words bool) []string {
	columns = max(columns, len(mark)+2) // a wide character has room
	var rows []string
	var row []rune
	word, begins := 0, 0 // where the last word of the row begins, and in which column; no word is 0
	for _, r := range line {
		cells := cellsAt(r, column)
		if column+cells > columns {
			end, width := len(row), 0
			if moved := column - begins; words && word > 0 && len(mark)+moved+cells <= columns {
				end, width = word, moved
			}
			rows, row = append(rows, string(row[:end])), append([]rune(mark), row[end:]...)
			if column, word = len(mark)+width, 0; r == '\t' {
				cells = min(cellsAt(r, column), columns-column)
			}
		}
		row = append(row, r)
		if column += cells; r == ' ' {
			word, begins = len(row), column
		}
	}
	return append(rows, string(row))
}

// cellsAt is how many cells a character takes at a column.
func cellsAt(r rune, column int) int {
	if r == '\t' {
		return tab - column%tab
	}
	return readline.Runes{}.Width(r)
}

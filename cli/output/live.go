package output

import (
	"io"
	"strconv"
	"strings"

	"github.com/chzyer/readline"
)

// Live redraws a few rows at the end of a terminal and finally removes them. Nothing else may write there between Draw
// and Erase.
type Live struct {
	To    io.Writer
	drawn int // rows on the terminal
}

// The sequences of ECMA-48 for live rows, and those of DEC STD 070 that stop the terminal from wrapping a row that is
// wider than computed.
const (
	eraseBelow = "\x1b[J"
	noWrap     = "\x1b[?7l"
	doWrap     = "\x1b[?7h"
)

// Draw replaces the rows on the terminal. It escapes each row and cuts it to the terminal's columns.
func (l *Live) Draw(columns int, rows ...string) error {
	oneRow := strings.NewReplacer("\n", " ", "\t", " ")
	for i, row := range rows {
		rows[i] = cut(oneRow.Replace(Escape(row, Text)), columns-1)
	}
	_, err := io.WriteString(l.To, l.back()+eraseBelow+noWrap+strings.Join(rows, "\r\n")+doWrap)
	l.drawn = len(rows)
	return err
}

// Erase takes the rows away: the cursor is where it was before the first Draw.
func (l *Live) Erase() error {
	if l.drawn == 0 {
		return nil
	}
	_, err := io.WriteString(l.To, l.back()+eraseBelow)
	l.drawn = 0
	return err
}

// Forget leaves the rows on the terminal, because something else was written after them.
func (l *Live) Forget() { l.drawn = 0 }

// back moves to the beginning of the first row.
func (l *Live) back() string {
	if l.drawn < 2 {
		return "\r"
	}
	return "\r\x1b[" + strconv.Itoa(l.drawn-1) + "A"
}

// Rows breaks text into rows of a terminal and returns the last ones, at most most.
func Rows(text string, columns, most int) []string {
	if columns < 2 || most < 1 {
		return nil
	}
	// No more than this of the end can be shown, whatever its cells are.
	if far := len(text) - most*columns*8; far > 0 {
		text = strings.ToValidUTF8(text[far:], "")
	}
	var rows []string
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line = strings.ReplaceAll(line, "\t", "    ")
		for {
			head := cut(line, columns-1)
			rows = append(rows, head)
			if line = line[len(head):]; line == "" {
				break
			}
		}
	}
	return rows[max(0, len(rows)-most):]
}

// cut returns the beginning of a line that takes at most a number of cells, and at least one character.
func cut(line string, cells int) string {
	for i, r := range line {
		if cells -= cellOf(r); cells < 0 && i > 0 {
			return line[:i]
		}
	}
	return line
}

// Cells returns the most cells that a line can take: a terminal may give a combining character its own cell.
func Cells(line string) int {
	n := 0
	for _, r := range line {
		n += max(1, cellOf(r))
	}
	return n
}

func cellOf(r rune) int { return readline.Runes{}.Width(r) }

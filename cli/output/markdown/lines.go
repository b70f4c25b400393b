package markdown

import (
	"strconv"
	"strings"
)

// blank reports whether a line has nothing on it.
func blank(line string) bool { return strings.TrimSpace(line) == "" }

// indent is how far in a line begins, in cells.
func indent(line string) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4 - n%4
		default:
			return n
		}
	}
	return n
}

// outdented are lines moved out by up to so many cells.
func outdented(lines []string, cells int) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		in := indent(line)
		out[i] = strings.Repeat(" ", max(in-cells, 0)) + strings.TrimLeft(line, " \t")
	}
	return out
}

// starts reports whether lines begin another block than text that goes on.
func starts(lines []string) bool {
	line := lines[0]
	_, list := markerOf(line)
	return blank(line) || list || fenceOf(line) != "" || level(line) > 0 || isRule(line) ||
		strings.HasPrefix(strings.TrimLeft(line, " "), ">") || len(lines) > 1 && isTable(line, lines[1])
}

// fenceOf is the fence that a line begins with, "" when there is none.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range [...]string{"`", "~"} {
		rest := strings.TrimLeft(line, mark)
		if n := len(line) - len(rest); n >= 3 && !strings.Contains(rest, "`") {
			return line[:n]
		}
	}
	return ""
}

// level is a heading's, 0 for any other line.
func level(line string) int {
	rest := strings.TrimLeft(line, "#")
	if n := len(line) - len(rest); n <= 6 && (rest == "" || rest[0] == ' ') {
		return n
	}
	return 0
}

// isRule reports whether a line is three or more of one mark.
func isRule(line string) bool {
	line = strings.ReplaceAll(strings.TrimSpace(line), " ", "")
	return len(line) >= 3 && strings.Contains("-*_", line[:1]) && strings.Trim(line, line[:1]) == ""
}

// isTable reports whether a line is the head of a table, by the line below it.
func isTable(head, below string) bool {
	return strings.Contains(head, "|") && strings.Contains(below, "-") && strings.Contains(below, "|") &&
		strings.Trim(below, "|-: ") == ""
}

// cellsOf are the cells of a table's row. A bar behind a backslash, or in code, is none.
func cellsOf(line string) []string {
	line = strings.TrimPrefix(strings.TrimSpace(line), "|")
	var cells []string
	start, code := 0, false
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '`':
			code = !code
		case '|':
			if !code {
				cells = append(cells, strings.TrimSpace(line[start:i]))
				start = i + 1
			}
		}
	}
	if rest := strings.TrimSpace(line[start:]); rest != "" || len(cells) == 0 {
		cells = append(cells, rest)
	}
	return cells
}

// marker is what an item of a list begins with.
type marker struct {
	ordered         bool
	number          int
	indent, content int // where the mark and its text begin
}

// markerOf is the mark at the beginning of a line.
func markerOf(line string) (marker, bool) {
	text := strings.TrimLeft(line, " ")
	m := marker{indent: len(line) - len(text)}
	size := 0
	switch {
	case text == "" || isRule(line):
		return m, false
	case strings.Contains("-*+", text[:1]):
		size = 1
	default:
		digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
		if digits == 0 || digits > 9 || digits == len(text) || text[digits] != '.' && text[digits] != ')' {
			return m, false
		}
		m.number, _ = strconv.Atoi(text[:digits])
		m.ordered, size = true, digits+1
	}
	rest := text[size:]
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return m, false
	}
	blanks := len(rest) - len(strings.TrimLeft(rest, " \t"))
	if blanks > 4 || blanks == len(rest) { // code, or nothing
		blanks = min(len(rest), 1)
	}
	m.content = m.indent + size + blanks
	return m, true
}

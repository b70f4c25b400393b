package markdown

import "strings"

const (
	// maxCost bounds what the parser may have to do: for each paragraph it can look
	// at the rest of it for every mark that nothing closes.
	maxCost = 16 << 20
	// maxDepth bounds how far list items are moved to the right.
	maxDepth = 12
	marks    = "`*_~[!<\\"
)

// item is a list item that is open: the columns of its marker and of its text.
type item struct{ marker, text int }

// normaliser brings lists into the form that the parser knows, where what belongs
// to an item is indented by four for each level, and code stands after an empty line.
type normaliser struct {
	out   strings.Builder
	items []item
	fence string // the marks that will close the open code
	blank bool   // the line before was empty

	cost, size, special int // so far; of this paragraph
}

// normalised tells besides whether the parser can be given the text.
func normalised(text string) (string, bool) {
	n := normaliser{blank: true}
	for line := range strings.Lines(text) {
		n.line(strings.TrimRight(line, "\n"))
	}
	if n.fence != "" {
		n.put(len(n.items), n.fence)
	}
	n.endParagraph()
	return n.out.String(), n.cost <= maxCost
}

func (n *normaliser) put(depth int, line string) {
	n.out.WriteString(strings.Repeat("    ", min(depth, maxDepth)) + line + "\n")
	n.blank = line == ""
}

func (n *normaliser) endParagraph() {
	n.cost += n.size * n.special
	n.size, n.special = 0, 0
}

func (n *normaliser) line(line string) {
	columns, s := indent(line)
	switch {
	case n.fence != "":
		n.put(len(n.items), strings.Repeat(" ", max(columns-n.column(), 0))+s)
		if strings.HasPrefix(s, n.fence) && strings.Trim(s, n.fence[:1]+" ") == "" {
			n.fence = ""
			n.put(0, "")
		}
		return
	case s == "":
		n.endParagraph()
		n.put(0, "")
		return
	}
	n.size += len(s)
	for i := range len(s) {
		if strings.IndexByte(marks, s[i]) >= 0 {
			n.special++
		}
	}
	marker := markerOf(s)
	fence := fenceOf(s)
	n.leave(columns, marker != "", marker != "" || fence != "" || s[0] == '#')
	depth, rest := len(n.items), strings.Repeat(" ", max(columns-n.column(), 0))
	switch {
	case marker != "":
		gap, _ := indent(s[len(marker):])
		n.items = append(n.items, item{columns, columns + len(marker) + min(max(gap, 1), 4)})
		rest = ""
		if s == marker {
			s += " " // an empty item
		}
	case fence != "" && len(rest) < 4:
		if n.fence, rest = fence, ""; !n.blank {
			n.endParagraph()
			n.put(0, "")
		}
	case s[0] == '[' && strings.Contains(s, "]:"):
		s = `\` + s // the definition of a link would not be shown
	}
	n.put(depth, rest+s)
}

// column is where text within the open items begins.
func (n *normaliser) column() int {
	if len(n.items) == 0 {
		return 0
	}
	return n.items[len(n.items)-1].text
}

// leave closes the items that a line does not belong to. An item inside may be
// indented by less than the text, as many write it; a line of text right below text
// goes on with it.
func (n *normaliser) leave(columns int, marker, block bool) {
	for len(n.items) > 0 {
		last := n.items[len(n.items)-1]
		if columns >= last.text || marker && columns >= last.marker+2 || !n.blank && !block {
			return
		}
		n.items = n.items[:len(n.items)-1]
	}
}

// indent counts the leading blanks, with tab stops of four, and gives the rest.
func indent(line string) (columns int, rest string) {
	for i, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns, line[i:]
		}
	}
	return columns, ""
}

// markerOf is the bullet or number that begins a list item, "" when none does.
func markerOf(s string) string {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if n > 9 || n == 0 && !strings.Contains("-*+", s[:1]) || n > 0 && !strings.HasPrefix(s[n:], ".") {
		return ""
	}
	if rule := strings.ReplaceAll(s, " ", ""); n == 0 && len(rule) > 2 && strings.Trim(rule, s[:1]) == "" {
		return ""
	}
	if n++; n < len(s) && s[n] != ' ' {
		return ""
	}
	return s[:n]
}

// fenceOf are the marks that begin fenced code, "" when none do.
func fenceOf(s string) string {
	run := s[:len(s)-len(strings.TrimLeft(s, s[:1]))]
	if len(run) < 3 || s[0] != '`' && s[0] != '~' || strings.Contains(s[len(run):], "`") {
		return ""
	}
	return run
}

package markdown

import "strings"

// maxCost bounds what the parser may have to do: for every mark that nothing closes
// it can look at the rest of the paragraph.
const maxCost = 16 << 20

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
	n.put(len(n.items), n.fence)
	n.put(0, "")
	return n.out.String(), n.cost <= maxCost
}

// put writes a line for a depth of lists. An empty one ends the paragraph.
func (n *normaliser) put(depth int, line string) {
	if n.blank = line == ""; n.blank {
		n.cost += n.size * n.special
		n.size, n.special = 0, 0
		depth = 0
	}
	n.out.WriteString(strings.Repeat("    ", min(depth, 12)) + line + "\n")
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
	case s == "": // it may belong to any of the open items
		n.put(0, "")
		return
	}
	marker, fence := markerOf(s), fenceOf(s)
	n.leave(columns, marker != "", marker+fence != "" || s[0] == '#')
	depth, over := len(n.items), max(columns-n.column(), 0)
	switch {
	case marker != "":
		gap, _ := indent(s[len(marker):])
		n.items = append(n.items, item{columns, columns + len(marker) + min(max(gap, 1), 4)})
		if over = 0; s == marker {
			s += " " // an empty item
		}
	case fence != "" && over < 4:
		if n.fence, over = fence, 0; !n.blank {
			n.put(0, "")
		}
	case strings.HasPrefix(s, "[") && strings.Contains(s, "]:"):
		s = `\` + s // the definition of a link would not be shown
	}
	n.size += len(s)
	for _, mark := range [...]string{"`", "*", "_", "~", "[", "!", "<", `\`} {
		n.special += strings.Count(s, mark)
	}
	n.put(depth, strings.Repeat(" ", over)+s)
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

// indent counts the leading blanks, a tab as four, and gives the rest.
func indent(line string) (columns int, rest string) {
	rest = strings.TrimLeft(line, " \t")
	lead := line[:len(line)-len(rest)]
	return len(lead) + 3*strings.Count(lead, "\t"), rest
}

// markerOf is the bullet or number that begins a list item, "" when none does.
func markerOf(s string) string {
	n := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if n == len(s) || n > 9 || n > 0 && s[n] != '.' || n == 0 && !strings.Contains("-*+", s[:1]) {
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
	if !strings.HasPrefix(s, "```") && !strings.HasPrefix(s, "~~~") {
		return ""
	}
	rest := strings.TrimLeft(s, s[:1])
	if strings.Contains(rest, "`") {
		return ""
	}
	return s[:len(s)-len(rest)]
}

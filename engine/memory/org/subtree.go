package org

import "strings"

// Insert puts subtrees below a headline, behind what stands there, or at the end of the
// file with an index of -1. The text begins with a headline; its levels are shifted.
func (d *Document) Insert(i int, text string) ([]Edit, error) {
	at, level, err := d.place(i)
	if err != nil {
		return nil, err
	}
	tree, _, err := d.subtree(text, level)
	if err != nil {
		return nil, err
	}
	return []Edit{d.insertAt(at, tree)}, nil
}

// Replace puts another subtree in the place of a headline's. Its levels are shifted.
func (d *Document) Replace(i int, text string) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	tree, roots, err := d.subtree(text, h.Level)
	if err != nil {
		return nil, err
	}
	if roots != 1 {
		return refuse("one subtree takes the place of another, not %d", roots)
	}
	if h.End < len(d.Text) { // a blank line between two headlines stays
		kept := d.Text[h.Start:h.End]
		kept = kept[len(strings.TrimRight(kept, " \t\r\n")):]
		if _, next := lineEnd(kept, 0); next < len(kept) {
			tree = strings.TrimRight(tree, " \t\r\n") + kept
		}
	}
	return []Edit{{h.Span, tree}}, nil
}

// Move puts a subtree below another headline, behind what stands there, or at the end of
// the file, as one of the first level, when under is -1.
func (d *Document) Move(i, under int) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	at, level, err := d.place(under)
	if err != nil {
		return nil, err
	}
	if under >= 0 && d.Headlines[under].Start >= h.Start && d.Headlines[under].Start < h.End {
		return refuse("a subtree cannot stand below itself")
	}
	tree := d.ended(shift(d.Text[h.Start:h.End], level-h.Level))
	if at == h.End {
		return []Edit{{h.Span, tree}}, nil
	}
	return []Edit{{Span: h.Span}, d.insertAt(at, tree)}, nil
}

// place is where something goes below a headline, and its level there.
func (d *Document) place(i int) (at, level int, err error) {
	if d.states != nil && i == -1 {
		return len(d.Text), 1, nil
	}
	h, err := d.headline(i)
	if err != nil {
		return 0, 0, err
	}
	return h.End, h.Level + 1, nil
}

// insertAt puts lines at the end of a line.
func (d *Document) insertAt(at int, lines string) Edit {
	if at > begin(d.Text) && d.Text[at-1] != '\n' {
		lines = d.eol + lines
	}
	return Edit{Span{at, at}, lines}
}

// subtree shifts a text of subtrees to a level, and counts them.
func (d *Document) subtree(text string, level int) (tree string, roots int, err error) {
	marks := orgHeadlines(text)
	if len(marks) == 0 || marks[0].start != 0 {
		_, err = refuse("the text must begin with a headline, such as %q", "* TODO A title")
		return "", 0, err
	}
	for _, m := range marks {
		if m.level < marks[0].level {
			_, err = refuse("a later headline of the text stands above its first")
			return "", 0, err
		}
		if m.level == marks[0].level {
			roots++
		}
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return d.ended(strings.ReplaceAll(shift(text, level-marks[0].level), "\n", d.eol)), roots, nil
}

// ended ends a text with a line ending.
func (d *Document) ended(text string) string {
	if strings.HasSuffix(text, "\n") {
		return text
	}
	return text + d.eol
}

// shift gives each headline of a text so many stars more, or less.
func shift(text string, by int) string {
	if by == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, m := range orgHeadlines(text) {
		b.WriteString(text[at:m.start])
		b.WriteString(strings.Repeat("*", max(1, m.level+by)))
		at = m.start + m.level
	}
	b.WriteString(text[at:])
	return b.String()
}

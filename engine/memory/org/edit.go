package org

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ErrEdit says that an edit cannot be made as it was asked for; the error around it says why.
var ErrEdit = errors.New("the Org text cannot be edited so")

// Edit puts other text into the place of a span of the text that was parsed.
type Edit struct {
	Span
	New string
}

// Apply makes edits, which must not overlap, in a text. Those at one place keep their order.
func Apply(text string, edits []Edit) (string, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return a.End - b.End
	})
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			return "", fmt.Errorf("%w: two edits are of the same place", ErrEdit)
		}
		b.WriteString(text[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.WriteString(text[at:])
	return b.String(), nil
}

func refuse(format string, args ...any) ([]Edit, error) {
	return nil, fmt.Errorf("%w: %s", ErrEdit, fmt.Sprintf(format, args...))
}

// headline gives a headline that can be edited: one of an Org file.
func (d *Document) headline(i int) (*Headline, error) {
	if d.states == nil {
		return nil, fmt.Errorf("%w: it is no Org file", ErrEdit)
	}
	if i < 0 || i >= len(d.Headlines) {
		return nil, fmt.Errorf("%w: there is no such headline", ErrEdit)
	}
	return &d.Headlines[i], nil
}

// checked gives edits of one headline's lines if what is read afterwards is the same
// headlines, and this one as it was meant.
func (d *Document) checked(edits []Edit, i int, meant func(Headline) bool) ([]Edit, error) {
	text, err := Apply(d.Text, edits)
	if err != nil {
		return nil, err
	}
	if n := Parse(text); len(n.Headlines) != len(d.Headlines) || !meant(n.Headlines[i]) {
		return refuse("the headline would read as something else")
	}
	return edits, nil
}

// SetTODO gives a headline a keyword, or none when it is empty. One that is not done any
// more loses the time when it was closed.
func (d *Document) SetTODO(i int, keyword string) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	done, known := d.states[keyword]
	if !known && keyword != "" {
		return refuse("%q is none of the keywords of this file", keyword)
	}
	if keyword == h.TODO {
		return nil, nil
	}
	stars := d.Text[h.Line.Start:h.TitleSpan.Start]
	stars = stars[:h.Level+blanks(stars[h.Level:])]
	head := strings.TrimLeft(d.head(h)[h.Level:], blank)
	head = strings.TrimLeft(strings.TrimPrefix(head, h.TODO), blank)
	edits := []Edit{d.lineEdit(h, stars+strings.TrimLeft(keyword+" "+head, " "), h.Tags)}
	if h.Done && keyword != "" && !done && h.Closed != "" {
		edits = append(edits, d.planningEdit(h, "CLOSED:", ""))
	}
	return d.checked(edits, i, func(n Headline) bool { return n.TODO == keyword && n.Title == h.Title })
}

// SetTag gives a headline a tag of its own, or takes it away.
func (d *Document) SetTag(i int, tag string, on bool) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	if !IsTag(tag) {
		return refuse("%q is no tag: letters, digits and _ @ # %% make one", tag)
	}
	if slices.Contains(h.Tags, tag) == on {
		return nil, nil
	}
	tags := append(slices.Clone(h.Tags), tag)
	if !on {
		tags = slices.DeleteFunc(tags, func(t string) bool { return t == tag })
	}
	return d.checked([]Edit{d.lineEdit(h, d.head(h), tags)}, i, func(n Headline) bool {
		return slices.Equal(n.Tags, tags) && n.Title == h.Title && n.TODO == h.TODO
	})
}

// head is a headline's line up to its tags.
func (d *Document) head(h *Headline) string {
	line := strings.TrimRight(d.Text[h.Line.Start:h.Line.End], blank)
	if len(h.Tags) > 0 {
		line = strings.TrimRight(line[:1+strings.LastIndexAny(line, blank)], blank)
	}
	if len(line) == h.Level {
		line += " "
	}
	return line
}

// lineEdit writes a headline's line anew. Tags that stood in a column end there.
func (d *Document) lineEdit(h *Headline, head string, tags []string) Edit {
	if len(tags) == 0 {
		return Edit{h.Line, head}
	}
	group := ":" + strings.Join(tags, ":") + ":"
	line := strings.TrimRight(d.Text[h.Line.Start:h.Line.End], blank)
	gap := 1
	if strings.HasSuffix(head, " ") {
		gap = 0
	} else if at := strings.LastIndexAny(line, blank); len(h.Tags) > 0 && isBlank(line[at-1]) {
		gap = max(1, utf8.RuneCountInString(line)-utf8.RuneCountInString(head+group))
	}
	return Edit{h.Line, head + strings.Repeat(" ", gap) + group}
}

// SetProperty gives a headline a property, in a drawer that is made when there is none.
func (d *Document) SetProperty(i int, name, value string) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	value = strings.Trim(value, blank)
	upper := strings.ToUpper(name)
	if name == "" || strings.ContainsAny(name, " \t\r\n\f\v:") || upper == "END" || upper == "PROPERTIES" {
		return refuse("%q cannot be the name of a property", name)
	}
	if strings.ContainsAny(value, "\r\n") {
		return refuse("a property has one line")
	}
	return d.checked([]Edit{d.propertyEdit(h, name, value)}, i, func(n Headline) bool {
		at := slices.IndexFunc(n.Properties, func(p Property) bool { return p.Name == upper })
		return at >= 0 && n.Properties[at].Value == value && len(n.Properties) <= len(h.Properties)+1 &&
			len(n.Properties) >= len(h.Properties)
	})
}

func (d *Document) propertyEdit(h *Headline, name, value string) Edit {
	if h.Drawer.Empty() {
		return d.belowLine(h, ":PROPERTIES:"+d.eol+propertyText(name, value)+d.eol+":END:"+d.eol)
	}
	indent := d.Text[h.Drawer.Start:][:blanks(d.Text[h.Drawer.Start:])]
	for _, p := range h.Properties {
		if strings.EqualFold(p.Name, name) {
			end, _ := lineEnd(d.Text, p.Line.Start)
			from := p.Line.Start + blanks(d.Text[p.Line.Start:])
			return Edit{Span{from, end}, propertyText(name, value)}
		}
	}
	last := 1 + strings.LastIndexByte(d.Text[:h.Drawer.End-1], '\n') // where :END: stands
	return Edit{Span{last, last}, indent + propertyText(name, value) + d.eol}
}

// propertyText is a line of a drawer as Emacs aligns it.
func propertyText(name, value string) string {
	return strings.TrimRight(fmt.Sprintf("%-10s %s", ":"+name+":", value), " ")
}

// belowLine puts lines below a headline, and below its planning line if it has one.
func (d *Document) belowLine(h *Headline, lines string) Edit {
	at := h.Body.Start
	if h.PlanningLine.Empty() {
		_, at = lineEnd(d.Text, h.Line.Start)
	}
	if d.Text[at-1] != '\n' {
		lines = d.eol + lines
	}
	return Edit{Span{at, at}, lines}
}

// DeleteProperty takes a property away, with what adds to it, and a drawer that is empty then. Of a name with a plus,
// only what adds goes.
func (d *Document) DeleteProperty(i int, name string) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	var edits []Edit
	for _, p := range h.Properties {
		if strings.EqualFold(p.Name, name) || strings.EqualFold(strings.TrimSuffix(p.Name, "+"), name) {
			edits = append(edits, Edit{Span: p.Line})
		}
	}
	if len(edits) == len(h.Properties) && !h.Drawer.Empty() {
		edits = []Edit{{Span: h.Drawer}}
	}
	return edits, nil
}

// SetPlanning sets when a headline is "SCHEDULED", due ("DEADLINE") or was "CLOSED", to a
// time stamp or a date such as 2026-01-02 or 2026-01-02 10:00; "" takes it away.
func (d *Document) SetPlanning(i int, what, when string) ([]Edit, error) {
	h, err := d.headline(i)
	if err != nil {
		return nil, err
	}
	keyword := strings.ToUpper(strings.TrimSuffix(what, ":")) + ":"
	if !slices.Contains(planningKeywords[:], keyword) {
		return refuse("%q is none of SCHEDULED, DEADLINE and CLOSED", what)
	}
	stamp, err := stampOf(when, keyword)
	if err != nil {
		return nil, err
	}
	if stamp == "" && h.PlanningLine.Empty() {
		return nil, nil
	}
	return d.checked([]Edit{d.planningEdit(h, keyword, stamp)}, i, func(n Headline) bool {
		got := [...]string{n.Closed, n.Deadline, n.Scheduled} // in the order of the keywords
		return got[slices.Index(planningKeywords[:], keyword)] == stamp && len(n.Properties) == len(h.Properties)
	})
}

// stampOf makes a time stamp of a date: one in square brackets is of no agenda.
func stampOf(when, keyword string) (string, error) {
	when = strings.TrimSpace(when)
	brackets := "<>"
	if keyword == "CLOSED:" {
		brackets = "[]"
	}
	if when == "" || planning(keyword + when)[keyword] == when && when[0] == brackets[0] {
		return when, nil
	}
	for layout, out := range map[string]string{time.DateOnly: "2006-01-02 Mon",
		"2006-01-02 15:04": "2006-01-02 Mon 15:04"} {
		if t, err := time.Parse(layout, strings.Trim(when, "[]<>")); err == nil {
			return brackets[:1] + t.Format(out) + brackets[1:], nil
		}
	}
	return "", fmt.Errorf("%w: %q is no time; write it as 2026-01-02, 2026-01-02 10:00 or %s2026-01-02 Fri +1w%s",
		ErrEdit, when, brackets[:1], brackets[1:])
}

// planningEdit writes the planning line anew, with a time stamp or without one.
func (d *Document) planningEdit(h *Headline, keyword, stamp string) Edit {
	entry := ""
	if stamp != "" {
		entry = keyword + " " + stamp
	}
	if h.PlanningLine.Empty() {
		return d.belowLine(h, entry+d.eol)
	}
	end, _ := lineEnd(d.Text, h.PlanningLine.Start)
	start := h.PlanningLine.Start + blanks(d.Text[h.PlanningLine.Start:])
	rest := d.Text[start:end]
	for i := 0; i >= 0; {
		next := planningEntry().FindAllStringIndex(rest, -1)
		i = slices.IndexFunc(next, func(at []int) bool { return strings.HasPrefix(rest[at[0]:], keyword) })
		switch {
		case i >= 0 && i+1 < len(next): // with what stands before the next entry
			rest = rest[:next[i][0]] + rest[next[i+1][0]:]
		case i >= 0:
			rest = rest[:next[i][0]]
		}
	}
	rest = strings.Trim(entry+" "+strings.Trim(rest, blank), blank)
	if rest == "" {
		return Edit{Span: h.PlanningLine}
	}
	return Edit{Span{start, end}, rest}
}

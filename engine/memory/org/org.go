package org

import (
	"slices"
	"strings"
)

// Span is a range of bytes of a text. The zero Span is of what is not there.
type Span struct{ Start, End int }

// Empty reports whether the span holds nothing.
func (s Span) Empty() bool { return s.Start >= s.End }

// Document is a parsed text. It must not be changed, and can be read concurrently.
type Document struct {
	Text       string
	Title      string     // of #+TITLE, those of several lines joined by blanks
	Tags       []string   // of #+FILETAGS
	Sequences  []Sequence // of #+TYP_TODO, #+TODO and #+SEQ_TODO; TODO and DONE without any
	Properties []Property // of the drawer before the first headline
	Headlines  []Headline // in the order of the text
	Body       Span       // what stands before the first headline

	keywords []Property // of #+PROPERTY and #+CATEGORY
	states   map[string]bool
	eol      string
}

// Sequence is the keywords of one line, those of a task to do and of one that is done.
type Sequence struct{ Open, Done []string }

// Headline is one headline and where its parts stand.
type Headline struct {
	Span                // its subtree, to the next headline that is not below it
	Level        int    // number of stars
	Parent       int    // index in Document.Headlines; -1 of none
	Line         Span   // without its line ending
	TitleSpan    Span   // of Title
	PlanningLine Span   // with its line ending
	Drawer       Span   // the property drawer's lines, with their line endings
	Body         Span   // what follows these, up to the first headline below or the end
	TODO         string // its keyword
	Done         bool   // that keyword is one of a task done
	Priority     rune   // of [#A]; 0 of none
	Title        string
	Tags         []string // its own, as they stand there
	Closed       string   // time stamps, as they stand there, with their brackets
	Scheduled    string
	Deadline     string
	Properties   []Property // of its drawer
	ID           string     // the property of that name
	Comment      bool       // COMMENT stands before the title
}

// Property is a line of a property drawer.
type Property struct {
	Name, Value string // the name in upper case; one that adds to a value ends with "+"
	Line        Span   // with its line ending
}

// Parse reads an Org file.
func Parse(text string) *Document {
	d := &Document{Text: text, eol: lineEnding(text)}
	d.outline(orgHeadlines(text))
	d.readKeywords()
	d.states = map[string]bool{}
	for _, s := range d.Sequences {
		for _, k := range s.Open {
			d.states[k] = false
		}
	}
	for _, s := range d.Sequences {
		for _, k := range s.Done {
			d.states[k] = true
		}
	}
	d.readFileDrawer()
	for i := range d.Headlines {
		d.readHeadline(&d.Headlines[i])
	}
	return d
}

// mark is where a headline begins.
type mark struct{ start, level int }

func orgHeadlines(text string) []mark {
	var marks []mark
	for p := begin(text); p < len(text); {
		if text[p] == '*' {
			n := p + 1
			for n < len(text) && text[n] == '*' {
				n++
			}
			if n < len(text) && text[n] == ' ' {
				marks = append(marks, mark{p, n - p})
			}
			p = n
		}
		i := strings.Index(text[p:], "\n*")
		if i < 0 {
			break
		}
		p += i + 1
	}
	return marks
}

// outline makes the headlines' tree of where they begin.
func (d *Document) outline(marks []mark) {
	d.Headlines = make([]Headline, len(marks))
	d.Body = Span{begin(d.Text), len(d.Text)}
	if len(marks) > 0 {
		d.Body.End = marks[0].start
	}
	var open []int // the headlines that have not ended, outermost first
	for i, m := range marks {
		for len(open) > 0 && marks[open[len(open)-1]].level >= m.level {
			d.Headlines[open[len(open)-1]].End = m.start
			open = open[:len(open)-1]
		}
		end, _ := lineEnd(d.Text, m.start)
		h := Headline{Span: Span{m.start, len(d.Text)}, Level: m.level, Parent: -1, Line: Span{m.start, end}}
		if len(open) > 0 {
			h.Parent = open[len(open)-1]
		}
		d.Headlines[i] = h
		open = append(open, i)
	}
	for i := range d.Headlines {
		h := &d.Headlines[i]
		_, next := lineEnd(d.Text, h.Start)
		h.Body = Span{next, len(d.Text)}
		if i+1 < len(marks) {
			h.Body.End = marks[i+1].start
		}
	}
}

// begin is where the first line begins: behind a byte order mark.
func begin(text string) int {
	if strings.HasPrefix(text, "\ufeff") {
		return len("\ufeff")
	}
	return 0
}

// lineEnd gives the end of the line at p, without and with its line ending.
func lineEnd(text string, p int) (end, next int) {
	i := strings.IndexByte(text[p:], '\n')
	if i < 0 {
		end, next = len(text), len(text)
	} else {
		end, next = p+i, p+i+1
	}
	if end > p && text[end-1] == '\r' {
		end--
	}
	return end, next
}

func lineEnding(text string) string {
	if end, next := lineEnd(text, 0); next-end == 2 {
		return "\r\n"
	}
	return "\n"
}

// sequences are those of the keyword lines by type, in the order in which Emacs reads them.
func sequences(typed, todo, seq []string) []Sequence {
	var all []Sequence
	for _, line := range slices.Concat(typed, todo, seq) {
		var s Sequence
		var bar bool
		for _, word := range strings.Fields(line) {
			if word == "|" {
				bar = true
				continue
			}
			if i := strings.IndexByte(word, '('); i > 0 && strings.HasSuffix(word, ")") {
				word = word[:i]
			}
			if bar {
				s.Done = append(s.Done, word)
			} else {
				s.Open = append(s.Open, word)
			}
		}
		if n := len(s.Open); !bar && n > 0 {
			s.Open, s.Done = s.Open[:n-1], s.Open[n-1:]
		}
		all = append(all, s)
	}
	if all == nil {
		return []Sequence{{Open: []string{"TODO"}, Done: []string{"DONE"}}}
	}
	return all
}

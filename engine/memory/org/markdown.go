package org

import "strings"

// ParseMarkdown reads the headlines of a Markdown file: lines that begin with one to six
// "#" and a blank, and lines underlined with "=" or "-"; not within fences or front
// matter. They have titles and nothing else.
func ParseMarkdown(text string) *Document {
	d := &Document{Text: text, eol: lineEnding(text)}
	s := markdownScan{text: text}
	for p := s.frontMatter(); p < len(text); {
		end, next := lineEnd(text, p)
		s.line(Span{p, end})
		p = next
	}
	marks := make([]mark, len(s.found))
	for i, f := range s.found {
		marks[i] = mark{f.line.Start, f.level}
	}
	d.outline(marks)
	for i, f := range s.found {
		h := &d.Headlines[i]
		h.TitleSpan, h.Title = f.title, text[f.title.Start:f.title.End]
		_, next := lineEnd(text, f.line.End)
		h.Line.End, h.Body.Start = f.line.End, min(next, h.Body.End)
	}
	return d
}

type markdownHeadline struct {
	level       int
	line, title Span // of a line with its underline both lines
}

type markdownScan struct {
	text  string
	fence string // what the fence that is open begins with
	above Span   // the one line of the paragraph so far; empty at its begin
	lines int    // of the paragraph
	found []markdownHeadline
}

// frontMatter gives where the text begins behind the lines between two "---".
func (s *markdownScan) frontMatter() int {
	at := begin(s.text)
	end, next := lineEnd(s.text, at)
	if s.text[at:end] != "---" {
		return at
	}
	for p := next; p < len(s.text); p = next {
		if end, next = lineEnd(s.text, p); s.text[p:end] == "---" {
			return next
		}
	}
	return at
}

func (s *markdownScan) line(l Span) {
	content := trim(s.text, l)
	line := s.text[content.Start:content.End]
	indent := content.Start - l.Start
	deep := indent > 3 || strings.Contains(s.text[l.Start:content.Start], "\t") // code, or more of the paragraph
	switch {
	case s.fence != "":
		if !deep && strings.Trim(line, s.fence[:1]) == "" && len(line) >= len(s.fence) {
			s.fence = ""
		}
	case line == "":
		s.lines = 0
	case !deep && s.opensFence(line):
		s.lines = 0
	case !deep && s.atx(l, content):
		s.lines = 0
	case !deep && s.lines > 0 && isUnderline(line):
		level := 2
		if line[0] == '=' {
			level = 1
		}
		s.found = append(s.found, markdownHeadline{level, Span{s.above.Start, l.End}, trim(s.text, s.above)})
		s.lines = 0
	case deep && s.lines == 0:
	case strings.ContainsRune(">-*+|", rune(line[0])): // a quotation, a list or a table
		s.lines = 0
	default:
		if s.lines++; s.lines == 1 {
			s.above.Start = l.Start
		}
		s.above.End = l.End
	}
}

func (s *markdownScan) opensFence(line string) bool {
	n := len(line) - len(strings.TrimLeft(line, line[:1]))
	if n < 3 || line[0] != '`' && line[0] != '~' || line[0] == '`' && strings.Contains(line[n:], "`") {
		return false
	}
	s.fence = line[:n]
	return true
}

// atx reads "## Title ##".
func (s *markdownScan) atx(l, content Span) bool {
	line := s.text[content.Start:content.End]
	level := len(line) - len(strings.TrimLeft(line, "#"))
	if level == 0 || level > 6 || level < len(line) && !isBlank(line[level]) {
		return false
	}
	title := trim(s.text, Span{content.Start + level, content.End})
	bare := strings.TrimRight(s.text[title.Start:title.End], "#")
	if bare == "" || isBlank(bare[len(bare)-1]) {
		title.End = title.Start + len(strings.TrimRight(bare, blank))
	}
	s.found = append(s.found, markdownHeadline{level, l, title})
	return true
}

// isUnderline reports whether a line is of "=" alone or of "-" alone.
func isUnderline(line string) bool {
	return line[0] == '=' && strings.Trim(line, "=") == "" || line[0] == '-' && strings.Trim(line, "-") == ""
}

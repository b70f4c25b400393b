package org

import "strings"

// markdownLinks gives where the links and pictures of a part of a Markdown text lead to, and its
// definitions of such. There are none in code and in comments of HTML.
func (d *Document) markdownLinks(s Span) []Link {
	scan := markdownScan{text: d.Text}
	m := markdownProse{text: d.Text, within: s}
	front := scan.frontMatter()
	for p := front; p < len(d.Text); {
		end, next := lineEnd(d.Text, p)
		m.line(&scan, Span{p, end})
		p = next
	}
	m.end()
	return m.links
}

// markdownProse gathers the paragraphs of a Markdown text and reads their links.
type markdownProse struct {
	text   string
	within Span
	open   Span // the paragraph that has not ended
	list   bool // what is indented belongs to an item
	hidden bool // in a comment of HTML
	links  []Link
}

func (m *markdownProse) end() {
	s := Span{max(m.open.Start, m.within.Start), min(m.open.End, m.within.End)}
	if !s.Empty() {
		in := markdownInline{text: m.text, end: s.End}
		m.links = append(m.links, in.read(s.Start)...)
	}
	m.open = Span{}
}

// line takes a line.
func (m *markdownProse) line(scan *markdownScan, l Span) {
	content := trim(m.text, l)
	line := m.text[content.Start:content.End]
	indent := content.Start - l.Start
	deep := indent > 3 || strings.Contains(m.text[l.Start:content.Start], "\t")
	switch {
	case m.hidden:
		m.hidden = !strings.Contains(line, "-->")
	case scan.fence != "":
		if (!deep || m.list) && strings.Trim(line, scan.fence[:1]) == "" && len(line) >= len(scan.fence) {
			scan.fence = ""
		}
	case line == "":
		m.end()
	case deep && m.open.Empty() && !m.list: // code
	case scan.opensFence(line):
		m.end()
	case strings.HasPrefix(line, "<!--"):
		m.end()
		m.hidden = !strings.Contains(line, "-->")
	case m.definition(content, line):
	default:
		item := isItem(line)
		if item || line[0] == '#' || line[0] == '|' || line[0] == '>' {
			m.end()
		}
		m.list = item || m.list && (indent > 0 || !m.open.Empty())
		if m.open.Empty() {
			m.open = content
		}
		m.open.End = content.End
		if line[0] == '#' || line[0] == '|' {
			m.end()
		}
	}
}

// isItem reports whether a line begins an item of a list.
func isItem(line string) bool {
	word, _, _ := strings.Cut(line, " ")
	return word == "-" || word == "*" || word == "+" || isNumber(word)
}

// definition reads "[name]: target".
func (m *markdownProse) definition(s Span, line string) bool {
	if !m.open.Empty() || line[0] != '[' || strings.HasPrefix(line, "[^") {
		return false
	}
	n := strings.Index(line, "]:")
	if n < 2 || strings.ContainsAny(line[1:n], "[]") {
		return false
	}
	in := markdownInline{text: m.text, end: s.End}
	at := in.blanks(s.Start + n + 2)
	l, end := in.target(at, false)
	if end <= at {
		return false
	}
	l.Span = Span{at, end}
	if at >= m.within.Start && end <= m.within.End {
		m.links = append(m.links, l)
	}
	return true
}

// markdownInline reads the links of a paragraph.
type markdownInline struct {
	text  string
	end   int
	open  int // brackets that were opened and not closed
	links []Link
	ticks map[int]int // by how many backquotes: up to where no such run is
}

func (in *markdownInline) read(at int) []Link {
	for at < in.end {
		switch in.text[at] {
		case '\\':
			at += 2
		case '`':
			at = in.code(at)
		case '<':
			at = in.tag(at)
		case '[':
			in.open++
			at++
		case ']':
			at = in.close(at)
		default:
			at++
		}
	}
	return in.links
}

// code passes over a run of backquotes, and what is between it and the next such run.
func (in *markdownInline) code(at int) int {
	run := func(i int) int {
		n := i
		for n < in.end && in.text[n] == '`' {
			n++
		}
		return n - i
	}
	n := run(at)
	for i := max(at+n, in.ticks[n]); i < in.end; {
		next := strings.IndexByte(in.text[i:in.end], '`')
		if next < 0 {
			break
		}
		i += next
		if k := run(i); k == n {
			return i + n
		} else {
			i += k
		}
	}
	if in.ticks == nil {
		in.ticks = map[int]int{}
	}
	in.ticks[n] = in.end
	return at + n
}

// tag passes over a comment or an address in angles, and reads where a tag of HTML leads to.
func (in *markdownInline) tag(at int) int {
	if strings.HasPrefix(in.text[at:in.end], "<!--") {
		if n := strings.Index(in.text[at:in.end], "-->"); n >= 0 {
			return at + n + len("-->")
		}
		return in.end
	}
	limit := min(in.end, at+maxTag)
	n := strings.IndexByte(in.text[at:limit], '>')
	if n < 0 || at+1 == in.end || !letter(in.text[at+1]) {
		return at + 1
	}
	in.attribute(Span{at, at + n})
	return at + n + 1
}

// maxTag is how long a tag of HTML can be, in bytes.
const maxTag = 2 << 10

// attribute reads href="…" and src="…".
func (in *markdownInline) attribute(s Span) {
	tag := strings.ToLower(in.text[s.Start:s.End])
	name := ""
	switch {
	case strings.HasPrefix(tag, "<a "):
		name = ` href="`
	case strings.HasPrefix(tag, "<img "):
		name = ` src="`
	default:
		return
	}
	from := strings.Index(tag, name)
	if from < 0 || len(tag) != s.End-s.Start {
		return
	}
	from += len(name)
	if n := strings.IndexByte(tag[from:], '"'); n > 0 {
		at := Span{s.Start + from, s.Start + from + n}
		in.links = append(in.links, Link{Span: at, At: at, Target: in.text[at.Start:at.End]})
	}
}

// close reads what follows a bracket that closes.
func (in *markdownInline) close(at int) int {
	if in.open == 0 {
		return at + 1
	}
	in.open--
	if at+1 >= in.end || in.text[at+1] != '(' {
		return at + 1
	}
	from := in.blanks(at + 2)
	l, end := in.target(from, true)
	if end <= from {
		return at + 1
	}
	stop := in.title(end)
	if stop >= in.end || in.text[stop] != ')' {
		return at + 1
	}
	l.Span = Span{at + 1, stop + 1}
	in.links = append(in.links, l)
	return stop + 1
}

func (in *markdownInline) blanks(at int) int {
	for at < in.end && strings.IndexByte(" \t\r\n", in.text[at]) >= 0 {
		at++
	}
	return at
}

// target reads where a link leads to: in angles, or up to a blank or a parenthesis that closes.
func (in *markdownInline) target(at int, closes bool) (l Link, end int) {
	if at < in.end && in.text[at] == '<' {
		n := strings.IndexAny(in.text[at:min(in.end, at+maxTag)], ">\n")
		if n < 2 || in.text[at+n] != '>' {
			return l, at
		}
		l.At = Span{at + 1, at + n}
		end = at + n + 1
	} else {
		end = in.bare(at, closes)
		l.At = Span{at, end}
	}
	l.Target = unescapeMarkdown(in.text[l.At.Start:l.At.End])
	return l, end
}

// maxNested is how many parentheses can be open in a target.
const maxNested = 4

// bare is where a target without angles ends.
func (in *markdownInline) bare(at int, closes bool) int {
	depth := 0
	for limit := min(in.end, at+maxTag); at < limit; at++ {
		switch c := in.text[at]; {
		case c <= ' ':
			return at
		case c == '\\' && at+1 < limit:
			at++
		case c == '(':
			if depth++; depth > maxNested {
				return at
			}
		case c == ')':
			if depth--; depth < 0 && closes {
				return at
			}
		}
	}
	return at
}

// title passes over blanks and a title in quotes.
func (in *markdownInline) title(at int) int {
	at = in.blanks(at)
	if at >= in.end || strings.IndexByte(`"'(`, in.text[at]) < 0 {
		return at
	}
	closes := in.text[at]
	if closes == '(' {
		closes = ')'
	}
	n := strings.IndexByte(in.text[at+1:min(in.end, at+1+maxTag)], closes)
	if n < 0 {
		return at
	}
	return in.blanks(at + 1 + n + 1)
}

// unescapeMarkdown takes the backslashes away that stand before punctuation.
func unescapeMarkdown(target string) string {
	if !strings.Contains(target, `\`) {
		return target
	}
	var b strings.Builder
	for i := 0; i < len(target); i++ {
		if target[i] == '\\' && i+1 < len(target) &&
			strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", target[i+1]) >= 0 {
			i++
		}
		b.WriteByte(target[i])
	}
	return b.String()
}

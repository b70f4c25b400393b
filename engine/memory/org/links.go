package org

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Link is a link of the text.
type Link struct {
	Span               // in Markdown, of the parentheses around the target, or of the target
	At          Span   // of the target as it stands there
	Target      string // such as "https://example.org", "id:…", "file:…", or "*A headline"
	Description string // "" of none
	Plain       bool   // without brackets around it
}

// Links gives the links of a part of the text, in order and none within another. Of Org these
// are those in brackets, in angles, and addresses in the text that begin with file:, id:,
// attachment:, http: or https:; of Markdown what a link or a picture leads to. There are none in code, in
// verbatim text, comments, keywords but captions, property drawers, and subtrees that are comments.
func (d *Document) Links(s Span) []Link {
	text := d.Text[s.Start:s.End]
	if d.states == nil {
		if !strings.Contains(text, "]") && !strings.Contains(text, "<") {
			return nil
		}
		return d.markdownLinks(s)
	}
	if !strings.Contains(text, "[[") && !strings.Contains(text, ":") {
		return nil // which is much faster to see
	}
	var links []Link
	take := func(part Span) {
		part = Span{max(part.Start, s.Start), min(part.End, s.End)}
		if !part.Empty() {
			links = append(links, linksIn(d.Text, part)...)
		}
	}
	for i := -1; i < len(d.Headlines); i++ {
		body, properties := d.Body, d.Properties
		if i >= 0 {
			h := &d.Headlines[i]
			if h.Comment {
				for i+1 < len(d.Headlines) && d.Headlines[i+1].Start < h.End {
					i++
				}
				continue
			}
			take(h.TitleSpan)
			body, properties = h.Body, nil
		}
		if body.Start < s.End && body.End > s.Start {
			p := prose{text: d.Text, take: take}
			p.read(body, properties)
		}
	}
	return links
}

// prose finds the parts of a text that are read for what stands in a line: paragraphs, items, and cells.
type prose struct {
	text string
	take func(Span)
	open Span // the paragraph that has not ended
}

// read goes through a part without headlines.
func (p *prose) read(body Span, properties []Property) {
	var skip []Span
	if n := len(properties); n > 0 {
		skip = append(skip, Span{properties[0].Line.Start, properties[n-1].Line.End})
	}
	reader := hashReader{block: func(begin, end hashLine) {
		if end.next > 0 && !strings.EqualFold(begin.word, "begin_verse") {
			skip = append(skip, Span{begin.start, end.next})
		}
	}}
	reader.read(p.text, body)
	until := "" // the line that ends a LaTeX environment
	for at := body.Start; at < body.End; {
		for len(skip) > 0 && skip[0].End <= at {
			skip = skip[1:]
		}
		if len(skip) > 0 && skip[0].Start <= at {
			p.end()
			at = skip[0].End
			continue
		}
		end, next := lineEnd(p.text[:body.End], at)
		until = p.line(Span{at, end}, until)
		at = next
	}
	p.end()
}

func (p *prose) end() {
	if !p.open.Empty() {
		p.take(p.open)
	}
	p.open = Span{}
}

// line takes a line, and says what ends the environment that it is in.
func (p *prose) line(l Span, until string) string {
	l = trim(p.text, l)
	line := p.text[l.Start:l.End]
	if until != "" {
		if strings.Contains(line, until) {
			return ""
		}
		return until
	}
	switch kind := kindOf(line); kind {
	case lineText:
		if p.open.Empty() {
			p.open = l
		}
		p.open.End = l.End
	case lineItem, lineCaption:
		p.end()
		p.open = l
	case lineRow:
		p.end()
		for at := l.Start; at < l.End; {
			n := strings.IndexByte(p.text[at:l.End], '|')
			if n < 0 {
				n = l.End - at
			}
			p.take(Span{at, at + n})
			at += n + 1
		}
	case lineOther:
		p.end()
		if name, ok := strings.CutPrefix(line, `\begin{`); ok {
			n := strings.IndexByte(name, '}')
			if n > 0 && strings.Contains(p.text[l.End:min(l.End+maxFormula, len(p.text))], `\end{`+name[:n+1]) {
				return `\end{` + name[:n+1]
			}
		}
	}
	return ""
}

// maxFormula is how far the end of a LaTeX environment is looked for, in bytes.
const maxFormula = 64 << 10

type lineKind uint8

const (
	lineText lineKind = iota
	lineItem
	lineCaption
	lineRow
	lineOther // of which nothing is read
)

// kindOf tells what a line without blanks around it is.
func kindOf(line string) lineKind {
	word, _, blank := strings.Cut(line, " ")
	switch {
	case line == "", line == "#", line == ":", word == "#", word == ":":
		return lineOther
	case line[0] == '|':
		return lineRow
	case strings.HasPrefix(line, `\begin{`):
		return lineOther
	case strings.HasPrefix(line, "#+"):
		if name, _, ok := strings.Cut(line[2:], ":"); ok && strings.HasPrefix(strings.ToUpper(name), "CAPTION") {
			return lineCaption
		}
		return lineOther
	case blank && (word == "-" || word == "+" || word == "*"), blank && isNumber(word):
		return lineItem
	}
	return lineText
}

// isNumber reports whether a word begins an item that is counted.
func isNumber(word string) bool {
	digits := strings.TrimRight(word, ".)")
	return digits != "" && len(digits)+1 == len(word) && strings.Trim(digits, "0123456789") == ""
}

// What stands around code and verbatim text, white space aside.
const (
	beforeVerbatim = "-–—('\"{\u200b"
	afterVerbatim  = "-–—.,:!?;'\")}\\[\u200b"
)

// inline reads the links of a paragraph. Of what does not end it remembers up to where that was
// looked for, so that it takes time linear in the text.
type inline struct {
	text   string
	end    int
	links  []Link
	failed map[string]int // by what was looked for: up to where it is not there
}

// linksIn gives the links of one paragraph of Org.
func linksIn(text string, s Span) []Link {
	in := inline{text: text, end: s.End, failed: map[string]int{}}
	for at := s.Start; at < s.End; {
		at = in.object(s.Start, at)
	}
	return in.links
}

// object reads what begins at a place, and gives where it ends.
func (in *inline) object(start, at int) int {
	rest := in.text[at:in.end]
	switch c := rest[0]; {
	case c == '[' && strings.HasPrefix(rest, "[["):
		return in.bracket(at)
	case c == '<':
		return in.angle(at)
	case c == '=' || c == '~':
		return in.verbatim(start, at)
	case c == '@' && strings.HasPrefix(rest, "@@"):
		return in.past(at, at+2, "@@")
	case c == '{' && strings.HasPrefix(rest, "{{{"):
		return in.past(at, at+3, "}}}")
	case letter(c):
		return in.word(start, at)
	}
	return at + 1
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// find looks for a text from a place on; -1 where it is not there.
func (in *inline) find(from int, what string) int {
	if from >= in.end || in.failed[what] == in.end {
		return -1
	}
	i := strings.Index(in.text[from:in.end], what)
	if i < 0 {
		in.failed[what] = in.end
		return -1
	}
	return from + i
}

// past gives where what begins at a place ends; it is one byte where it does not.
func (in *inline) past(at, from int, what string) int {
	if i := in.find(from, what); i >= 0 {
		return i + len(what)
	}
	return at + 1
}

// bracket reads [[target]] and [[target][description]].
func (in *inline) bracket(at int) int {
	i := at + 2
	for i < in.end && in.text[i] != '[' && in.text[i] != ']' {
		if in.text[i] == '\\' && i+1 < in.end {
			i++ // which lets a bracket stand there
		}
		i++
	}
	if i+1 >= in.end || in.text[i] != ']' || i == at+2 {
		return at + 1
	}
	l := Link{Span: Span{at, i + 2}, At: Span{at + 2, i}}
	switch in.text[i+1] {
	case ']':
	case '[':
		end := in.find(i+3, "]]")
		if end < 0 {
			return at + 1
		}
		l.End, l.Description = end+2, in.text[i+2:end]
	default:
		return at + 1
	}
	l.Target = unescapeLink(oneLine(in.text[l.At.Start:l.At.End]))
	in.links = append(in.links, l)
	return l.End
}

// oneLine puts a blank where a line ends.
func oneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
}

// unescapeLink takes the backslashes away that stand before brackets and backslashes.
func unescapeLink(target string) string {
	if !strings.Contains(target, `\`) {
		return target
	}
	return strings.NewReplacer(`\[`, "[", `\]`, "]", `\\`, `\`).Replace(target)
}

// angle reads <type:path>, and passes over <<a target>>.
func (in *inline) angle(at int) int {
	if strings.HasPrefix(in.text[at:in.end], "<<") {
		return in.past(at, at+2, ">>")
	}
	end := in.find(at+1, ">")
	if end < 0 {
		return at + 1
	}
	target := in.text[at+1 : end]
	if name, path, ok := strings.Cut(target, ":"); !ok || path == "" || !isScheme(name) ||
		strings.ContainsAny(target, "<\n") {
		return at + 1
	}
	in.links = append(in.links, Link{Span: Span{at, end + 1}, At: Span{at + 1, end}, Target: target})
	return end + 1
}

// isScheme reports whether a text can be the type of a link.
func isScheme(name string) bool {
	return name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r >= utf8.RuneSelf || !letter(byte(r)) && (r < '0' || r > '9') && r != '+' && r != '-'
	}) < 0
}

// verbatim passes over =text= and ~code~.
func (in *inline) verbatim(start, at int) int {
	mark := in.text[at : at+1]
	before, _ := utf8.DecodeLastRuneInString(in.text[start:at])
	after, _ := utf8.DecodeRuneInString(in.text[at+1 : in.end])
	if at > start && !unicode.IsSpace(before) && !strings.ContainsRune(beforeVerbatim, before) ||
		at+1 == in.end || unicode.IsSpace(after) {
		return at + 1
	}
	limit := in.end // a text may go over the end of one line
	if n := strings.IndexByte(in.text[at:in.end], '\n'); n >= 0 {
		if m := strings.IndexByte(in.text[at+n+1:in.end], '\n'); m >= 0 {
			limit = at + n + 1 + m
		}
	}
	for i := max(at+2, in.failed[mark]); i < limit; i++ {
		n := strings.IndexByte(in.text[i:limit], mark[0])
		if n < 0 {
			break
		}
		i += n
		last, _ := utf8.DecodeLastRuneInString(in.text[:i])
		next, _ := utf8.DecodeRuneInString(in.text[i+1 : in.end])
		if !unicode.IsSpace(last) && (i+1 == in.end || unicode.IsSpace(next) || strings.ContainsRune(afterVerbatim, next)) {
			return i + 1
		}
	}
	in.failed[mark] = limit
	return at + 1
}

// linkTypes are those of addresses that need nothing around them.
var linkTypes = [...]string{"file", "id", "attachment", "https", "http"}

// word reads a word, which may be an address.
func (in *inline) word(start, at int) int {
	end := at
	for end < in.end && (letter(in.text[end]) || in.text[end] >= '0' && in.text[end] <= '9') {
		end++
	}
	word := in.text[at:end]
	before, _ := utf8.DecodeLastRuneInString(in.text[start:at])
	inner := at > start && before <= unicode.MaxLatin1 && (unicode.IsLetter(before) || unicode.IsDigit(before))
	switch {
	case end == in.end:
		return end
	case (word == "src" || word == "call") && in.text[end] == '_':
		return in.code(end)
	case in.text[end] != ':' || inner || !slices.Contains(linkTypes[:], word):
		return end
	}
	stop := in.address(end + 1)
	path := in.text[end+1 : stop]
	if len(path) < 2 || strings.HasPrefix(word, "http") && len(path) <= len("//") {
		return end
	}
	in.links = append(in.links, Link{Span: Span{at, stop}, At: Span{at, stop}, Target: in.text[at:stop], Plain: true})
	return stop
}

// code passes over src_language{…} and call_name(…).
func (in *inline) code(at int) int {
	for at < in.end && !unicode.IsSpace(rune(in.text[at])) && in.text[at] != '{' && in.text[at] != '(' &&
		in.text[at] != '[' {
		at++
	}
	if at == in.end || in.text[at] == '[' || unicode.IsSpace(rune(in.text[at])) {
		return at
	}
	what := "}"
	if in.text[at] == '(' {
		what = ")"
	}
	return in.past(at, at+1, what)
}

// maxAddress is how long an address in the text can be, in bytes.
const maxAddress = 2 << 10

// address gives where the path of an address ends: before white space and brackets, but for
// parentheses that close, and before the punctuation of the sentence.
func (in *inline) address(from int) int {
	i, open, last := from, 0, from
	for limit := min(in.end, from+maxAddress); i < limit; {
		r, n := utf8.DecodeRuneInString(in.text[i:limit])
		if unicode.IsSpace(r) || strings.ContainsRune("[]<>", r) {
			break
		}
		if r == '(' {
			open++
		} else if r == ')' {
			open--
		}
		if open < 0 || open > 2 {
			break
		}
		i += n
		if r == '/' || r == ')' || open == 0 && !unicode.IsPunct(r) && !unicode.IsSymbol(r) {
			last = i
		}
	}
	return last
}

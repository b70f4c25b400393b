package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// dialect is how the markup of a text is read.
type dialect int

const (
	plainText dialect = iota
	markdown
	org
)

// blockKind is what a block of a document is.
type blockKind uint8

const (
	blockParagraph blockKind = iota
	blockHeading
	blockItem
	blockQuote
	blockCode
	blockTable
)

// block is one piece of a document. Text is free of block markup, and its
// wrapped lines are joined; a newline in it is a break the author meant. Inline
// markup is still there. Code and tables carry no text.
type block struct {
	kind blockKind
	text string
}

// eachBlock reads text, which must be normalised, and hands its blocks to
// visit in order. The title from front matter, mail headers or #+TITLE comes as
// a heading. It is linear in the text and keeps one block at a time.
func eachBlock(text string, visit func(block)) {
	p := &blockParser{text: text, dialect: dialectOf(text), visit: visit, blank: true, searched: map[string]search{}}
	p.frontMatter()
	for p.pos < len(p.text) {
		p.line()
	}
	p.flush()
}

// dialectOf tells Org and Markdown from plain text by their signs in the first
// 64 KiB. Org wins only where no Markdown heading or fence speaks against it,
// because a line that begins with one star is a list item in Markdown.
func dialectOf(text string) dialect {
	if len(text) > 64<<10 {
		text = text[:64<<10]
	}
	orgSigns, mdSigns, stars := 0, 0, 0
	for line := range strings.Lines(text) {
		t := strings.TrimSpace(line)
		switch {
		case t == "":
		case hasFoldPrefix(t, "#+begin_"), orgKeyword(t), t == ":END:", t == ":PROPERTIES:":
			orgSigns += 3
		case headlineLevel(line) > 1:
			orgSigns += 2
		case headlineLevel(line) == 1:
			stars++
		case atxLevel(t) > 0, fenceLength(t) > 0:
			mdSigns += 3
		}
		if strings.Contains(t, "[[") && strings.Contains(t, "]]") {
			orgSigns++
		}
		if strings.Contains(t, "](") || strings.Contains(t, "**") || strings.Contains(t, "__") {
			mdSigns++
		}
		if strings.HasPrefix(t, "> ") || strings.Count(t, "`") >= 2 || strings.HasPrefix(t, "<!--") {
			mdSigns++
		}
	}
	switch {
	case orgSigns > mdSigns:
		return org
	case mdSigns > 0:
		return markdown
	case stars > 0 && orgSigns > 0:
		return org
	}
	return plainText
}

type blockParser struct {
	text    string
	pos     int
	dialect dialect
	visit   func(block)

	lines     []string  // of the paragraph or item being collected
	kind      blockKind // of what is being collected
	indent    int       // of the list item being collected
	blank     bool      // the line before was empty
	inList    bool      // an item is open: indented text after a blank line is still its
	quote     bool      // inside #+begin_quote
	noComment bool      // no "-->" follows
	dropLevel int       // inside an Org subtree that is commented out: its level

	// searched is how far a closing line was looked for in vain, by that line,
	// so that many openings without an end stay linear.
	searched map[string]search
}

// next takes one line without its newline.
func (p *blockParser) next() string {
	line, after := lineAt(p.text, p.pos)
	p.pos = after
	return line
}

// lineAt is the line that begins at pos, and where the next one begins.
func lineAt(text string, pos int) (string, int) {
	if end := strings.IndexByte(text[pos:], '\n'); end >= 0 {
		return text[pos : pos+end], pos + end + 1
	}
	return text[pos:], len(text)
}

func (p *blockParser) line() {
	raw := p.stripComment(p.next())
	quoted := false
	for p.dialect != org {
		rest, ok := strings.CutPrefix(strings.TrimLeft(raw, " "), ">")
		if !ok || indentOf(raw) > 3 {
			break
		}
		raw, quoted = strings.TrimPrefix(rest, " "), true
	}
	t := strings.TrimSpace(raw)
	if t == "" {
		p.flush()
		p.blank = true
		return
	}
	wasBlank := p.blank
	p.blank = false
	if p.dialect == org && p.orgLine(raw, t) {
		return
	}
	if p.dropLevel > 0 || p.codeLine(raw, t, wasBlank) || p.headingLine(t) || p.otherLine(t) {
		return
	}
	if body, ok := listItem(t); ok {
		p.start(blockItem, body)
		p.indent, p.inList = indentOf(raw), true
		return
	}
	p.textLine(raw, t, quoted || p.quote)
}

// textLine adds a line to the paragraph or item being collected, or begins one.
func (p *blockParser) textLine(raw, t string, quoted bool) {
	kind := blockParagraph
	if quoted {
		kind = blockQuote
	}
	if len(p.lines) > 0 {
		if p.kind == kind || p.kind == blockItem || p.kind == blockQuote && p.dialect == markdown {
			p.lines = append(p.lines, raw)
			return
		}
	}
	if p.inList && indentOf(raw) > p.indent {
		kind = blockItem
	} else {
		p.inList = false
	}
	p.start(kind, raw)
}

// start ends what was being collected and begins a block with its first line.
func (p *blockParser) start(kind blockKind, first string) {
	p.flush()
	p.kind = kind
	p.lines = append(p.lines, first)
}

// flush hands out what was collected.
func (p *blockParser) flush() {
	if len(p.lines) == 0 {
		return
	}
	lines := p.lines
	p.lines = p.lines[:0]
	kind := p.kind
	if kind == blockParagraph && len(lines) == 1 && p.pos < len(p.text) && looksLikeHeading(lines[0], p.dialect) {
		kind = blockHeading
	}
	if text := joinLines(lines); text != "" {
		p.emit(kind, text)
	}
}

func (p *blockParser) emit(kind blockKind, text string) {
	p.visit(block{kind: kind, text: text})
}

// codeLine skips fenced and indented code, and a command shown after a prompt.
func (p *blockParser) codeLine(raw, t string, wasBlank bool) bool {
	if strings.HasPrefix(t, "$ ") {
		p.flush()
		p.emit(blockCode, "")
		return true
	}
	if n := fenceLength(t); n > 0 && p.dialect != org {
		p.flush()
		for p.pos < len(p.text) {
			end := strings.TrimSpace(strings.TrimLeft(p.next(), "> "))
			if m := fenceLength(end); m >= n && end[0] == t[0] && strings.Trim(end, t[:1]) == "" {
				break
			}
		}
		p.emit(blockCode, "")
		return true
	}
	indented := p.dialect == markdown && indentOf(raw) >= 4 && wasBlank && !p.inList
	if !indented {
		return false
	}
	for p.pos < len(p.text) {
		line, after := lineAt(p.text, p.pos)
		if strings.TrimSpace(line) != "" && indentOf(line) < 4 {
			break
		}
		p.pos = after
	}
	p.blank = true
	p.emit(blockCode, "")
	return true
}

// headingLine takes "# title" and titles underlined with = or -.
func (p *blockParser) headingLine(t string) bool {
	if n := atxLevel(t); n > 0 && p.dialect == markdown {
		p.flush()
		p.inList = false
		p.emit(blockHeading, strings.TrimSpace(strings.TrimRight(strings.TrimSpace(t[n:]), "#")))
		return true
	}
	if p.dialect == org || !isUnderline(t) {
		return false
	}
	if n := len(p.lines); p.kind == blockParagraph && (n == 1 || n == 2) && utf8.RuneCountInString(p.lines[0]) <= 120 {
		text := joinLines(p.lines)
		p.lines = p.lines[:0]
		p.emit(blockHeading, strings.ReplaceAll(text, "\n", " "))
		return true
	}
	p.flush()
	return true
}

// otherLine skips rules, tables, and link and footnote definitions.
func (p *blockParser) otherLine(t string) bool {
	if len(t) >= 3 && strings.Trim(t, "-*_=~ ") == "" {
		p.flush()
		p.inList = false
		return true
	}
	if strings.HasPrefix(t, "|") || strings.HasPrefix(t, "+-") || strings.HasPrefix(t, "+=") {
		p.table()
		return true
	}
	if strings.Contains(t, "|") && p.dialect == markdown && len(p.lines) == 0 {
		if line, _ := lineAt(p.text, p.pos); isTableRule(line) {
			p.table()
			return true
		}
	}
	if p.dialect == markdown && t[0] == '[' {
		if end := strings.Index(t, "]:"); end > 0 && !strings.ContainsAny(t[1:end], "[]") {
			p.flush()
			return true
		}
	}
	return false
}

// table skips the rest of a table whose first line was taken.
func (p *blockParser) table() {
	p.flush()
	for p.pos < len(p.text) {
		line, after := lineAt(p.text, p.pos)
		t := strings.TrimSpace(line)
		if t == "" || !strings.Contains(t, "|") && !strings.HasPrefix(t, "+-") {
			break
		}
		p.pos = after
	}
	p.emit(blockTable, "")
}

// stripComment removes HTML comments, those that end on a later line too.
func (p *blockParser) stripComment(line string) string {
	if p.dialect == org || p.noComment || !strings.Contains(line, "<!--") {
		return line
	}
	var kept strings.Builder
	for {
		open := strings.Index(line, "<!--")
		if open < 0 || strings.Contains(line[:open], "`") {
			break
		}
		if end := strings.Index(line[open:], "-->"); end >= 0 {
			kept.WriteString(line[:open])
			line = line[open+end+len("-->"):]
			continue
		}
		end := strings.Index(p.text[p.pos:], "-->")
		if end < 0 {
			p.noComment = true
			break
		}
		kept.WriteString(line[:open])
		p.pos += end + len("-->")
		line = p.next()
	}
	kept.WriteString(line)
	return kept.String()
}

// joinLines joins the wrapped lines of a paragraph, and keeps as a newline a
// break that its author meant: one after which the next word would have fitted,
// or one that Markdown marks.
func joinLines(lines []string) string {
	if len(lines) == 1 {
		return strings.TrimSpace(strings.TrimSuffix(lines[0], "\\"))
	}
	width := 0
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(strings.TrimRight(line, " ")))
	}
	var out strings.Builder
	for i, line := range lines {
		t := strings.TrimSpace(line)
		marked := i+1 < len(lines) && (strings.HasSuffix(line, "  ") || strings.HasSuffix(t, "\\"))
		t = strings.TrimRight(t, "\\")
		out.WriteString(t)
		if i+1 == len(lines) {
			break
		}
		next := strings.TrimSpace(lines[i+1])
		switch {
		case marked, breakMeant(line, next, width, len(lines)):
			out.WriteByte('\n')
		case !wideJoin(t, next):
			out.WriteByte(' ')
		}
	}
	return strings.TrimSpace(out.String())
}

func breakMeant(line, next string, width, count int) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, "\"'“‘«*_`(["))
	if !unicode.IsUpper(first) && !unicode.IsDigit(first) {
		return false
	}
	t := strings.TrimRight(line, " ")
	if strings.HasSuffix(t, ",") || strings.HasSuffix(t, "-") {
		return false
	}
	if isKeyLine(next) || width < 45 && count >= 3 {
		return true
	}
	word, _, _ := strings.Cut(next, " ")
	return utf8.RuneCountInString(t)+utf8.RuneCountInString(word)+9 < width
}

// isKeyLine reports a line such as "Name: value".
func isKeyLine(line string) bool {
	key, value, ok := strings.Cut(line, ": ")
	return ok && value != "" && len(key) <= 20 && strings.Count(key, " ") <= 1 && !strings.ContainsAny(key, ".,;()")
}

// wideJoin reports that two lines meet in a script that puts no space between
// words, so that joining them needs none.
func wideJoin(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return isWide(last) && isWide(first)
}

func isWide(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff01 && r <= 0xff65
}

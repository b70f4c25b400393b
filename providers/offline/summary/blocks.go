package summary

import (
	"regexp"
	"slices"
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

// dialectOf tells Org and Markdown from plain text by their signs in the first
// 16 KiB. A line that begins with one star is a list item in Markdown, so that
// Org needs a sign of its own.
func dialectOf(text string) dialect {
	text = text[:min(len(text), 16<<10)]
	orgSigns, mdSigns := 0, 0
	for line := range strings.Lines(text) {
		t := strings.TrimSpace(line)
		switch bare := strings.TrimLeft(t, "*#"); {
		case strings.HasPrefix(t, "#+"), t == ":END:", t == ":PROPERTIES:":
			orgSigns += 3
		case strings.HasPrefix(line, "**") && strings.HasPrefix(bare, " "):
			orgSigns += 2
		case strings.HasPrefix(t, "#") && strings.HasPrefix(bare, " "), strings.HasPrefix(t, "```"):
			mdSigns += 3
		case strings.Contains(t, "[["):
			orgSigns++
		case strings.Contains(t, "]("), strings.Contains(t, "**"), strings.Contains(t, "__"), strings.HasPrefix(t, "> "),
			strings.Count(t, "`") > 1, strings.Contains(t, "<!--"):
			mdSigns++
		}
	}
	switch {
	case orgSigns > mdSigns:
		return org
	case mdSigns > 0:
		return markdown
	}
	return plainText
}

// blockKind is what a block of a document is.
type blockKind uint8

const (
	paragraph blockKind = iota
	heading
	item
	quote
)

// eachBlock reads text, which must be normalized, and hands its blocks to visit
// in order, free of block markup and with their wrapped lines joined; a newline
// in one is a break its author meant. Inline markup is still there. Code, tables
// and metadata are left out. The title from front matter, a mail's header or
// #+TITLE comes as a heading. It is linear in the text.
func eachBlock(text string, d dialect, visit func(blockKind, string)) {
	if d != org {
		text = regexp.MustCompile(`(?s)<!--.*?-->`).ReplaceAllString(text, "")
		title, size := frontMatter(text[:min(len(text), 16<<10)])
		if text = text[size:]; title != "" {
			visit(heading, title)
		}
	}
	r := &blockReader{dialect: d, visit: visit, blank: true,
		item: regexp.MustCompile(`^(?:[-*+•◦‣–]|\d{1,9}[.)])[ \t]+(?:\[[ xX-]\] )?(.*\S)`)}
	for line := range strings.Lines(text) {
		r.line(strings.TrimSuffix(line, "\n"))
	}
	r.flush(false)
}

// frontMatter is the length of the YAML or TOML or of the mail's header that
// text begins with, and its title.
func frontMatter(text string) (title string, size int) {
	if first, _, _ := strings.Cut(text, "\n"); first != "+++" && first != "---" && !strings.Contains(first, ":") {
		return "", 0
	}
	header := regexp.MustCompile(`\A(?:---\s*\n[\w-]+:.*\n(?:[\w-]+:.*\n|[ \t#-].*\n|\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\z)|` +
		`\+\+\+\s*\n(?:.*\n)*?\+\+\+[ \t]*(?:\n|\z)|(?:[A-Za-z-]+:.*\n(?:[ \t]+\S.*\n)*){3,}\s*(?:\n|\z))`).FindString(text)
	if header == "" || !strings.HasPrefix(header, "---") && !strings.HasPrefix(header, "+++") &&
		!regexp.MustCompile(`(?mi)^(?:from|subject):`).MatchString(header) {
		return "", 0
	}
	if m := regexp.MustCompile(`(?mi)^(?:title|subject)\s*[:=](.*)$`).FindStringSubmatch(header); m != nil {
		title = strings.Trim(strings.TrimSpace(m[1]), `"'`)
	}
	return title, len(header)
}

type blockReader struct {
	dialect dialect
	visit   func(blockKind, string)
	item    *regexp.Regexp // a list item, its text without marker and check box in group 1

	lines   []string // of the block being collected
	kind    blockKind
	indent  int    // of the list item being collected
	blank   bool   // the line before was empty
	inList  bool   // an item is open: indented text after a blank line is still its
	quote   bool   // inside #+begin_quote
	until   string // the line that ends what is being skipped
	subtree int    // the level of the Org subtree that is commented out
}

// line takes the next line of the text.
func (r *blockReader) line(raw string) {
	quoted := r.quote
	for r.dialect != org && indentOf(raw) < 4 && strings.HasPrefix(strings.TrimSpace(raw), ">") {
		_, raw, _ = strings.Cut(raw, ">")
		raw, quoted = strings.TrimPrefix(raw, " "), true
	}
	t := strings.TrimSpace(raw)
	wasBlank := r.blank
	r.blank = t == ""
	switch {
	case r.dialect == org && r.orgLine(raw, t), r.skipped(t):
	case t == "":
		r.flush(true)
	case r.dialect == markdown && wasBlank && !r.inList && indentOf(raw) >= 4:
		r.blank = true // code, until a line that is not indented
	case r.headingLine(t), r.noProse(t):
	default:
		if m := r.item.FindStringSubmatch(t); m != nil {
			r.start(item, strings.Replace(m[1], " :: ", ": ", 1))
			r.indent, r.inList = indentOf(raw), true
			return
		}
		r.textLine(raw, quoted)
	}
}

// skipped drops what stands in a fence or block of code.
func (r *blockReader) skipped(t string) bool {
	if r.until == "" {
		return false
	}
	if r.dialect == org && strings.EqualFold(t, r.until) || t == "" && r.until == ":END:" ||
		r.dialect != org && strings.HasPrefix(t, r.until) && strings.Trim(t, r.until[:1]) == "" {
		r.until = ""
	}
	return true
}

// textLine adds a line to the block being collected, or begins one.
func (r *blockReader) textLine(raw string, quoted bool) {
	kind := paragraph
	if quoted {
		kind = quote
	}
	if len(r.lines) > 0 && (r.kind == kind || r.kind == item || r.kind == quote && r.dialect == markdown) {
		r.lines = append(r.lines, raw)
		return
	}
	if r.inList = r.inList && indentOf(raw) > r.indent; r.inList {
		kind = item
	}
	r.start(kind, raw)
}

// start ends what was being collected and begins a block with its first line.
func (r *blockReader) start(kind blockKind, first string) {
	r.flush(true)
	r.kind = kind
	r.lines = append(r.lines, first)
}

// flush hands out what was collected; more says that the text goes on, since
// its last line is no heading.
func (r *blockReader) flush(more bool) {
	if len(r.lines) == 0 {
		return
	}
	kind, text := r.kind, joinLines(r.lines)
	if kind == paragraph && len(r.lines) == 1 && more && looksLikeHeading(r.lines[0], r.dialect) {
		kind = heading
	}
	if r.lines = r.lines[:0]; text != "" {
		r.visit(kind, text)
	}
}

// title hands out a heading and ends the list before it.
func (r *blockReader) title(text string) bool {
	r.flush(true)
	if r.inList = false; text != "" {
		r.visit(heading, text)
	}
	return true
}

// headingLine takes "# title" and titles underlined with = or -.
func (r *blockReader) headingLine(t string) bool {
	if n := len(t) - len(strings.TrimLeft(t, "#")); r.dialect == markdown && n > 0 && n <= 6 && n < len(t) &&
		strings.ContainsRune(" \t", rune(t[n])) {
		return r.title(strings.TrimSpace(strings.TrimRight(t[n:], "# \t")))
	}
	underline := len(t) >= 2 && strings.IndexByte("=-~", t[0]) >= 0 && strings.Trim(t, t[:1]) == ""
	if n := len(r.lines); r.dialect == org || !underline || r.kind != paragraph || n == 0 || n > 2 ||
		len(r.lines[0]) > 240 {
		return false
	}
	text := strings.ReplaceAll(joinLines(r.lines), "\n", " ")
	r.lines = r.lines[:0]
	return r.title(text)
}

// noProse drops fences, rules, tables, commands after a prompt, and the
// definitions of links and footnotes.
func (r *blockReader) noProse(t string) bool {
	switch {
	case r.dialect != org && (strings.HasPrefix(t, "```") && !strings.Contains(strings.TrimLeft(t, "`"), "`") ||
		strings.HasPrefix(t, "~~~")):
		r.until = t[:runLength(t)]
	case strings.HasPrefix(t, "$ "), strings.HasPrefix(t, "|"), strings.HasPrefix(t, "+-"), strings.HasPrefix(t, "+="):
	case len(t) >= 3 && strings.Trim(t, "-*_=~ ") == "":
		r.inList = false
	case r.dialect == markdown && t[0] == '[' && strings.Index(t, "]") == strings.Index(t, "]:") &&
		strings.Contains(t, "]:"):
	default:
		return false
	}
	r.flush(true)
	return true
}

// orgLine takes a line that only Org gives a meaning
// (Org Syntax, orgmode.org/worg/org-syntax.html).
func (r *blockReader) orgLine(raw, t string) bool {
	if level := runLength(raw + " "); strings.HasPrefix(raw, "*") && strings.HasPrefix(raw[level:], " ") {
		r.headline(t, level)
		return true
	}
	if r.subtree > 0 {
		return true
	}
	if r.until != "" || t == "" {
		return false
	}
	lower := strings.ToLower(t)
	keyword, value, isKeyword := strings.Cut(t, ":")
	switch {
	case strings.HasPrefix(lower, "#+begin_"):
		name, _, _ := strings.Cut(lower[len("#+begin_"):], " ")
		if r.quote = name == "quote" || name == "verse"; !r.quote && name != "center" {
			r.until = "#+end_" + name
		}
	case strings.HasPrefix(lower, "#+end_"):
		r.quote = false
	case strings.EqualFold(keyword, "#+title"):
		return r.title(strings.TrimSpace(value))
	case isKeyword && strings.HasPrefix(keyword, "#+") && !strings.Contains(keyword, " "):
	case t == "#", t == ":", strings.HasPrefix(t, "# "), strings.HasPrefix(t, ": "):
	case len(t) > 2 && t[0] == ':' && strings.IndexByte(t[1:], ':') == len(t)-2 && !strings.Contains(t, " "):
		r.until = ":END:"
	case oneOf(keyword, "SCHEDULED|DEADLINE|CLOSED|CLOCK") && strings.ContainsAny(value, "<["):
	default:
		return false
	}
	r.flush(true)
	return true
}

// headline takes an Org headline without its keyword, priority, cookies and
// tags. One that begins with COMMENT is left out with its subtree.
func (r *blockReader) headline(t string, level int) {
	r.flush(true)
	r.quote, r.until = false, ""
	if r.subtree > 0 && level > r.subtree {
		return
	}
	r.subtree = 0
	t = regexp.MustCompile(`^\s+(?:(?:TODO|DONE|NEXT|WAIT(?:ING)?|HOLD|CANCELL?ED|STARTED|PLAN|APPROVED|DENIED|PROJ|`+
		`KILL)\s+)?(?:\[#\w\]\s*)?|\s+:[\w@#%:]+:$|\s*\[[\d/%]*\]`).ReplaceAllString(t[level:], "")
	if t == "COMMENT" || strings.HasPrefix(t, "COMMENT ") {
		r.subtree = level
		return
	}
	r.title(t)
}

func oneOf(word, choices string) bool { return slices.Contains(strings.Split(choices, "|"), word) }

// indentOf counts the columns before the first character; a tab counts as four.
func indentOf(line string) int {
	space := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return len(space) + 3*strings.Count(space, "\t")
}

// looksLikeHeading judges a line that stands alone: a title is short and does
// not end as a sentence does. Markdown marks its headings, so there only a line
// that is bold from end to end counts.
func looksLikeHeading(line string, d dialect) bool {
	t := strings.TrimSpace(line)
	if d == markdown {
		return len(t) > 4 && strings.HasPrefix(t, "**") && strings.HasSuffix(t, "**") && strings.Count(t, "**") == 2
	}
	last, _ := utf8.DecodeLastRuneInString(t)
	size := utf8.RuneCountInString(t)
	return d != org && size <= 90 && !strings.ContainsRune(",;:…)\"”", last) &&
		!unicode.Is(unicode.Sentence_Terminal, last) &&
		(!isWide(last) || size <= 30) && len(strings.Fields(t)) <= 14 && strings.ContainsFunc(t, unicode.IsLetter)
}

// joinLines joins the wrapped lines of a block.
func joinLines(lines []string) string {
	width := 0
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(strings.TrimRight(line, " ")))
	}
	var out strings.Builder
	for i, line := range lines {
		t := strings.TrimSpace(line)
		if i > 0 {
			out.WriteString(joint(lines[i-1], t, width, len(lines)))
		}
		out.WriteString(strings.TrimRight(t, "\\"))
	}
	return strings.TrimSpace(out.String())
}

// joint is what joins two lines of a block: a newline where its author meant a
// break, which Markdown marks, or after which the next word would have fitted.
func joint(line, next string, width, count int) string {
	t := strings.TrimSpace(line)
	last, _ := utf8.DecodeLastRuneInString(t)
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(next, "\"'“‘«*_`(["))
	word, _, _ := strings.Cut(next, " ")
	fits := width < 45 && count >= 3 || utf8.RuneCountInString(t)+utf8.RuneCountInString(word)+9 < width
	switch {
	case strings.HasSuffix(line, "  "), last == '\\', fits && last != ',' && last != '-' &&
		(unicode.IsUpper(first) || unicode.IsDigit(first)):
		return "\n"
	case isWide(last) && isWide(first):
		return ""
	}
	return " "
}

// isWide reports a character of a script that puts no space between words.
func isWide(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r <= 0x303f || r >= 0xff01 && r <= 0xff65
}

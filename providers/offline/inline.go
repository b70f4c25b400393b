package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of inline markup. A mark without its partner within reach is text,
// which keeps the scan linear.
const (
	markReach    = 1000 // bytes between two marks of emphasis, code or a link
	linkReach    = 4096 // bytes of a link's target
	inlineNested = 3    // links in links
)

// inline takes the inline markup out of text: links and images are reduced to
// their words, emphasis and known HTML tags go, code keeps one pair of
// backquotes whatever marked it. Runs of spaces become one; newlines stay.
func inline(text string, d dialect) string {
	s := inlineScanner{dialect: d, marks: closerSearch{}}
	if strings.ContainsAny(text, "`*_[<!\\&~=/+") {
		s.scan(text, 0)
		text = s.out.String()
	}
	return squeeze(text)
}

type inlineScanner struct {
	dialect dialect
	out     strings.Builder
	marks   closerSearch
}

// closerSearch remembers for each mark how far its partner was looked for in
// vain, so that a thousand openings without one cost one search. It holds for
// one text.
type closerSearch map[string]int

// find is the first place in [from, from+markReach) where at, the test for a
// closing mark, holds; 0 if there is none.
func (c closerSearch) find(mark string, from, length int, at func(int) bool) int {
	stop := min(length, from+markReach)
	for j := max(from, c[mark]); j < stop; j++ {
		if at(j) {
			return j
		}
		c[mark] = j + 1
	}
	return 0
}

func (s *inlineScanner) scan(text string, depth int) {
	var closers []int // where marks stand whose partner was dropped; text comes nested, so the nearest is last
	for i := 0; i < len(text); {
		if n := len(closers); n > 0 && closers[n-1] <= i {
			at := closers[n-1]
			closers = closers[:n-1]
			if at == i {
				i += markLength(text[i:])
				continue
			}
		}
		c := text[i]
		if !isMark(c) {
			s.out.WriteByte(c)
			i++
			continue
		}
		if n := s.span(text, i, depth); n > 0 {
			i += n
			continue
		}
		size := markLength(text[i:])
		if at := s.emphasis(text, i, size); at > 0 {
			if n := len(closers); n == 0 || at < closers[n-1] {
				closers = append(closers, at)
				i += size
				continue
			}
		}
		s.out.WriteString(text[i : i+size])
		i += size
	}
}

func isMark(c byte) bool { return strings.IndexByte("`*_[<!\\&~=/+", c) >= 0 }

// markLength is the length of the run of one emphasis character.
func markLength(text string) int {
	n := 1
	if strings.IndexByte("*_~`=+/", text[0]) >= 0 {
		for n < len(text) && text[n] == text[0] {
			n++
		}
	}
	return n
}

// span writes what a construct at i says and returns its length, 0 if none begins here.
func (s *inlineScanner) span(text string, i, depth int) int {
	rest := text[i:]
	switch rest[0] {
	case '`':
		return s.code(rest, markLength(rest))
	case '\\':
		if s.dialect == markdown && len(rest) > 1 && rest[1] < utf8.RuneSelf && unicode.In(rune(rest[1]), unicode.P, unicode.S) {
			s.out.WriteByte(rest[1])
			return 2
		}
	case '!':
		if s.dialect == markdown && strings.HasPrefix(rest, "![") {
			if _, n := markdownLink(rest[1:]); n > 0 {
				return n + 1
			}
		}
	case '[':
		return s.link(rest, depth)
	case '<':
		return s.angle(rest)
	case '&':
		return s.entity(rest)
	case '=', '~':
		if s.dialect == org && markLength(rest) == 1 && orgBefore(text, i) {
			if at := s.orgCloser(text, i+1); at > 0 {
				s.out.WriteString("`" + text[i+1:at] + "`")
				return at + 1 - i
			}
		}
	}
	return 0
}

func (s *inlineScanner) code(rest string, run int) int {
	limit := min(len(rest), markReach)
	for j := run; j < limit; {
		if rest[j] != '`' {
			j++
			continue
		}
		n := markLength(rest[j:])
		if n != run {
			j += n
			continue
		}
		body := strings.TrimSpace(strings.ReplaceAll(rest[run:j], "`", ""))
		if body != "" {
			s.out.WriteString("`" + body + "`")
		}
		return j + run
	}
	return 0
}

func (s *inlineScanner) link(rest string, depth int) int {
	if strings.HasPrefix(rest, "[[") && s.dialect != markdown {
		end := strings.Index(rest[:min(len(rest), linkReach)], "]]")
		if end < 0 {
			return 0
		}
		target, words, ok := strings.Cut(rest[2:end], "][")
		if !ok {
			words = target
		}
		s.out.WriteString(words)
		return end + 2
	}
	if strings.HasPrefix(rest, "[fn:") || strings.HasPrefix(rest, "[^") {
		if end := strings.IndexByte(rest[:min(len(rest), 100)], ']'); end > 0 {
			return end + 1
		}
		return 0
	}
	if s.dialect != markdown {
		return 0
	}
	words, n := markdownLink(rest)
	if n == 0 {
		return 0
	}
	if depth < inlineNested {
		inner := inlineScanner{dialect: s.dialect, marks: closerSearch{}}
		inner.scan(words, depth+1)
		s.out.WriteString(inner.out.String())
	} else {
		s.out.WriteString(words)
	}
	return n
}

// markdownLink reads "[words](target)" and "[words][reference]". Brackets in
// brackets are followed only so deep, which bounds what many openings cost.
func markdownLink(rest string) (words string, length int) {
	const deepest = 8
	level, end := 0, 0
	for j := 0; j < min(len(rest), markReach) && level <= deepest; j++ {
		switch rest[j] {
		case '[':
			level++
		case ']':
			level--
		}
		if level == 0 {
			end = j
			break
		}
	}
	if end == 0 || end+1 >= len(rest) {
		return "", 0
	}
	opener, closer := rest[end+1], byte(')')
	switch opener {
	case '(':
	case '[':
		closer = ']'
	default:
		return "", 0
	}
	after := rest[end+2 : min(len(rest), end+2+linkReach)]
	level = 0
	for j := 0; j < len(after) && level <= deepest; j++ {
		switch after[j] {
		case closer:
			if level == 0 {
				return rest[1:end], end + 2 + j + 1
			}
			level--
		case opener:
			level++
		}
	}
	return "", 0
}

// angle reads <https://…>, an Org time stamp, and an HTML tag. A name that is no
// HTML element, as in "run <command>", is text.
func (s *inlineScanner) angle(rest string) int {
	end := strings.IndexByte(rest[:min(len(rest), markReach)], '>')
	if end < 2 {
		return 0
	}
	body := rest[1:end]
	if s.dialect == org {
		if len(body) >= 10 && body[4] == '-' && body[7] == '-' && body[0] >= '0' && body[0] <= '9' {
			s.out.WriteString(body)
			return end + 1
		}
		return 0
	}
	if strings.Contains(body, "://") && !strings.ContainsAny(body, " <") {
		s.out.WriteString(body)
		return end + 1
	}
	if s.dialect != markdown {
		return 0
	}
	name := strings.TrimPrefix(body, "/")
	if cut := strings.IndexAny(name, " /\n\t"); cut >= 0 {
		name = name[:cut]
	}
	if !isHTMLElement(strings.ToLower(name)) {
		return 0
	}
	if strings.EqualFold(name, "br") {
		s.out.WriteByte(' ')
	}
	return end + 1
}

func isHTMLElement(name string) bool {
	switch name {
	case "a", "abbr", "b", "blockquote", "br", "center", "cite", "code", "dd", "del", "details", "div", "dl", "dt",
		"em", "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "nav", "ol",
		"p", "picture", "pre", "q", "s", "samp", "section", "small", "source", "span", "strike", "strong", "sub",
		"summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "tt", "u", "ul", "var", "video":
		return true
	}
	return false
}

func (s *inlineScanner) entity(rest string) int {
	if s.dialect != markdown {
		return 0
	}
	end := strings.IndexByte(rest[:min(len(rest), 10)], ';')
	if end < 0 {
		return 0
	}
	said := ""
	switch rest[1:end] {
	case "amp":
		said = "&"
	case "lt":
		said = "<"
	case "gt":
		said = ">"
	case "quot":
		said = `"`
	case "nbsp":
		said = " "
	case "#39", "apos":
		said = "'"
	case "mdash":
		said = "—"
	case "ndash":
		said = "–"
	case "hellip":
		said = "…"
	default:
		return 0
	}
	s.out.WriteString(said)
	return end + 1
}

// emphasis is where the partner of the mark at i stands, 0 if the mark is text.
func (s *inlineScanner) emphasis(text string, i, size int) int {
	c := text[i]
	if s.dialect == org {
		if size != 1 || strings.IndexByte("*/_+", c) < 0 || !orgBefore(text, i) {
			return 0
		}
		return s.orgCloser(text, i+1)
	}
	if c == '~' && (size != 2 || s.dialect != markdown) || strings.IndexByte("*_~", c) < 0 || size > 3 {
		return 0
	}
	after, _ := utf8.DecodeRuneInString(text[i+size:])
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	if i+size == len(text) || unicode.IsSpace(after) {
		return 0
	}
	if i > 0 && isWordRune(before) && (c == '_' || unicode.IsDigit(before) || s.dialect == plainText) {
		return 0
	}
	return s.marks.find(text[i:i+size], i+size, len(text), func(j int) bool {
		if text[j] != c || text[j-1] == c {
			return false
		}
		n := markLength(text[j:])
		prev, _ := utf8.DecodeLastRuneInString(text[:j])
		next, _ := utf8.DecodeRuneInString(text[j+n:])
		return n == size && !unicode.IsSpace(prev) &&
			(j+n == len(text) || !isWordRune(next) || c == '*' && s.dialect == markdown)
	})
}

// orgBefore and orgCloser are Org's rule for emphasis: what may stand before
// the opening mark, and after the closing one.
func orgBefore(text string, i int) bool {
	return i == 0 || strings.IndexByte(" \t\n-({'\"", text[i-1]) >= 0
}

func (s *inlineScanner) orgCloser(text string, from int) int {
	c := text[from-1]
	if from >= len(text) || text[from] == ' ' || text[from] == '\n' || text[from] == c {
		return 0
	}
	return s.marks.find(text[from-1:from], from+1, len(text), func(j int) bool {
		if text[j] != c || text[j-1] == ' ' || text[j-1] == '\n' {
			return false
		}
		return j+1 == len(text) || strings.IndexByte(" \t\n-.,:;!?')}[\"", text[j+1]) >= 0 || text[j+1] >= utf8.RuneSelf
	})
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// squeeze makes every run of spaces one, and trims each line.
func squeeze(text string) string {
	clean := true
	for i := 0; i < len(text) && clean; i++ {
		if text[i] == '\t' || text[i] == '\n' || text[i] == ' ' && (i == 0 || i+1 == len(text) || text[i+1] == ' ') {
			clean = false
		}
	}
	if clean {
		return text
	}
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case ' ', '\t':
			if n := len(out); n > 0 && out[n-1] != ' ' && out[n-1] != '\n' {
				out = append(out, ' ')
			}
		case '\n':
			if n := len(out); n > 0 && out[n-1] == ' ' {
				out = out[:n-1]
			}
			if n := len(out); n > 0 && out[n-1] != '\n' {
				out = append(out, '\n')
			}
		default:
			out = append(out, c)
		}
	}
	return strings.TrimRight(string(out), " \n")
}

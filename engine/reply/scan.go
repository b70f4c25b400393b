package reply

import (
	"strings"

	"pp/sexp"
)

// found is a form that would act, where it stands in the text.
type found struct {
	value      sexp.Value
	start, end int
	// from and to are what is taken out of the text with it: the fence or the accents around it.
	from, to int
	fence    *fence
	inline   bool // between grave accents, or after words in its line
	lone     loneliness
	problem  string
	tool     string // that a call with a problem names
	why      string // it may not be meant, whatever is said around it
}

// scanner finds the forms that would act in a text without reasoning. A form within another that does not act
// never does.
type scanner struct {
	src     string
	pos     int
	tools   Tools
	fences  fences
	forms   []found
	broken  error // why the first form that begins like one that acts cannot be read
	failed  int   // parentheses that nothing closes
	tangled bool  // there are too many of them to tell what stands within what
	// line is where the line of the byte at looked begins, so that a long line is not looked through for each of its
	// parentheses.
	line, looked int
}

// before is the part of a line before a position in it.
func (s *scanner) before(at int) string {
	if at < s.looked {
		s.line, s.looked = 0, 0
	}
	if i := strings.LastIndexByte(s.src[s.looked:at], '\n'); i >= 0 {
		s.line = s.looked + i + 1
	}
	s.looked = at
	return s.src[s.line:at]
}

// mostFailures bounds the parentheses that are looked for in vain: each costs the rest of the text.
const mostFailures = 200

func (s *scanner) scan() {
	s.fences.src = s.src
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case '`', '~':
			if f, ok := s.fences.at(s.pos); ok {
				s.fenced(f)
			} else {
				s.code()
			}
		case '(':
			s.list(nil)
		default:
			s.pos++
		}
	}
}

// fenced looks at the lines of a block that begin with a parenthesis. The block goes on after a form that has its
// closing mark in a string.
func (s *scanner) fenced(f fence) {
	s.pos = f.body
	for s.pos < f.rest {
		if s.src[s.pos] != '(' {
			s.pos++
			continue
		}
		s.list(&f)
		if s.pos > f.rest && s.pos < len(s.src) {
			f.close(s.src, s.pos)
		}
	}
	for i := range s.forms {
		if g := s.forms[i].fence; g != nil && g.start == f.start {
			s.forms[i].fence = &f
		}
	}
	s.pos = max(s.pos, f.end)
}

// code looks at code in a line: a form that is all of it.
func (s *scanner) code() {
	start, run := s.pos, runOf(s.src[s.pos:], s.src[s.pos])
	inner := start + run
	if run > 2 { // a fence in one line has its tag there
		for inner < len(s.src) && wordByte(s.src[inner]) {
			inner++
		}
	}
	for inner < len(s.src) && s.src[inner] == ' ' {
		inner++
	}
	if s.src[start] == '`' && strings.HasPrefix(s.src[inner:], "(") && s.head(inner) != "" {
		n := len(s.forms)
		s.pos = inner
		s.list(nil)
		closing := strings.TrimLeft(s.src[s.pos:], " ")
		if len(s.forms) > n && runOf(closing, '`') == run {
			end := len(s.src) - len(closing) + run
			for i := range s.forms[n:] {
				f := &s.forms[n+i]
				f.from, f.to, f.inline = start, end, true
			}
			s.pos = end
			return
		}
		s.forms = s.forms[:n]
	}
	s.pos = start + run
	if s.src[start] == '`' {
		s.pos = codeEnd(s.src, start)
	}
}

// list looks at what begins with the parenthesis at the position, and passes it.
func (s *scanner) list(in *fence) {
	at := s.pos
	before := s.before(at)
	if in != nil && !maybeListed(before) || in == nil && endsInWord(before) {
		s.pass(in == nil)
		return
	}
	if s.head(at) == "" {
		s.pass(in == nil && strings.TrimSpace(before) != "")
		return
	}
	end := extent(s.src, at, false)
	if end < 0 {
		s.unreadable(at, nil)
		s.pos++
		return
	}
	s.pos = end
	v, err := sexp.NewReader(s.src[at:end], sexp.Limits{}).WithJSONEscapes().Next()
	if err != nil {
		s.unreadable(at, err)
		return
	}
	for _, one := range s.tools.actions(v) {
		s.forms = append(s.forms, found{value: one.value, start: at, end: end, from: at, to: end, fence: in,
			inline: in == nil && strings.TrimSpace(before) != "", lone: one.lone, problem: one.problem,
			tool: one.tool})
	}
}

// endsInWord reports whether a word stands right before a parenthesis: a call in another language.
func endsInWord(before string) bool {
	if before == "" {
		return false
	}
	c := before[len(before)-1]
	return c == '$' || wordByte(c)
}

// listMark is what may stand before a form in its line of a block.
var listMark = lazy(`\A(?:[*•]|\d+[.)])\s`)

// maybeListed reports whether nothing but such a mark stands before a form.
func maybeListed(before string) bool {
	mark := strings.TrimLeft(before, " \t\r\f")
	trimmed := strings.TrimSpace(mark)
	return mark == "" || len(trimmed) < 12 && len(strings.Fields(trimmed)) == 1 && listMark.MatchString(mark)
}

// unreadable notes a form that cannot be read, when it begins as only one that acts does.
func (s *scanner) unreadable(at int, err error) {
	s.failed++
	if s.broken != nil || !s.tools.begins(s.src[at:min(len(s.src), at+200)]) {
		return
	}
	if err == nil {
		_, err = sexp.NewReader(s.src[at:], sexp.Limits{}).WithJSONEscapes().Next()
	}
	s.broken = err
}

// pass passes a list that does not act; in prose it may be no list at all.
func (s *scanner) pass(prose bool) {
	if s.failed < mostFailures {
		if end := extent(s.src, s.pos, prose); end > 0 {
			s.pos = end
			return
		}
		s.failed++
		s.tangled = s.failed == mostFailures
	}
	s.pos++
}

// head is the name with which the list at a position begins, if it may be one that acts; else "".
func (s *scanner) head(at int) string {
	if s.failed >= 2*mostFailures {
		return ""
	}
	return s.tools.head(s.src, at)
}

// extent gives the end of the list that begins at a position, -1 when nothing closes it. In prose a semicolon and a bar
// are themselves, and a list ends with its paragraph, and before a line that begins with one.
func extent(s string, at int, prose bool) int {
	depth := 0
	for i := at; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case '\\':
			i++
		case '"':
			if i = stringEnd(s, i); i < 0 {
				return -1
			}
		case '\n':
			if prose && i+1 < len(s) && (s[i+1] == '\n' || s[i+1] == '(') {
				return -1
			}
		case ';', '|', '#':
			if !prose {
				i = commentEnd(s, i)
			}
		}
	}
	return -1
}

// stringEnd gives the place of the quotation mark that closes the one at a position; -1 when there is none.
func stringEnd(s string, at int) int {
	for i := at + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// commentEnd gives the place of the last byte of the comment or of the name between bars that
// begins at a position, which
// is its own when it begins none.
func commentEnd(s string, at int) int {
	n := 0
	switch {
	case s[at] == ';':
		n = strings.IndexByte(s[at:], '\n')
	case s[at] == '|':
		n = strings.IndexByte(s[at+1:], '|') + 1
	case strings.HasPrefix(s[at:], "#|"):
		if n = strings.Index(s[at:], "|#"); n > 0 {
			n++
		}
	case strings.HasPrefix(s[at:], `#\`):
		n = 2
	}
	if n < 0 {
		return len(s)
	}
	return at + n
}

package reply

import (
	"strings"
)

// fence is a fenced block of code.
type fence struct {
	start, end int    // of the block, including its marks
	body, rest int    // where its content starts and ends
	tag        string // the first word after the mark, lower case
}

// fences finds the blocks of a text.
type fences struct {
	src string
	// open is the shortest mark of each kind that nothing closes: the rest of the text need not be searched again.
	open map[byte]int
}

// at finds the block whose mark stands at a position. Its content may begin with a form, whose strings may contain
// marks. It is closed, unless such a form is all that follows.
func (fs *fences) at(at int) (fence, bool) {
	s, c := fs.src, fs.src[at]
	run := runOf(s[at:], c)
	if c != '`' && c != '~' || run < 3 || fs.open[c] > 0 && run >= fs.open[c] || !atLineStart(s, at) {
		return fence{}, false
	}
	info, _, more := strings.Cut(s[at+run:], "\n")
	if !more || c == '`' && strings.Contains(info, "`") {
		return fence{}, false
	}
	f := fence{start: at, body: at + run + len(info) + 1, tag: strings.ToLower(firstOf(info))}
	from, form := f.body, false
	if inner := strings.TrimLeft(s[from:], " \t\r\n"); strings.HasPrefix(inner, "(") {
		if n := formEnd(inner); n > 0 {
			from, form = len(s)-len(inner)+n, true
		}
	}
	for line := from; line < len(s); {
		text, _, _ := strings.Cut(s[line:], "\n")
		mark := strings.TrimSpace(text)
		if n := runOf(mark, c); n >= run && n == len(mark) {
			f.rest, f.end = line, line+len(text)
			return f, true
		}
		line += len(text) + 1
	}
	f.rest, f.end = len(s), len(s)
	if form && strings.TrimSpace(s[from:]) == "" {
		return f, true
	}
	if fs.open == nil {
		fs.open = map[byte]int{}
	}
	fs.open[c] = run
	return fence{}, false
}

// runOf counts how often a byte stands at the beginning of a text.
func runOf(s string, c byte) int { return len(s) - len(strings.TrimLeft(s, string(c))) }

// atLineStart reports whether only white space stands before a position in its line.
func atLineStart(s string, at int) bool {
	for at > 0 && (s[at-1] == ' ' || s[at-1] == '\t') {
		at--
	}
	return at == 0 || s[at-1] == '\n'
}

// codeEnd returns the end of the code in a line that the grave accents at a position begin; the end of the accents if
// nothing closes it in its line.
func codeEnd(s string, at int) int {
	run := runOf(s[at:], '`')
	line, _, _ := strings.Cut(s[at:min(len(s), at+1<<12)], "\n")
	for i := run; i < len(line); {
		n := runOf(line[i:], '`')
		if n == run {
			return at + i + n
		}
		i += max(n, 1)
	}
	return at + run
}

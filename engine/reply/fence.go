package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fence is a fenced block of code.
type fence struct {
	start, end int    // of the block, its marks included
	body, rest int    // where what is in it starts and ends
	run        int    // the length of its mark
	tag        string // the first word after the mark, lower case
}

// fences finds the closed blocks of a text.
type fences struct {
	src string
	// vain is the shortest mark of each kind that nothing closed: the rest of the text need not be looked at again.
	vain map[byte]int
}

// at gives the closed block whose mark stands at a position.
func (fs *fences) at(at int) (fence, bool) {
	s, c := fs.src, fs.src[at]
	if c != '`' && c != '~' || !atLineStart(s, at) {
		return fence{}, false
	}
	run := runOf(s[at:], c)
	if n := fs.vain[c]; run < 3 || n > 0 && run >= n {
		return fence{}, false
	}
	info, _, more := strings.Cut(s[at+run:], "\n")
	if !more || c == '`' && strings.Contains(info, "`") {
		return fence{}, false
	}
	f := fence{start: at, body: at + run + len(info) + 1, run: run, tag: firstWord(info)}
	if f.close(s, f.body) {
		return f, true
	}
	if fs.vain == nil {
		fs.vain = map[byte]int{}
	}
	fs.vain[c] = run
	return fence{}, false
}

// close finds the mark that closes the block, from a position on.
func (f *fence) close(s string, from int) bool {
	for line := from; line < len(s); {
		text := lineAfter(s, line)
		mark := strings.TrimSpace(text)
		if n := runOf(mark, s[f.start]); n >= f.run && n == len(mark) {
			f.rest, f.end = line, line+len(text)
			return true
		}
		line += len(text) + 1
	}
	return false
}

func firstWord(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return ""
	}
	return strings.ToLower(words[0])
}

// runOf counts how often a byte stands at the beginning of a text.
func runOf(s string, c byte) int { return len(s) - len(strings.TrimLeft(s, string(c))) }

// atLineStart reports whether only white space stands before a position in its line.
func atLineStart(s string, at int) bool {
	for at > 0 && s[at-1] != '\n' {
		r, size := utf8.DecodeLastRuneInString(s[:at])
		if !unicode.IsSpace(r) {
			return false
		}
		at -= size
	}
	return true
}

// lineBefore is the part of a line before a position in it.
func lineBefore(s string, at int) string { return s[strings.LastIndexByte(s[:at], '\n')+1 : at] }

// lineAfter is the part of a line from a position in it.
func lineAfter(s string, at int) string {
	line, _, _ := strings.Cut(s[at:], "\n")
	return line
}

// mostCode bounds the code in a line, in bytes.
const mostCode = 1 << 16

// codeEnd gives the end of the code in a line that the grave accents at a position begin; the end of
// the accents when it is not closed in its line.
func codeEnd(s string, at int) int {
	run := runOf(s[at:], '`')
	line := lineAfter(s[:min(len(s), at+mostCode)], at)
	for i := run; i < len(line); {
		n := runOf(line[i:], '`')
		if n == run {
			return at + i + n
		}
		i += max(n, 1)
	}
	return at + run
}

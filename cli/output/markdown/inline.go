package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxLink  = 2000 // bytes of a link's text, and of its address
	maxOpen  = 32   // marks of emphasis that wait for their second
	punctual = "\\`*_{}[]()<>#+-.!|~\"'&:;,/?=@$%^"
)

// inline is text with emphasis, code and links shown; a line end is a blank, or stays
// where two blanks or a backslash stand before it.
func (r *renderer) inline(text string, s style) []glyph {
	in := inliner{r: r, text: text, style: s}
	for in.at < len(text) {
		in.next()
	}
	return in.out
}

// inliner reads the text of one block.
type inliner struct {
	r      *renderer
	text   string
	at     int
	style  style
	out    []glyph
	open   []opening
	absent [8]bool // runs of so many backticks do not come again
}

// emphases are the marks and what is between two of them.
var emphases = map[string]style{"*": italic, "_": italic, "**": bold, "__": bold, "***": bold | italic, "~~": struck}

// opening is a mark that may begin emphasis.
type opening struct {
	mark  string
	start int // of the mark in out
}

func (in *inliner) next() {
	rest := in.text[in.at:]
	switch c := rest[0]; {
	case c == '\\' && len(rest) > 1 && rest[1] == '\n', strings.HasPrefix(rest, "  \n"):
		in.out = append(in.out, glyph{'\n', in.style})
		in.at += strings.IndexByte(rest, '\n') + 1
	case c == '\n':
		in.put(" ", 1)
	case c == '\\' && len(rest) > 1 && strings.IndexByte(punctual, rest[1]) >= 0:
		in.put(rest[1:2], 2)
	case c == '`':
		in.code(rest)
	case c == '*', c == '_', c == '~':
		in.emphasis(rest)
	case (c == '[' || strings.HasPrefix(rest, "![")) && in.link(rest):
	default:
		n := 1 + strings.IndexAny(rest[1:], "\\`*_~[! \n")
		if n == 0 {
			n = len(rest)
		}
		in.put(rest[:n], n)
	}
}

// put takes text as it is, and so many bytes as read.
func (in *inliner) put(text string, read int) {
	in.out = append(in.out, glyphs(text, in.style)...)
	in.at += read
}

func (in *inliner) code(rest string) {
	n := len(rest) - len(strings.TrimLeft(rest, "`"))
	if n >= len(in.absent) || in.absent[n] {
		in.put(rest[:n], n)
		return
	}
	for i := n; i < len(rest); {
		j := strings.IndexByte(rest[i:], '`')
		if j < 0 {
			break
		}
		i += j
		m := len(rest[i:]) - len(strings.TrimLeft(rest[i:], "`"))
		if m == n {
			text := strings.TrimSpace(strings.ReplaceAll(rest[n:i], "\n", " "))
			in.out = append(in.out, glyphs(text, in.style|code)...)
			in.at += i + n
			return
		}
		i += m
	}
	in.absent[n] = true
	in.put(rest[:n], n)
}

// emphasis reads a mark that begins or ends emphasis.
func (in *inliner) emphasis(rest string) {
	n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
	mark := rest[:n]
	s, known := emphases[mark]
	if !known {
		in.put(mark, n)
		return
	}
	before, _ := utf8.DecodeLastRuneInString(in.text[:in.at])
	after, _ := utf8.DecodeRuneInString(rest[n:])
	word := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
	space := func(c rune) bool { return unicode.IsSpace(c) || c == utf8.RuneError }
	i := len(in.open) - 1
	for i >= 0 && in.open[i].mark != mark {
		i--
	}
	switch {
	case i >= 0 && !space(before) && !word(after):
		in.close(i, s, n)
	case !space(after) && !word(before) && len(in.open) < maxOpen:
		in.open = append(in.open, opening{mark, len(in.out)})
		in.put(mark, n)
	default:
		in.put(mark, n)
	}
}

// close gives what stands behind an opening its style.
func (in *inliner) close(i int, s style, n int) {
	o := in.open[i]
	in.open = in.open[:i]
	in.at += n
	in.out = slices.Delete(in.out, o.start, o.start+n)
	for j := o.start; j < len(in.out); j++ {
		in.out[j].style |= s
	}
}

// link reads [text](address), or an image, and shows where it goes.
func (in *inliner) link(rest string) bool {
	start := strings.IndexByte(rest, '[') + 1
	end := closing(rest[start:], '[', ']')
	if end < 0 || !strings.HasPrefix(rest[start+end:], "](") {
		return false
	}
	from := start + end + 2
	size := closing(rest[from:], '(', ')')
	if size < 0 {
		return false
	}
	address, _, _ := strings.Cut(strings.Trim(rest[from:from+size], "<> \n"), " ")
	label := in.r.inline(rest[start:start+end], in.style)
	in.out = append(in.out, label...)
	if shown := glyphs(address, in.style); address != "" && !slices.Equal(label, shown) {
		in.out = append(in.out, glyphs(" ("+address+")", dim)...)
	}
	in.at += from + size + 1
	return true
}

// closing is where what was opened before text ends, -1 when it is not near.
func closing(text string, open, end byte) int {
	depth := 0
	for i := 0; i < min(len(text), maxLink); i++ {
		switch text[i] {
		case '\\':
			i++
		case open:
			if depth++; depth > 8 {
				return -1
			}
		case end:
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

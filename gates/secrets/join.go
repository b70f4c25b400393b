package secrets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// joined returns the lines of v in which a token may be broken up, put
// together again: characters that do not show are dropped (zero-width, control
// and the sequences that colour a terminal), wide forms are narrowed, and so
// are the ends of strings that are concatenated, quotes inside a word, and a
// backslash before a line end or a character it does not change. It returns
// nil when there are none.
func joined(s *scanner, v *view) *view {
	var l *lines
	t := v.text
	for i := 0; i < len(t); {
		if classes[t[i]]&cSite == 0 {
			i++
			continue
		}
		end, narrow := joint(t, i)
		if end == i {
			i++
			continue
		}
		if l == nil {
			l = &lines{v: v, b: &builder{limit: s.limit}, enc: "joined"}
		}
		l.change(i, end)
		if narrow != 0 {
			l.b.put(v, narrow, i, end)
		}
		i = end
	}
	if l == nil {
		return nil
	}
	if l.finish(); len(l.b.buf) == 0 {
		return nil
	}
	return l.b.view()
}

// joint returns the end of what is to be dropped at i, i when nothing is, and
// what stands in its place, 0 for nothing.
func joint(t string, i int) (end int, narrow byte) {
	switch c := t[i]; {
	case c == '\\':
		return backslash(t, i), 0
	case c == '"' || c == '\'' || c == '`':
		return quoteJoint(t, i), 0
	case c < ' ' || c == 0x7f:
		if c == 0x1b && strings.HasPrefix(t[i+1:], "[") {
			return escapeSequence(t, i), 0
		}
		return i + 1, 0
	default:
		r, n := utf8.DecodeRuneInString(t[i:])
		if r >= 0xff01 && r <= 0xff5e {
			return i + n, byte(r - 0xff01 + '!')
		}
		if hidden(r) {
			return i + n, 0
		}
		return i, 0
	}
}

// escapeSequence returns the end of an ECMA-48 control sequence.
func escapeSequence(t string, i int) int {
	end := i + 2
	for end < len(t) && end < i+24 && t[end] >= ' ' && t[end] < '@' {
		end++
	}
	return min(end+1, len(t))
}

// hidden reports whether a character takes no room on the screen.
func hidden(r rune) bool {
	return r == 0x34f || unicode.In(r, unicode.Cf, unicode.Variation_Selector)
}

// backslash returns the end of a backslash that joins what stands around it.
func backslash(t string, i int) int {
	end := i + 1
	if is(t, end, cSpace) {
		if strings.HasPrefix(t[end:], "\r") {
			end++
		}
		if !strings.HasPrefix(t[end:], "\n") {
			return i
		}
		for end++; end < len(t) && (t[end] == ' ' || t[end] == '\t'); {
			end++
		}
		return end
	}
	if !is(t, i-1, cRun) || !is(t, end, cRun) || strings.IndexByte("nrtbfvuxUae01234567", t[end]) >= 0 {
		return i
	}
	return end
}

// quoteJoint returns the end of the quotes between two strings that are
// concatenated, or of a quote inside a word.
func quoteJoint(t string, i int) int {
	if !is(t, i-1, cText) || is(t, i-1, cSpace|cQuote) {
		return i
	}
	gap := span(t, i+1, 40, cConcat)
	if is(t, gap, cQuote) && is(t, gap+1, cText) && !is(t, gap+1, cSpace|cQuote) &&
		(gap > i+1 || is(t, i-1, cWord) && is(t, gap+1, cWord)) {
		return gap + 1
	}
	if !is(t, i-1, cAlnum) || !is(t, i+1, cAlnum) {
		return i
	}
	if end := span(t, i+1, 3, cLetter); end-i <= 3 && !is(t, end, cAlnum) {
		return i // an apostrophe: it's, we'll
	}
	return i + 1
}

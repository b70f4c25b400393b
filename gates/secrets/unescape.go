package secrets

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescape adds to next the lines of v in which characters are escaped as in
// URLs (RFC 3986), HTML, JSON and most programming languages, with all of
// these escapes resolved. A line that mixes them is read as all of them.
func unescape(v *view, next *builder) {
	l := &lines{v: v, b: next, enc: "escape"}
	t := v.text
	for i := 0; i < len(t); {
		c := t[i]
		if classes[c]&cEscape == 0 {
			i++
			continue
		}
		var r rune
		end := i
		switch c {
		case '%':
			r, end = percent(t, i)
		case '&':
			r, end = entity(t, i)
		case '\\':
			r, end = escape(t, i)
		}
		if end == i {
			i++
			continue
		}
		l.change(i, end)
		if r < utf8.RuneSelf || c != '%' {
			next.putRune(v, r, i, end)
		} else {
			next.put(v, byte(r), i, end) // one byte of a longer character
		}
		i = end
	}
	l.finish()
}

// number reads up to max digits at i; end is i when there are fewer than min.
func number(t string, i, min, max, base int) (r rune, end int) {
	c := cHex
	if base < 16 {
		c = cDigit
	}
	end = span(t, i, max, c)
	for base == 8 && end > i && strings.ContainsAny(t[i:end], "89") {
		end--
	}
	if end-i < min {
		return 0, i
	}
	n, err := strconv.ParseUint(t[i:end], base, 32)
	if err != nil || n > utf8.MaxRune {
		return utf8.RuneError, end
	}
	return rune(n), end
}

func percent(t string, i int) (rune, int) {
	at, digits := i+1, 2
	if strings.HasPrefix(t[at:], "u") {
		at, digits = at+1, 4
	}
	r, end := number(t, at, digits, digits, 16)
	if end == at {
		return 0, i
	}
	if digits == 4 && r >= utf8.RuneSelf {
		r = '?' // no token has it, and one byte must stand for it
	}
	return r, end
}

// entity reads a character reference of HTML; one of a number may lack its semicolon.
func entity(t string, i int) (rune, int) {
	end := span(t, i+1, 12, cAlnum)
	if strings.HasPrefix(t[i+1:], "#") {
		if rest := t[i+2:]; strings.HasPrefix(rest, "x") || strings.HasPrefix(rest, "X") {
			end = span(t, i+3, 8, cHex)
		} else {
			end = span(t, i+2, 10, cDigit)
		}
	} else if end == i+1 || !strings.HasPrefix(t[end:], ";") {
		return 0, i
	}
	plain := []rune(html.UnescapeString(t[i:end] + ";"))
	if len(plain) != 1 {
		return 0, i
	}
	if strings.HasPrefix(t[end:], ";") {
		end++
	}
	return plain[0], end
}

// escape reads an escape of JSON or a programming language.
func escape(t string, i int) (rune, int) {
	at := i + 1
	switch {
	case strings.HasPrefix(t[at:], "u{"):
		r, end := number(t, at+2, 1, 6, 16)
		if end == at+2 || !strings.HasPrefix(t[end:], "}") {
			return 0, i
		}
		return r, end + 1
	case is(t, at, cDigit) && t[at] < '8':
		return number(t, at, 1, 3, 8)
	case at < len(t) && strings.IndexByte(`"'/`, t[at]) >= 0:
		return rune(t[at]), at + 1
	case strings.HasPrefix(t[at:], "e"):
		return ' ', at + 1
	}
	r, _, rest, err := strconv.UnquoteChar(t[i:], 0)
	if err != nil {
		return 0, i
	}
	if end := len(t) - len(rest); end > at+1 || is(string(r), 0, cSpace|cText) {
		return r, end
	}
	return ' ', at + 1 // \a, \b, \f, \v
}

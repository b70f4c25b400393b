package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quotePattern quotes text so that a pattern matches it literally.
func quotePattern(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '*', '?', '[', ']', '\\', '-', '!', '^':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
}

// matchPattern reports whether all of s matches the pattern. Its work is bounded by the product of the lengths.
func matchPattern(pattern, s string) bool {
	p, i := 0, 0
	star, mark := -1, 0
	for {
		if p < len(pattern) && pattern[p] == '*' {
			star, mark = p+1, i
			p++
			continue
		}
		if i == len(s) && p == len(pattern) {
			return true
		}
		if i < len(s) && p < len(pattern) {
			if np, ni, ok := matchOne(pattern, p, s, i); ok {
				p, i = np, ni
				continue
			}
		}
		if star < 0 || mark >= len(s) {
			return false
		}
		_, size := utf8.DecodeRuneInString(s[mark:])
		mark += size
		p, i = star, mark
	}
}

// matchOne matches one element of the pattern that is not a star.
func matchOne(pattern string, p int, s string, i int) (np, ni int, ok bool) {
	r, size := utf8.DecodeRuneInString(s[i:])
	switch pattern[p] {
	case '?':
		return p + 1, i + size, true
	case '[':
		if end, in := bracket(pattern, p, r); end > 0 {
			return end, i + size, in
		}
		return p + 1, i + 1, s[i] == '['
	case '\\':
		if p+1 < len(pattern) {
			p++
		}
	}
	return p + 1, i + 1, pattern[p] == s[i]
}

// bracket matches a bracket expression that starts at p; end is 0 when it is none.
func bracket(pattern string, p int, r rune) (end int, in bool) {
	i := p + 1
	negated := i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^')
	if negated {
		i++
	}
	for first := true; i < len(pattern); first = false {
		if pattern[i] == ']' && !first {
			return i + 1, in != negated
		}
		if strings.HasPrefix(pattern[i:], "[:") {
			if stop := strings.Index(pattern[i:], ":]"); stop > 0 {
				in = in || inClass(pattern[i+2:i+stop], r)
				i += stop + 2
				continue
			}
		}
		lo, next := bracketRune(pattern, i)
		i = next
		hi := lo
		if i+1 < len(pattern) && pattern[i] == '-' && pattern[i+1] != ']' {
			hi, i = bracketRune(pattern, i+1)
		}
		in = in || lo <= r && r <= hi
	}
	return 0, false
}

func bracketRune(pattern string, i int) (rune, int) {
	if pattern[i] == '\\' && i+1 < len(pattern) {
		i++
	}
	r, size := utf8.DecodeRuneInString(pattern[i:])
	return r, i + size
}

func inClass(name string, r rune) bool {
	digit := r >= '0' && r <= '9'
	return map[string]bool{
		"alpha": unicode.IsLetter(r), "digit": digit, "alnum": unicode.IsLetter(r) || unicode.IsDigit(r),
		"upper": unicode.IsUpper(r), "lower": unicode.IsLower(r), "space": unicode.IsSpace(r),
		"blank": r == ' ' || r == '\t', "print": unicode.IsPrint(r), "graph": unicode.IsGraphic(r) && r != ' ',
		"punct": r < 0x7f && r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r), "cntrl": unicode.IsControl(r),
		"xdigit": digit || r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F',
		"word":   r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)}[name]
}

// hasPattern reports whether text has an active pattern character.
func hasPattern(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return true
		}
	}
	return false
}

// unquotePattern is the text that a pattern without active characters matches.
func unquotePattern(pattern string) string {
	if strings.IndexByte(pattern, '\\') < 0 {
		return pattern
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '\\' && i+1 < len(pattern) {
			i++
		}
		b.WriteByte(pattern[i])
	}
	return b.String()
}

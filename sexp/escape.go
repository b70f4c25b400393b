package sexp

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// appendJSONEscape adds what a backslash and the text after it, which is not empty, stand for, and says how many bytes
// of that text it took. An escape that JSON does not have, or that is not whole, keeps its backslash: that is what
// somebody meant who wrote a regular expression. So do \b, \f and \/, which in text are the regular
// expression's and the stream editor's far more often than JSON's.
func appendJSONEscape(text []byte, after string) ([]byte, int) {
	switch after[0] {
	case '"', '\\':
		return append(text, after[0]), 1
	case 'n':
		return append(text, '\n'), 1
	case 't':
		return append(text, '\t'), 1
	case 'r':
		return append(text, '\r'), 1
	case 'u':
		if c, size := unicodeEscape(after); size > 0 {
			return utf8.AppendRune(text, c), size
		}
	}
	return append(text, '\\', after[0]), 1
}

// unicodeEscape reads uXXXX, and with it a second half \uXXXX where it is the first of a surrogate pair. The size is 0
// when it is neither a character nor a pair.
func unicodeEscape(s string) (c rune, size int) {
	c, ok := hex4(s)
	switch {
	case !ok:
		return 0, 0
	case !utf16.IsSurrogate(c):
		return c, 5
	case len(s) >= 11 && s[5] == '\\':
		if low, ok := hex4(s[6:]); ok {
			if pair := utf16.DecodeRune(c, low); pair != utf8.RuneError {
				return pair, 11
			}
		}
	}
	return 0, 0
}

// hex4 reads u and four hexadecimal digits.
func hex4(s string) (rune, bool) {
	if len(s) < 5 || s[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[1:5], 16, 16)
	return rune(n), err == nil
}

package lisp

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape reads what follows a backslash outside a class.
func (t *translator) escape(f *flags) piece {
	c, ok := t.next()
	if !ok {
		panic(t.bad("a backslash at its end"))
	}
	switch c {
	case 'A':
		return piece{`\A`, 1, true}
	case 'z':
		return piece{`\z`, 1, true}
	case 'Z':
		return endAnchor
	case 'b', 'B':
		return piece{`\` + string(c), 1, true}
	case 'W':
		return piece{"[^" + wordChars + "]", 1, false}
	case 'd', 'D', 'w', 's', 'S':
		set, _ := classEscape(c)
		return piece{"[" + set + "]", 1, false}
	case '1', '2', '3', '4', '5', '6', '7', '8', '9':
		t.pos--
		if !t.isOctal() {
			panic(t.bad(`the reference \%c to a group`, c))
		}
		return t.literal(t.code(3, 8), f)
	}
	c = t.unescaped(c)
	return t.literal(c, f)
}

// isOctal reports whether a number after a backslash is the code of a character: it has two
// digits or more, and there are not so many groups.
func (t *translator) isOctal() bool {
	digits := t.text[t.pos:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	n, err := strconv.Atoi(digits)
	return len(digits) > 1 && (err != nil || n > t.p.groups)
}

// wordChars are letters, digits and the underscore.
const wordChars = `\p{L}\p{Nd}_`

// classEscape is the class of \d and its like, as it stands in a class; see classReader for \W.
func classEscape(c rune) (set string, ok bool) {
	switch c {
	case 'd':
		return `0-9`, true
	case 'D':
		return `\x{0}-/:-\x{10FFFF}`, true
	case 's':
		return ` \t\n\r\f`, true
	case 'S':
		return `\x{0}-\x08\x0B\x0E-\x1F!-\x{10FFFF}`, true
	case 'w':
		return wordChars, true
	}
	return "", c == 'W'
}

// unescaped is the character that c means after a backslash.
func (t *translator) unescaped(c rune) rune {
	switch c {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case 'b':
		return '\b'
	case 'a':
		return '\a'
	case 'e':
		return 27
	case 'c':
		control, ok := t.next()
		if !ok || control >= utf8.RuneSelf {
			panic(t.bad(`\c without a letter`))
		}
		return unicode.ToUpper(control) ^ 0x40
	case 'x':
		return t.code(2, 16)
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		t.pos--
		return t.code(3, 8)
	}
	return c
}

// code reads the code of a character in up to so many digits, of which there may be none.
func (t *translator) code(most, base int) rune {
	digits := t.text[t.pos:min(len(t.text), t.pos+most)]
	for n := len(digits); n > 0; n-- {
		if v, err := strconv.ParseUint(digits[:n], base, 32); err == nil {
			t.pos += n
			return rune(v & 0xFF)
		}
	}
	return 0
}

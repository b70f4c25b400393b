package shell

import (
	"unicode"
	"unicode/utf8"

	"pp/engine/cause"
)

// invisible says why a character may not stand in a command, or "".
func invisible(text string, i, size int, r rune) cause.Kind {
	switch {
	case r >= 0x80 && r <= 0x9f:
		return cause.ControlCharacter
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return cause.BidirectionalCharacter
	case r == 0x2028, r == 0x2029:
		return cause.LineSeparator
	case r == 0x200c || r == 0x200d:
		if joins(text, i, size, r) {
			return ""
		}
		return cause.InvisibleCharacter
	case r == 0xfe0f || r == 0xfe0e:
		if before, _ := utf8.DecodeLastRuneInString(text[:i]); before > 0x7f && !unicode.IsLetter(before) ||
			keycap(text, i, size) {
			return ""
		}
		return cause.InvisibleCharacter
	case r == 0x00ad, r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x180e,
		r >= 0x180b && r <= 0x180f, r == 0x200b, r >= 0x2060 && r <= 0x2065, r >= 0x206a && r <= 0x206f,
		r == 0x2800, r == 0x3164, r == 0xfeff, r == 0xffa0, r >= 0xfff9 && r <= 0xfffb, r >= 0xfe00 && r <= 0xfe0d,
		r >= 0x1d173 && r <= 0x1d17a, r >= 0xe0000 && r <= 0xe0fff:
		return cause.InvisibleCharacter
	case unicode.Is(unicode.Cf, r) && !(r >= 0x600 && r <= 0x605) && r != 0x6dd && r != 0x70f:
		return cause.InvisibleCharacter
	}
	return ""
}

// joins reports whether a joiner stands between letters of a script that is written with it, or in an emoji.
func joins(text string, i, size int, r rune) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+size:])
	if unicode.In(before, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari,
		unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
		unicode.Malayalam, unicode.Sinhala, unicode.Khmer) {
		return unicode.IsLetter(after) || unicode.IsMark(after) || unicode.IsSpace(after)
	}
	emoji := func(c rune) bool { return c == 0xfe0f || c >= 0x2190 && c <= 0x2bff || c >= 0x1f000 && c <= 0x1faff }
	return r == 0x200d && emoji(before) && emoji(after)
}

// keycap reports whether a variation selector makes a digit a keycap emoji.
func keycap(text string, i, size int) bool {
	after, _ := utf8.DecodeRuneInString(text[i+size:])
	return after == 0x20e3
}

// lookalikeSpace reports whether a character looks like a space and does not part words.
func lookalikeSpace(r rune) bool { return r > 0x7f && unicode.Is(unicode.Zs, r) }

// lookalikeName reports whether a program's name mixes ASCII letters with letters of other alphabets.
func lookalikeName(name string) bool {
	ascii, other := false, false
	for _, r := range name {
		switch {
		case r < utf8.RuneSelf:
			ascii = ascii || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee),
			r >= 0xff00 && r <= 0xff5e, r >= 0x1d400 && r <= 0x1d7ff, r >= 0x2100 && r <= 0x214f:
			other = true
		}
	}
	return other && ascii || other && !ascii && len(name) <= 12
}

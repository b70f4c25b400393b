package output

import "unicode"

const (
	zwnj = 0x200c // zero width non-joiner
	zwj  = 0x200d // zero width joiner
	vs15 = 0xfe0e // shows the character before as text
	vs16 = 0xfe0f // shows the character before as an emoji
)

// hidden reports whether a character is invisible or changes how others look: controls, formats, separators, fillers,
// selectors. waits holds some of them back in Text mode.
func hidden(r rune) bool {
	switch {
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(visibleFormats(), r)
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point):
		return true
	}
	return unicode.Is(invisible(), r)
}

// waits reports whether the next character decides how Text mode shows this one.
func waits(r rune) bool {
	switch {
	case r == '\r', r == zwnj, r == zwj:
		return true
	case r >= 0xfe00 && r <= vs16, r >= 0xe0100 && r <= 0xe01ef, r >= 0x180b && r <= 0x180d, r == 0x180f:
		return true
	}
	return false
}

// belongs reports whether writing needs an invisible character in its place: a joiner between letters of a script that
// joins (as in RFC 5892, appendix A, by script), a joiner between emoji, one selector after a character with variants.
// Everywhere else it hides something.
func belongs(prev2, prev, r, next rune) bool {
	seen := !hidden(next) // what is escaped itself gives no reason
	switch {
	case r == zwj && seen && pictograph(next):
		return pictograph(prev) || prev == vs16 && pictograph(prev2) || skinTone(prev)
	case r == zwnj || r == zwj:
		return seen && unicode.In(prev, joining...) && unicode.In(next, joining...)
	case r == vs15 || r == vs16:
		return pictograph(prev) || keycapBase(prev) && next == 0x20e3
	case r >= 0xfe00 && r <= 0xfe0f:
		return unicode.Is(unicode.Han, prev) || unicode.Is(unicode.Sm, prev) && prev > unicode.MaxASCII
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, prev)
	}
	return unicode.Is(unicode.Mongolian, prev)
}

// joining are the scripts whose spelling needs the joiners.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan,
}

// pictograph reports whether a character can be an emoji or a part of one, or a similar visible symbol.
func pictograph(r rune) bool {
	if r == 0xa9 || r == 0xae {
		return true
	}
	return r > 0x2000 && (unicode.Is(unicode.So, r) && r != 0xfffd || unicode.Is(otherEmoji(), r))
}

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

func keycapBase(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }

func combines(r rune) bool { return unicode.In(r, unicode.Mn, unicode.Me) }

// misleads reports whether a person can mistake a character for ASCII, for nothing or for a space, for Strict mode.
func misleads(r rune) bool {
	// What Unicode leaves unassigned or to private use may be drawn as anything.
	return unicode.Is(lookalikes(), r) || unicode.In(r, unicode.Zs, unicode.Co, unicode.Cn)
}

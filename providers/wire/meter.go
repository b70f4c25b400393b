package wire

import "unicode"

// What a character costs in hundredths of a token, by what it is and where in a run of its like: so that prose, code,
// Org files with IDs and several scripts come out above what two tokenizers in wide use, o200k and cl100k, make of
// them, and not by much. Lines together have no more tokens than each by itself.
const (
	letterFirst = 82
	letterEarly = 5  // the second to the fourth of a word
	letterLate  = 19 // to the eighth
	letterFar   = 34
	upperNext   = 18 // a capital behind a capital
	space       = 20
	lineEnd     = 68
	digitFirst  = 142 // of three
	digitMore   = 28
	punctFirst  = 62
	punctMore   = 54
	control     = 103
	latinFirst  = 123 // of a word of letters with marks, of Greek or of Cyrillic ones
	latinMore   = 44
	accent      = 123 // such a letter in a word of others
	hebrew      = 129
	arabic      = 90
	kana        = 98
	han         = 128
	hangul      = 133
	otherSign   = 165 // that is no letter and not ASCII
	otherLetter = 150
	largest     = 300 // of four bytes
)

// kind is what a run is of.
type kind uint8

const (
	kindNone kind = iota
	kindLower
	kindUpper
	kindDigit
	kindPunct
	kindLatin
)

// meter tells what each character of a text costs. The zero meter is at its beginning.
type meter struct {
	kind kind
	run  int // how many characters of that kind were the last
}

// is notes the kind of the next character, and gives how many there are now in a row.
func (m *meter) is(k kind) int {
	if m.kind != k {
		m.kind, m.run = k, 0
	}
	m.run++
	return m.run
}

func (m *meter) cost(r rune) int {
	switch {
	case r >= 'a' && r <= 'z':
		return m.lower()
	case r == ' ' || r == '\t':
		m.kind = kindNone
		return space
	case r >= 'A' && r <= 'Z':
		if m.is(kindUpper) > 1 {
			return upperNext
		}
		return letterFirst
	case r == '\n' || r == '\r':
		m.kind = kindNone
		return lineEnd
	case r >= '0' && r <= '9':
		if m.is(kindDigit)%3 == 1 {
			return digitFirst
		}
		return digitMore
	case r < ' ' || r == 0x7f:
		m.kind = kindNone
		return control
	case r < 0x80:
		if m.is(kindPunct) > 1 {
			return punctMore
		}
		return punctFirst
	case r < 0x530 && unicode.IsLetter(r):
		return m.marked()
	}
	m.kind = kindNone
	return foreign(r)
}

// lower is the cost of a small letter. A capital may begin its word.
func (m *meter) lower() int {
	if m.kind == kindUpper && m.run == 1 || m.kind == kindLatin {
		m.kind = kindLower
	}
	switch n := m.is(kindLower); {
	case n == 1:
		return letterFirst
	case n <= 4:
		return letterEarly
	case n <= 8:
		return letterLate
	}
	return letterFar
}

// marked is the cost of a letter of two bytes.
func (m *meter) marked() int {
	if m.kind == kindLower || m.kind == kindUpper {
		m.kind = kindLatin
		m.run++
		return accent
	}
	if m.is(kindLatin) > 1 {
		return latinMore
	}
	return latinFirst
}

// foreign is the cost of a character of any other script.
func foreign(r rune) int {
	switch {
	case r >= 0x590 && r < 0x600:
		return hebrew
	case r < 0x700 && unicode.In(r, unicode.Letter, unicode.Mark):
		return arabic
	case r >= 0x3040 && r < 0x3100:
		return kana
	case r >= 0x10000:
		return largest
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(unicode.Hangul, r):
		return hangul
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		return otherSign
	}
	return otherLetter
}

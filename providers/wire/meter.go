package wire

import "unicode"

// step is a character as tokens are guessed: what it is, and where in a run of its like.
type step uint8

const (
	letterFirst step = iota
	letterEarly      // the second to the fourth of a word
	letterLate       // to the eighth
	letterFar
	upperNext // a capital behind a capital
	space
	lineEnd
	digitFirst // of three
	digitMore
	punctFirst
	punctMore
	control
	latinFirst // of a word of letters with marks, of Greek or of Cyrillic ones
	latinMore
	accent // such a letter in a word of others
	hebrew
	arabic
	kana
	han
	hangul
	otherSign // that is no letter and not ASCII
	otherLetter
	largest // of four bytes
	steps
)

// price is what each step costs in hundredths of a token: so that prose, code, Org files with
// IDs and several scripts come out above what two tokenizers in wide use, o200k and cl100k,
// make of them, and not by much. Lines together have no more tokens than each by itself.
var price = [steps]int{letterFirst: 82, letterEarly: 5, letterLate: 19, letterFar: 34, upperNext: 18, space: 20,
	lineEnd: 68, digitFirst: 142, digitMore: 28, punctFirst: 62, punctMore: 54, control: 103,
	latinFirst: 123, latinMore: 44, accent: 123, hebrew: 129, arabic: 90, kana: 98, han: 128, hangul: 133, otherSign: 165,
	otherLetter: 150, largest: 300}

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

// meter tells which step each character of a text is. The zero meter is at its beginning.
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

func (m *meter) step(r rune) step {
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

// lower is the step of a small letter. A capital may begin its word.
func (m *meter) lower() step {
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

// marked is the step of a letter of two bytes.
func (m *meter) marked() step {
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

// foreign is the step of a character of any other script.
func foreign(r rune) step {
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

package wire

import "unicode"

// class is a class of characters that cost the same.
type class uint8

const (
	space class = iota
	lineEnd
	control
	lower
	upper
	latin // a letter with marks, a Greek or a Cyrillic one
	digit
	punct
	hebrew
	arabic
	kana
	han
	hangul
	otherSign // that is no letter and not ASCII
	otherLetter
	fourBytes
)

// costs are what the characters of each class cost in hundredths of a token: the first of a run, those up to the
// fourth, those up to the eighth, and the rest. They are chosen so that prose, code, Org files with IDs and several
// scripts come out above what two tokenizers in wide use, o200k and cl100k, make of them, and not by much. Lines
// together have no more tokens than each by itself.
var costs = [...][4]int{
	space: {20, 20, 20, 20}, lineEnd: {68, 68, 68, 68}, control: {103, 103, 103, 103},
	lower: {82, 5, 19, 34}, upper: {82, 18, 18, 18}, latin: {123, 44, 44, 44},
	digit: {142, 28, 28, 28}, punct: {62, 54, 54, 54},
	hebrew: {129, 129, 129, 129}, arabic: {90, 90, 90, 90}, kana: {98, 98, 98, 98}, han: {128, 128, 128, 128},
	hangul: {133, 133, 133, 133}, otherSign: {165, 165, 165, 165}, otherLetter: {150, 150, 150, 150},
	fourBytes: {300, 300, 300, 300},
}

// meter tells what each character of a text costs. The zero meter is at its beginning.
type meter struct {
	class class
	run   int // how many characters of that class were the last
}

func (m *meter) cost(r rune) int {
	before, c := m.class, classOf(r)
	goesOn := c == before ||
		c == lower && (before == latin || before == upper && m.run == 1) || c == latin && (before == lower || before == upper)
	if !goesOn || c == digit && m.run == 3 {
		m.run = 0
	}
	m.class = c
	m.run++
	switch {
	case m.run == 1 || c == latin && before != latin:
		return costs[c][0]
	case m.run <= 4:
		return costs[c][1]
	case m.run <= 8:
		return costs[c][2]
	}
	return costs[c][3]
}

func classOf(r rune) class {
	switch {
	case r >= 'a' && r <= 'z':
		return lower
	case r == ' ' || r == '\t':
		return space
	case r >= 'A' && r <= 'Z':
		return upper
	case r == '\n' || r == '\r':
		return lineEnd
	case r >= '0' && r <= '9':
		return digit
	case r < ' ' || r == 0x7f:
		return control
	case r < 0x80:
		return punct
	case r < 0x530 && unicode.IsLetter(r):
		return latin
	case r >= 0x590 && r < 0x600:
		return hebrew
	case r < 0x700 && unicode.In(r, unicode.Letter, unicode.Mark):
		return arabic
	case r >= 0x3040 && r < 0x3100:
		return kana
	case r >= 0x10000:
		return fourBytes
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(unicode.Hangul, r):
		return hangul
	case !unicode.IsLetter(r) && !unicode.IsMark(r):
		return otherSign
	}
	return otherLetter
}

package summary

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// script is how the words of a text are parted.
type script uint8

const (
	noScript script = iota
	spaced          // scripts that part words with spaces
	unspaced        // Han, Katakana, Thai, Lao, Khmer, Burmese
	korean          // spaced, but a word has many endings
)

// eachRun hands the runs of letters and digits in text to visit with their
// place. A full stop or underscore within a name such as main.go is part of it.
// Hiragana, which carries the grammar of Japanese, and the commonest particles
// of Chinese part runs as a space does.
func eachRun(text string, visit func(start, end int, s script) bool) {
	for i := 0; i < len(text); {
		s, size := scriptAt(text[i:])
		start := i
		i += size
		if s == noScript {
			continue
		}
		for i < len(text) {
			next, size := scriptAt(text[i:])
			if next != s && !(next == noScript && innerMark(text[i:])) {
				break
			}
			i += size
		}
		if !visit(start, i, s) {
			return
		}
	}
}

func innerMark(text string) bool {
	if text[0] != '.' && text[0] != '_' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[1:])
	return unicode.IsLetter(next) && next < 0x250
}

// eachWord hands the words of text to visit until it says false. In scripts that
// write no spaces a word is two neighbouring characters, which serve as well
// for comparing.
func eachWord(text string, visit func(string) bool) {
	eachRun(text, func(start, end int, s script) bool {
		run := text[start:end]
		_, size := utf8.DecodeRuneInString(run)
		if s == spaced || size == len(run) {
			return visit(run)
		}
		for at := 0; size < len(run); {
			_, n := utf8.DecodeRuneInString(run[size:])
			if !visit(run[at : size+n]) {
				return false
			}
			at, size = size, size+n
		}
		return true
	})
}

func scriptAt(s string) (script, int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return spaced, size
		}
		return noScript, size
	case r < 0x0e00:
	case r == 'ー', unicode.Is(unicode.Katakana, r):
		return unspaced, size
	case unicode.Is(unicode.Hiragana, r), strings.ContainsRune("的了是在和有不我你他她们这那也就都而及与或一个", r):
		return noScript, size
	case unicode.Is(unicode.Hangul, r):
		return korean, size
	case unicode.In(r, unicode.Han, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return unspaced, size
	}
	if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
		return spaced, size
	}
	return noScript, size
}

// lexicon numbers the stems of one text. Distinct spellings past its limit are
// not counted, which bounds its memory and the time spent on stemming.
type lexicon struct {
	lang    language
	bySpell map[string]int32
	byStem  map[string]int32
}

const (
	lexiconLimit = 120_000
	noStem       = int32(-1)
)

func newLexicon(lang language) *lexicon {
	return &lexicon{lang: lang, bySpell: map[string]int32{}, byStem: map[string]int32{}}
}

// stem is the number of word's stem, noStem for a word that carries no meaning.
func (l *lexicon) stem(word string) int32 {
	id, ok := l.bySpell[word]
	if !ok {
		if len(l.bySpell) >= lexiconLimit {
			return noStem
		}
		id = l.number(word)
		l.bySpell[word] = id
	}
	return id
}

func (l *lexicon) number(word string) int32 {
	stem := strings.ToLower(word)
	switch s, size := scriptAt(word); {
	case unicode.IsDigit(rune(word[0])): // a number, a time or a size
		return noStem
	case s == spaced && (size == len(word) || l.lang.stop(stem)):
		return noStem
	case s == spaced:
		stem = l.lang.stem(stem)
	}
	id, ok := l.byStem[stem]
	if !ok {
		id = int32(len(l.byStem))
		l.byStem[stem] = id
	}
	return id
}

// stems are the distinct stems of text's words, in ascending order.
func (l *lexicon) stems(text string) []int32 {
	var ids []int32
	eachWord(text, func(word string) bool {
		if id := l.stem(word); id != noStem {
			ids = append(ids, id)
		}
		return true
	})
	slices.Sort(ids)
	return slices.Compact(ids)
}

package offline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// eachWord hands the words of text to visit until it says false. A word is a
// run of letters, digits and marks; in scripts that write no spaces it is two
// neighbouring characters, which serve as well for comparing. Hiragana, which
// carries the grammar of Japanese, and the commonest particles of Chinese part
// words as a space does.
func eachWord(text string, visit func(string) bool) {
	for i := 0; i < len(text); {
		class, size := classAt(text[i:])
		if class == classNone {
			i += size
			continue
		}
		start := i
		for i < len(text) {
			c, n := classAt(text[i:])
			if c != class {
				break
			}
			i += n
		}
		if class == classPlain {
			if !visit(text[start:i]) {
				return
			}
			continue
		}
		if !eachPair(text[start:i], visit) {
			return
		}
	}
}

// eachPair visits each two neighbouring characters of a run, or its only one.
func eachPair(run string, visit func(string) bool) bool {
	prev, cur := -1, 0
	for i, r := range run {
		if prev >= 0 && !visit(run[prev:i+utf8.RuneLen(r)]) {
			return false
		}
		prev, cur = i, i
	}
	if cur == 0 {
		return visit(run)
	}
	return true
}

type charClass uint8

const (
	classNone  charClass = iota
	classPlain           // scripts that part words with spaces
	classHan             // and Katakana, Thai, Lao, Khmer, Burmese
	classKorean
)

func classAt(s string) (charClass, int) {
	c := s[0]
	if c < utf8.RuneSelf {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
			return classPlain, 1
		}
		return classNone, 1
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError:
		return classNone, size
	case r < 0x0e00:
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) {
			return classPlain, size
		}
		return classNone, size
	case r == 'ー', unicode.Is(unicode.Katakana, r):
		return classHan, size
	case unicode.Is(unicode.Hiragana, r), strings.ContainsRune("的了是在和有不我你他她们这那也就都而及与或一个", r):
		return classNone, size
	case unicode.Is(unicode.Hangul, r):
		return classKorean, size
	case unicode.In(r, unicode.Han, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return classHan, size
	case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
		return classPlain, size
	}
	return classNone, size
}

// isIdeographic reports a word of a script without spaces, or a Korean one.
func isIdeographic(word string) bool {
	class, _ := classAt(word)
	return class == classHan || class == classKorean
}

// isNumeric reports a number, a time or a size, which say nothing about what a
// text is about.
func isNumeric(word string) bool { return word[0] >= '0' && word[0] <= '9' }

// lexicon numbers the stems of one text. Distinct spellings past its limit are
// not counted, which bounds its memory and the time spent on stemming.
type lexicon struct {
	lang     language
	bySpell  map[string]int32
	byStem   map[string]int32
	stemName []string
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
	if id, ok := l.bySpell[word]; ok {
		return id
	}
	if len(l.bySpell) >= lexiconLimit {
		return noStem
	}
	id := l.number(word)
	l.bySpell[word] = id
	return id
}

func (l *lexicon) number(word string) int32 {
	lower := strings.ToLower(word)
	stem := lower
	switch {
	case isNumeric(word):
		return noStem
	case isIdeographic(word):
	case utf8.RuneCountInString(lower) < 2 || l.lang.stop(lower):
		return noStem
	default:
		stem = l.lang.stem(lower)
	}
	id, ok := l.byStem[stem]
	if !ok {
		id = int32(len(l.stemName))
		l.byStem[stem] = id
		l.stemName = append(l.stemName, stem)
	}
	return id
}

// appendStems adds the stems of text's words to ids, in order.
func (l *lexicon) appendStems(ids []int32, text string) []int32 {
	eachWord(text, func(word string) bool {
		if id := l.stem(word); id != noStem {
			ids = append(ids, id)
		}
		return true
	})
	return ids
}

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
func eachRun(text string, visit func(start, end int, s script)) {
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
		visit(start, i, s)
	}
}

func innerMark(text string) bool {
	if text[0] != '.' && text[0] != '_' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[1:])
	return unicode.IsLetter(next) && next < 0x250
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
	case unicode.Is(unicode.Hiragana, r),
		strings.ContainsRune("的了是在和有不我你他她们这那也就都而及与或一个", r):
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
	if id, ok := l.bySpell[word]; ok {
		return id
	}
	if len(l.bySpell) >= lexiconLimit {
		return noStem
	}
	stem, id := strings.ToLower(word), noStem
	s, size := scriptAt(word)
	// A number, a time or a size carries none, nor does a letter.
	if !unicode.IsDigit(rune(word[0])) && (s != spaced || size < len(word) && !l.lang.stop(stem)) {
		if s == spaced {
			stem = l.lang.stem(stem)
		}
		known, ok := l.byStem[stem]
		if id = known; !ok {
			id = int32(len(l.byStem))
			l.byStem[stem] = id
		}
	}
	l.bySpell[word] = id
	return id
}

// stems are the distinct stems of text's words, in ascending order. In scripts
// that write no spaces a word is two neighbouring characters, which serve as
// well for comparing.
func (l *lexicon) stems(text string) []int32 {
	var ids []int32
	eachRun(text, func(start, end int, s script) {
		words := []string{text[start:end]}
		if runes := []rune(words[0]); s != spaced && len(runes) > 2 {
			words = nil
			for i := range runes[1:] {
				words = append(words, string(runes[i:i+2]))
			}
		}
		for _, word := range words {
			if id := l.stem(word); id != noStem {
				ids = append(ids, id)
			}
		}
	})
	slices.Sort(ids)
	return slices.Compact(ids)
}

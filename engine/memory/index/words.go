package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"
	"golang.org/x/text/unicode/norm"
)

// maxWord is the longest word in characters; the rest of a longer one is not looked at.
const maxWord = 48

// words gives the words of a text, in lower case and without accents: the parts of an identifier such as readFile or
// max_size and then the whole, and of scripts without spaces each pair of neighbouring characters.
func words(text string) []string {
	var s splitter
	text = norm.NFKD.String(text)
	for _, r := range text {
		if !unicode.Is(unicode.Mn, r) {
			s.add(r)
		}
	}
	s.end()
	return s.out
}

// splitter cuts characters into words.
type splitter struct {
	out          []string
	whole, part  []rune // of the word so far, and of what follows its last boundary
	last, before rune
	solid        int // how many characters of a script without spaces came last
}

func (s *splitter) add(r rune) {
	switch {
	case isSolid(r):
		if s.solid > 0 {
			s.out = append(s.out, string(s.last)+string(r))
		} else {
			s.end()
		}
		s.solid++
	case r != '_' && (r == utf8.RuneError || !unicode.IsLetter(r) && !unicode.IsDigit(r)):
		s.end()
	default:
		if s.solid > 0 {
			s.end()
		}
		if r != '_' {
			s.letter(r)
		}
	}
	s.before, s.last = s.last, r
}

// letter adds to a word. readFile has two parts; McDonald, HTTPServer and numbers are searched for whole.
func (s *splitter) letter(r rune) {
	if s.last == '_' || unicode.IsUpper(r) && unicode.IsLower(s.last) && !unicode.IsUpper(s.before) {
		s.endPart()
	}
	if len(s.whole) < maxWord {
		r = plainLetter(unicode.ToLower(r))
		s.whole, s.part = append(s.whole, r), append(s.part, r)
	}
}

// plainLetter is a letter that has no decomposition without what distinguishes it.
func plainLetter(r rune) rune {
	switch r {
	case 'ß':
		return 's'
	case 'ø':
		return 'o'
	case 'ł':
		return 'l'
	}
	return r
}

func (s *splitter) endPart() {
	if len(s.part) > 1 {
		s.out = append(s.out, string(s.part))
	}
	s.part = s.part[:0]
}

func (s *splitter) end() {
	if s.solid == 1 {
		s.out = append(s.out, string(s.last))
	}
	if len(s.whole) > 0 {
		if len(s.part) < len(s.whole) {
			s.endPart()
		}
		s.out = append(s.out, string(s.whole))
	}
	s.whole, s.part, s.solid = s.whole[:0], s.part[:0], 0
}

// isSolid reports whether a character is of a script that is written without spaces.
func isSolid(r rune) bool {
	return r >= 0x0E00 && r != utf8.RuneError && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// stem is what a word has in common with its other forms, in English, German or Russian.
func stem(word string) string {
	if len(word) < 3 || len(word) > 30 || strings.ContainsAny(word, "0123456789") {
		return word
	}
	switch first, _ := utf8.DecodeRuneInString(word); {
	case first < utf8.RuneSelf:
		word = english.Stem(word, true)
		for _, ending := range [...]string{"ern", "en", "em", "er", "e", "n"} { // of German
			if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 4 {
				return rest
			}
		}
	case unicode.Is(unicode.Cyrillic, first):
		return russian.Stem(word, true)
	}
	return word
}

// stems are the stems of a text's words, as the database takes them.
func stems(text string) string {
	list := words(text)
	for i, w := range list {
		list[i] = stem(w)
	}
	return strings.Join(list, " ")
}

// german are the words of German that are too common to be searched for, without accents.
const german = " der die das den dem des ein eine einen einem einer eines und oder ist sind war waren hat haben habe " +
	"ich du er sie es wir ihr mein meine unser unsere mit von zu zum zur in im an am auf aus bei fur uber nach wie " +
	"was wer wo wann warum welche welcher welches wen wem nicht auch noch "

// asking are the words by which people ask, in English and German, without accents.
const asking = " tell please know need want remind remember show give find bitte sag zeig weiss weisst brauche mochte "

// isStopWord reports whether a word is so common that a question is not about it.
func isStopWord(word string) bool {
	return len(word) < 2 || english.IsStopWord(word) || strings.Contains(german+asking, " "+word+" ")
}

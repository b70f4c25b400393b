package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"
	"golang.org/x/text/unicode/norm"
)

// maxWord is the longest word in bytes that is told from others; more of it is not looked at.
const maxWord = 48

// fold brings a character to the form in which characters are compared: lower case and
// without accents. Characters that are more than one then stay as they are.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	r = unicode.ToLower(r)
	switch r {
	case 'ß':
		return 's'
	case 'ø':
		return 'o'
	case 'ł':
		return 'l'
	}
	var buf [utf8.UTFMax]byte
	d := norm.NFKD.Properties(buf[:utf8.EncodeRune(buf[:], r)]).Decomposition()
	if base, _ := utf8.DecodeRune(d); len(d) > 0 && unicode.IsLetter(base) {
		return unicode.ToLower(base)
	}
	return r
}

// Classes of characters as words are made of them.
const (
	classOther = iota
	classLower
	classUpper
	classDigit
	classJoin  // "_": joins what is one identifier
	classMark  // an accent of its own: not looked at
	classSolid // of a script that is written without spaces
)

func classOf(r rune) int {
	switch {
	case 'a' <= r && r <= 'z':
		return classLower
	case 'A' <= r && r <= 'Z':
		return classUpper
	case '0' <= r && r <= '9':
		return classDigit
	case r == '_':
		return classJoin
	case r < utf8.RuneSelf || r == utf8.RuneError:
		return classOther
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer,
		unicode.Myanmar):
		return classSolid
	case unicode.IsUpper(r):
		return classUpper
	case unicode.IsLetter(r):
		return classLower
	case unicode.IsDigit(r):
		return classDigit
	case unicode.IsMark(r):
		return classMark
	}
	return classOther
}

// tokenizer cuts texts into words. It is not safe for concurrent use.
type tokenizer struct {
	whole, part []byte
	parts       int // of whole that were visited
	visit       func(word []byte)
}

// words hands every word of a text, folded, to visit, which must not keep it: the parts of an
// identifier such as readFile or max_size and then the whole; of scripts without spaces each
// pair of neighbouring characters.
func (t *tokenizer) words(text string, visit func(word []byte)) {
	t.visit = visit
	var last, before int // classes of the last character and of the one before that
	var solid rune
	for i, r := range text {
		class := classOf(r)
		switch class {
		case classMark:
			continue
		case classOther:
			t.end()
		case classSolid:
			t.end()
			t.solid(last == classSolid, solid, r, text[i:])
			solid = r
		case classJoin:
		default:
			// readFile has two parts; McDonald, HTTPServer and numbers are searched for whole.
			if last == classJoin || class == classUpper && last == classLower && before != classUpper {
				t.endPart()
			}
			if len(t.whole) < maxWord {
				t.whole = utf8.AppendRune(t.whole, fold(r))
				t.part = utf8.AppendRune(t.part, fold(r))
			}
		}
		before, last = last, class
	}
	t.end()
}

func (t *tokenizer) endPart() {
	if len(t.part) > 1 {
		t.visit(t.part)
		t.parts++
	}
	t.part = t.part[:0]
}

func (t *tokenizer) end() {
	if len(t.whole) == 0 {
		return
	}
	if t.parts > 0 {
		t.endPart()
	}
	t.visit(t.whole)
	t.whole, t.part, t.parts = t.whole[:0], t.part[:0], 0
}

// solid hands over a pair of characters, or one that stands alone.
func (t *tokenizer) solid(follows bool, before, r rune, rest string) {
	var b [2 * utf8.UTFMax]byte
	pair := b[:0]
	if follows {
		pair = utf8.AppendRune(pair, before)
	} else if next, _ := utf8.DecodeRuneInString(rest[utf8.RuneLen(r):]); classOf(next) == classSolid {
		return
	}
	t.visit(utf8.AppendRune(pair, r))
}

// stem is what a folded word has in common with its other forms, in English, German or Russian.
func stem(word string) string {
	if len(word) < 3 || len(word) > 30 || strings.ContainsAny(word, "0123456789") {
		return word
	}
	switch first, _ := utf8.DecodeRuneInString(word); {
	case first < utf8.RuneSelf:
		return stemGerman(english.Stem(word, true))
	case unicode.Is(unicode.Cyrillic, first):
		return russian.Stem(word, true)
	}
	return word
}

// stemGerman cuts the endings of German that English does not have, where enough of the word is left.
func stemGerman(word string) string {
	for _, ending := range [...]string{"ern", "en", "em", "er", "e", "n"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 4 {
			return rest
		}
	}
	return word
}

// stems are the stems of a text's words, as the database takes them.
func stems(text string) string {
	var b strings.Builder
	var t tokenizer
	t.words(text, func(word []byte) {
		b.WriteString(stem(string(word)))
		b.WriteByte(' ')
	})
	return b.String()
}

// german are the words of German that are too common to be searched for, folded.
const german = " der die das den dem des ein eine einen einem einer eines und oder ist sind war waren hat haben habe " +
	"ich du er sie es wir ihr mein meine unser unsere mit von zu zum zur in im an am auf aus bei fur uber nach wie " +
	"was wer wo wann warum welche welcher welches wen wem nicht auch noch "

// asking are the words by which people ask, in English and German, folded.
const asking = " tell please know need want remind remember show give find bitte sag zeig weiss weisst brauche mochte "

// isStopWord reports whether a folded word is so common that a question is not about it.
func isStopWord(word string) bool {
	return len(word) < 2 || english.IsStopWord(word) || strings.Contains(german+asking, " "+word+" ")
}

package summary

import (
	"strings"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// language is what is known about the language of a text: which words carry no
// meaning, and what part of a word does. The zero value serves any language.
type language struct {
	stop func(word string) bool
	stem func(word string) string
}

// Words of languages the stemmer library lacks, and English ones its list lacks.
const (
	moreEnglish = "also can could may might must shall would will ll ve re isn doesn didn don won cannot us upon yet " +
		"though although whether however therefore thus hence etc within without across along via per among one two said " +
		"says get gets got let make makes made like much many every another either neither rather quite even ever never " +
		"always often still already else instead otherwise first last next new way ways thing things since toward towards " +
		"around yes ok well just back go goes going went come comes came see seen use used uses using need needs"
	german = "aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist " +
		"da damit dann das dass dein dem den denn der des dessen die dies diese diesem diesen dieser dieses doch dort du " +
		"durch ein eine einem einen einer eines er es etwas euch für gegen gewesen hab habe haben hat hatte hatten hier " +
		"hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein " +
		"keine können könnte man mehr mein mit muss nach nicht nichts noch nun nur ob oder ohne sehr sei sein seine " +
		"seinem seinen seiner seit sich sie sind so soll sollte sondern sonst über um und uns unser unter viel vom von " +
		"vor war waren was weil weiter welche wenn wer werde werden wie wieder will wir wird wo wurde wurden zu zum zur " +
		"zwar zwischen"
)

// languages are all known ones. The order decides a tie.
func languages() []language {
	englishToo, germanWords := wordSet(moreEnglish), wordSet(german)
	library := func(stop func(string) bool, stem func(string, bool) string) language {
		return language{stop, func(word string) string { return stem(word[:min(len(word), 60)], true) }}
	}
	return []language{
		library(func(w string) bool { return english.IsStopWord(w) || englishToo[w] }, english.Stem),
		library(spanish.IsStopWord, spanish.Stem), library(french.IsStopWord, french.Stem),
		{func(w string) bool { return germanWords[w] }, prefixStem}, library(russian.IsStopWord, russian.Stem),
		library(swedish.IsStopWord, swedish.Stem), library(norwegian.IsStopWord, norwegian.Stem),
		library(hungarian.IsStopWord, hungarian.Stem),
	}
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// prefixStem serves languages without a stemmer: the first six letters, which
// retrieval work has found to do nearly as well across European languages.
func prefixStem(word string) string {
	runes := []rune(word)
	return string(runes[:min(len(runes), 6)])
}

// detectLanguage counts the stop words of each language among the first words
// of a text. Below one word in seven no language is sure enough, and short
// words are taken for stop words instead.
func detectLanguage(text string) language {
	all := languages()
	hits := make([]int, len(all))
	best, total := 0, 0
	eachRun(text[:min(len(text), 16<<10)], func(start, end int, s script) {
		if s != spaced {
			return
		}
		total++
		for i, word := 0, strings.ToLower(text[start:end]); i < len(all); i++ {
			if all[i].stop(word) {
				hits[i]++
			}
			if hits[i] > hits[best] {
				best = i
			}
		}
	})
	if hits[best]*7 < total || hits[best] == 0 {
		return language{func(word string) bool { return utf8.RuneCountInString(word) <= 3 }, prefixStem}
	}
	return all[best]
}

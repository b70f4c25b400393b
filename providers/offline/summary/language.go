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
	name string
	stop func(word string) bool
	stem func(word string) string
}

// Words of languages the stemmer library lacks, and English ones its list lacks.
const (
	moreEnglish = "also can could may might must shall would will ll ve re isn doesn didn don won cannot us upon yet " +
		"though although whether however therefore thus hence etc within without across along via per among one two " +
		"said says get gets got let make makes made like much many every another either neither rather quite even ever " +
		"never always often still already else instead otherwise first last next new way ways thing things since toward " +
		"towards around yes ok well just back go goes going went come comes came see seen use used uses using need needs"
	german = "aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da " +
		"damit dann das dass dein dem den denn der des dessen die dies diese diesem diesen dieser dieses doch dort du durch " +
		"ein eine einem einen einer eines er es etwas euch für gegen gewesen hab habe haben hat hatte hatten hier hin ich " +
		"ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes jetzt kann kein keine können " +
		"könnte man mehr mein mit muss nach nicht nichts noch nun nur ob oder ohne sehr sei sein seine seinem seinen seiner " +
		"seit sich sie sind so soll sollte sondern sonst über um und uns unser unter viel vom von vor war waren was weil " +
		"weiter welche wenn wer werde werden wie wieder will wir wird wo wurde wurden zu zum zur zwar zwischen"
	dutch = "aan al alles als altijd bij daar dan dat de der deze die dit doch doen door dus een en er ge geen geweest haar " +
		"had heb hebben heeft hem het hier hij hoe hun iets ik in is ja je kan kon kunnen maar me meer men met mij mijn " +
		"moet na naar niet niets nog nu of om omdat ons ook op over reeds te tegen toch toen tot u uit uw van veel voor " +
		"want waren was wat werd wezen wie wij wil worden wordt zal ze zei zelf zich zij zijn zo zonder zou"
	italian = "a ad ai al alla alle allo anche avere c che chi ci coi col come con così cui da dai dal dalla dalle dallo de " +
		"degli dei del dell della delle dello di dove e ed era erano essere fu gli ha hanno ho i il in io l la le lei lo " +
		"loro lui ma mi mia mio molto ne negli nei nel nella nelle nello noi non nostra nostro o per perché più può qual " +
		"quale quando quanto quella quelle quelli quello questa queste questi questo qui se sei si sia sono sta stata stato " +
		"su sua sue sui sul sulla sulle suo suoi ti tra tu tutti tutto un una uno vi voi"
	portuguese = "a ao aos aquela aquele as até com como da das de dela dele deles depois do dos e ela elas ele eles em entre " +
		"era eram essa esse esta estas este estes está estão eu foi foram há isso isto já lhe mais mas me mesmo meu minha " +
		"muito na nas não nem no nos nossa nosso num numa nós o onde os ou para pela pelas pelo pelos por qual quando que " +
		"quem se seja sem ser será seu seus são só sua suas também te tem tinha um uma você vocês"
)

// languages are all known ones. The order decides a tie.
func languages() []language {
	moreStops := wordSet(moreEnglish)
	return []language{
		{"english", func(w string) bool { return english.IsStopWord(w) || moreStops[w] }, stemmer(english.Stem)},
		{"spanish", spanish.IsStopWord, stemmer(spanish.Stem)},
		{"french", french.IsStopWord, stemmer(french.Stem)},
		{"german", inSet(german), prefixStem},
		{"russian", russian.IsStopWord, stemmer(russian.Stem)},
		{"portuguese", inSet(portuguese), prefixStem},
		{"italian", inSet(italian), prefixStem},
		{"dutch", inSet(dutch), prefixStem},
		{"swedish", swedish.IsStopWord, stemmer(swedish.Stem)},
		{"norwegian", norwegian.IsStopWord, stemmer(norwegian.Stem)},
		{"hungarian", hungarian.IsStopWord, stemmer(hungarian.Stem)},
	}
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

func inSet(words string) func(string) bool {
	set := wordSet(words)
	return func(w string) bool { return set[w] }
}

// stemmer guards a library stemmer: words too long to be words are left as they are.
func stemmer(stem func(string, bool) string) func(string) string {
	return func(word string) string {
		if len(word) > 60 {
			return word
		}
		return stem(word, true)
	}
}

// prefixStem serves languages without a stemmer: the first six letters, which
// retrieval work has found to do nearly as well across European languages.
func prefixStem(word string) string {
	count := 0
	for i := range word {
		if count == 6 {
			return word[:i]
		}
		count++
	}
	return word
}

// detectLanguage counts the stop words of each language among the first words
// of a text. Below one word in seven no language is sure enough, and short
// words are taken for stop words instead.
func detectLanguage(text string) language {
	const sample = 3000
	all := languages()
	hits := make([]int, len(all))
	total := 0
	eachWord(text[:min(len(text), 64<<10)], func(word string) bool {
		if s, _ := scriptAt(word); s == spaced {
			total++
			lower := strings.ToLower(word)
			for i := range all {
				if all[i].stop(lower) {
					hits[i]++
				}
			}
		}
		return total < sample
	})
	best := 0
	for i := range hits {
		if hits[i] > hits[best] {
			best = i
		}
	}
	if hits[best]*7 < total || hits[best] == 0 {
		return language{stop: isShortWord, stem: prefixStem}
	}
	return all[best]
}

func isShortWord(word string) bool { return utf8.RuneCountInString(word) <= 3 }

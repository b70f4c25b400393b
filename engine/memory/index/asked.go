package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// asked is a word of a question.
type asked struct {
	word  string // folded
	count int    // how often it stands in the question
	whole bool   // an identifier that has parts
	name  bool   // it begins with a capital
	next  bool   // the next word stands right behind it
	part  int    // the sentence that it stands in

	joined string // with what a hyphen joins it to, "" where none does
}

// askedIn gives the words of a text that are searched for once each, by stems, in their order.
func askedIn(text string) []asked {
	r := asking{}
	for field := range strings.FieldsSeq(text) {
		r.field(field)
	}
	if r.lang = inEnglish; r.counts[inGerman] > r.counts[inEnglish] {
		r.lang = inGerman
	}
	if r.counts[inFrench] > r.counts[r.lang] {
		r.lang = inFrench
	}
	all := r.choose(true)
	if len(all) == 0 {
		all = r.choose(false)
	}
	return all
}

// Languages whose questions are understood to some part.
const (
	inEnglish = iota
	inGerman
	inFrench
	languages
)

// asking reads a question.
type asking struct {
	words  []asked
	ends   []bool // of words: whether a sentence or a part of one ends behind them
	counts [languages]int
	lang   int
	tokens tokenizer
	past   int // sentences that have ended
}

func (r *asking) field(field string) {
	first, _ := utf8.DecodeRuneInString(field)
	from := len(r.words)
	begins := from == 0 || r.ends[from-1]
	r.tokens.words(field, func(b []byte) {
		word := string(b)
		for lang, list := range stops {
			if has(list, word) || lang == inEnglish && stopWord(word) {
				r.counts[lang]++
			}
		}
		r.words = append(r.words, asked{word: word, count: 1, whole: r.tokens.compound,
			name: unicode.IsUpper(first) && !begins, part: r.past})
		r.ends = append(r.ends, false)
	})
	if some := r.words[from:]; strings.Contains(field, "-") && len(some) > 1 {
		joined := ""
		for _, w := range some {
			joined += w.word
		}
		for i := range some {
			some[i].joined = joined
		}
	}
	mark := strings.ContainsAny(field[len(field)-1:], ".,;:!?") && !abbreviated(field)
	if n := len(r.ends); n > 0 && (mark || len(r.words) == from) {
		r.ends[n-1] = true
		if field[len(field)-1] != ',' && len(r.words) > from {
			r.past++
		}
	}
}

// abbreviated reports whether a full stop belongs to a short word with a capital, such as a title.
func abbreviated(field string) bool {
	first, _ := utf8.DecodeRuneInString(field)
	return len(field) < 5 && unicode.IsUpper(first) && strings.HasSuffix(field, ".")
}

// common reports whether a word only joins others.
func (r *asking) common(word string) bool {
	return has(stops[r.lang], word) || r.lang == inEnglish && stopWord(word)
}

// choose gives the words that do more than join others, or all.
func (r *asking) choose(telling bool) (all []asked) {
	last := -1 // the word that was chosen last
	at := map[string]int{}
	for i, w := range r.words {
		if telling && r.common(w.word) {
			continue
		}
		w.name = w.name && r.lang != inGerman // where each noun has a capital
		base := stem(w.word)
		before, known := at[base]
		if known {
			have := &all[before]
			have.count++
			have.part = w.part
		} else {
			at[base] = len(all)
			all = append(all, w)
		}
		if n := len(all) - 1; last >= 0 && last == i-1 && !r.ends[last] && !known && n > 0 {
			all[n-1].next = true
		}
		last = i
	}
	return all
}

func has(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// stops are the words of each language that only join others, folded.
var stops = [languages]string{
	inEnglish: " much many often use used uses still also could would may might must shall us upon via whose per please ",
	inGerman: " der die das den dem des ein eine einer eines einem einen im am zum zur und oder ist sind war " +
		"waren hat hatte haben wird wurde werden wir ihr sie es ich er man mir mich uns mit von vom beim " +
		"fur auf an in bei zu aus nach um uber unter wann was wer wen wem wie wo warum wozu woher wohin " +
		"welche welchem welchen welcher welches mein meine meinem meinen meiner unser unsere unserem " +
		"unseren unserer als auch noch denn doch mal bitte nicht kein keine viel viele lang lange gibt " +
		"kann soll muss du dir dich hast bin so dass ob wenn da hier sich furs ",
	inFrench: " le la les l un une des du de d et ou est sont a au aux en sur par pour dans avec sans sous chez " +
		"ce cet cette ces mon ma mes son sa ses notre nos votre vos il elle on je j nous vous ils elles y " +
		"ne n pas plus que qu qui quoi quel quelle quels quelles quand comment combien pourquoi c s t m me " +
		"te se etait ont ai as avons avez fait faut tu toi moi si ca ",
}

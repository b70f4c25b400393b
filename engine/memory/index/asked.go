package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// asked is a word of a question.
type asked struct {
	word  string  // folded
	count int     // how often it stands in the question
	whole bool    // an identifier that has parts
	part  float64 // how much of its weight it has there
	name  bool    // it begins with a capital
	next  bool    // the next word stands right behind it
	in    uint64  // the sentences of the question that it stands in, by their bits

	joined string // with what a hyphen joins it to, "" where none does
}

// Of words that say how something is asked rather than of what, so much counts: they are
// often put otherwise in a note. Two characters of a script without spaces are as often the
// end of one word and the beginning of another.
const (
	verbPart  = 0.2
	nounPart  = 0.3
	solidPart = 0.5
	framePart = 0.15
)

// askedIn gives the words of a text that are searched for once each, by stems, in their order.
func askedIn(text string) []asked {
	r := asking{at: map[string]int{}}
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
	at     map[string]int
	tokens tokenizer
	past   int  // sentences that have ended
	helped bool // an auxiliary lacks its verb yet
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
		r.words = append(r.words, asked{word: word, count: 1, whole: r.tokens.compound, part: 1,
			name: unicode.IsUpper(first) && !begins, in: 1 << min(r.past, 63)})
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
	if n := len(r.ends); n > 0 && strings.ContainsAny(field[len(field)-1:], ".,;:!?") && !abbreviated(field) {
		r.ends[n-1] = true
		if field[len(field)-1] != ',' {
			r.past++
		}
	}
}

// abbreviated reports whether a full stop belongs to a short word with a capital, such as a title.
func abbreviated(field string) bool {
	first, _ := utf8.DecodeRuneInString(field)
	return len(field) < 5 && unicode.IsUpper(first) && strings.HasSuffix(field, ".")
}

// choose gives the words that tell something, or all.
func (r *asking) choose(telling bool) (all []asked) {
	last := -1 // the word that was chosen last
	clear(r.at)
	framed := r.frame()
	for i, w := range r.words {
		verb := r.verb(i)
		if telling && (has(stops[r.lang], w.word) || r.lang == inEnglish && stopWord(w.word) || has(framing, w.word)) {
			continue
		}
		if first, _ := utf8.DecodeRuneInString(w.word); classOf(first) == classSolid {
			w.part = solidPart
		}
		if verb {
			w.part = verbPart
		} else if has(vague, w.word) {
			w.part = nounPart
		}
		if i < framed && (!w.name || r.lang == inGerman) { // where each noun has a capital
			w.part = min(w.part, framePart)
		}
		base := stem(w.word)
		at, known := r.at[base]
		if !known {
			at = len(all)
			r.at[base] = at
			all = append(all, w)
		} else {
			all[at].count++
			all[at].in |= w.in
			all[at].part = max(all[at].part, w.part)
		}
		if n := len(all) - 1; last >= 0 && last == i-1 && !r.ends[last] && !known && n > 0 {
			all[n-1].next = true
		}
		last = i
	}
	return all
}

// frame is how many words stand before what is asked, which only say what it is wanted for: the parts of a sentence
// before the one that asks, and what stands before "I need" and the like.
func (r *asking) frame() int {
	from, wish := 0, 0
	for i, w := range r.words {
		if has(asks[r.lang], w.word) {
			return max(from, wish)
		}
		if has(wishes[r.lang], w.word) && len(r.words)-i > 3 {
			wish = i
		}
		if r.ends[i] {
			from = i + 1
		}
	}
	return wish
}

// verb reports whether a word is what is done rather than what is spoken of: a common one, one
// right before an article, the last one where an auxiliary lacks it, a participle at the end.
func (r *asking) verb(i int) bool {
	word, last := r.words[i].word, i+1 == len(r.words) || r.ends[i]
	switch {
	case has(helpers[r.lang], word):
		r.helped = true
	case has(doing, word) || !last && has(articles[r.lang], r.words[i+1].word) && !has(stops[r.lang], word) &&
		!stopWord(word):
		r.helped = false
		return true
	case last && i > 2 && !r.words[i].name:
		return r.helped || strings.HasSuffix(word, "ed") && stem(word) != word
	}
	if r.helped && i > 0 && has(persons[r.lang], r.words[i-1].word) {
		r.helped = false
		return true
	}
	if i > 0 && has(passives, r.words[i-1].word) && strings.HasSuffix(word, "ed") && stem(word) != word {
		return true
	}
	return i > 0 && has(manners, r.words[i-1].word)
}

// passives are what a participle stands behind.
const passives = " is are was were be been got has have "

func has(list, word string) bool { return strings.Contains(list, " "+word+" ") }

// What is said in questions, folded.
var (
	stops = [languages]string{
		inGerman: " der die das den dem des ein eine einer eines einem einen im am zum zur und oder ist sind war " +
			"waren hat hatte haben wird wurde werden wir ihr sie es ich er man mir mich uns mit von vom beim " +
			"fur auf an in bei zu aus nach um uber unter wann was wer wen wem wie wo warum wozu woher wohin " +
			"welche welchem welchen welcher welches mein meine meinem meinen meiner unser unsere unserem " +
			"unseren unserer als auch noch denn doch mal bitte nicht kein keine viel viele lang lange gibt " +
			"kann soll muss ",
		inFrench: " le la les l un une des du de d et ou est sont a au aux en sur par pour dans avec sans sous chez " +
			"ce cet cette ces mon ma mes son sa ses notre nos votre vos il elle on je j nous vous ils elles y " +
			"ne n pas plus que qu qui quoi quel quelle quels quelles quand comment combien pourquoi c s t m me " +
			"te se etait ont ai as avons avez fait faut ",
	}
	asks = [languages]string{
		inEnglish: " what which who whom whose when where why how ",
		inGerman:  " was wer wen wem wann wo wie warum welche welchem welchen welcher welches woher wohin ",
		inFrench:  " qui quoi quel quelle quels quelles quand comment combien ou pourquoi ",
	}
	wishes = [languages]string{
		inEnglish: " need know tell find looking remind ",
		inGerman:  " brauche brauchen suche suchen wissen ",
		inFrench:  " cherche besoin savoir faut ",
	}
	articles = [languages]string{
		inEnglish: " the a an my our your his her their this that these those me us him them ",
		inGerman:  " die das den ein eine einen man mein meine meinen unser unsere unseren ",
		inFrench:  " le la les l un une mon ma mes notre nos ce cet cette ces ",
	}
	persons = [languages]string{
		inEnglish: " i you we they he she it ",
		inGerman:  " ich du wir ihr sie er es ",
		inFrench:  " je tu il elle nous vous on ils elles ",
	}
	helpers = [languages]string{
		inEnglish: " do does did can could may might must shall should will would ",
		inGerman:  " wird wurde wurden werden kann konnen muss mussen soll sollen darf ",
		inFrench:  " peut doit faut ",
	}
)

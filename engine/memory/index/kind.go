package index

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kinds are kinds of values: those that a question asks for, or that stand in a text.
type kinds uint8

const (
	kindNumber kinds = 1 << iota
	kindTime         // of a day
	kindDay          // of a week or a year, or a date
	kindPhone        // many digits
	kindMail
	kindName
)

// wanted gives the kinds of values one of which a question asks for; none where it does not say so by itself.
func wanted(text string) (k kinds) {
	before := ""
	for field := range strings.FieldsSeq(text) {
		word, _, _ := strings.Cut(strings.ToLower(strings.Trim(strings.ReplaceAll(field, "’", "'"), marks)), "'")
		for kind, list := range askedFor {
			if has(list[0], word) || has(list[1], word) && has(askers, before) {
				k |= kinds(1) << kind
			}
		}
		before = word
	}
	switch {
	case k&kindMail != 0:
		return kindMail
	case k&kindPhone != 0 && k&kindNumber != 0:
		return kindPhone
	case k&(kindDay|kindTime) != 0:
		k |= kindDay | kindTime | kindNumber // such as in how many days
	}
	return k &^ kindPhone
}

const (
	marks  = ".,;:!?()[]{}\"'*_~=`¿¡"
	askers = " how what which wie welchem welcher welche welches quel quelle qué "
)

// askedFor are, of each kind of values, the words that ask for one, and those that do behind an asker.
var askedFor = [...][2]string{
	{" cost costs price number code pin version release nummer kostet preis combien cuánto cuántos cuánta " +
		"cuántas numéro número precio prix ",
		" many much long old high tall heavy wide deep big large far fast often hot warm viel viele lang alt " +
			"hoch schwer breit tief gross weit "},
	{" uhrzeit ", " time hour uhr hora heure "},
	{" when birthday deadline wann geburtstag quand cuándo ",
		" day evening weekday month date tag datum jour día fecha "},
	{" phone telephone telefonnummer handynummer téléphone teléfono ", ""},
	{" email e-mail courriel ", ""},
	{" who whom wer wem wen qui quién quien ", ""},
}

const (
	days = " Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays " +
		"Fridays Saturdays Sundays Mon Tue Wed Thu Fri Sat Sun January February March April May June July " +
		"August September October November December Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec " +
		"Easter Christmas Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag montags dienstags " +
		"mittwochs donnerstags freitags samstags sonntags Januar Februar März Mai Juni Juli Oktober " +
		"Dezember lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin " +
		"juillet août septembre octobre novembre décembre lunes martes miércoles jueves viernes sábado " +
		"domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
	hours   = " am pm noon midnight o'clock oclock uhr mittags heures midi minuit mediodía "
	numbers = " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
		"seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred " +
		"thousand half dozen first second third fourth fifth sixth seventh eighth ninth tenth once twice " +
		"zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert deux trois " +
		"quatre cinq six sept huit neuf dix onze douze vingt cent dos tres cuatro cinco seis siete ocho " +
		"nueve diez once doce veinte "
)

// kindsOf gives the kinds of values in a text; words of the question are no names that answer it.
func (q *question) kindsOf(text string) (k kinds) {
	digits, begins, stamp, before := 0, true, false, false
	for field := range strings.FieldsSeq(text) {
		if stamp = stamp || len(field) > 1 && field[0] == '[' && field[1]-'0' < 10; stamp { // when it was written
			stamp, begins = !strings.Contains(field, "]"), true
			continue
		}
		word := strings.Trim(field, marks)
		low, _, _ := strings.Cut(strings.ToLower(word), "-")
		n := digitsIn(word)
		if digits += n; n == 0 {
			digits = 0
		}
		first, _ := utf8.DecodeRuneInString(word)
		capital := unicode.IsUpper(first)
		switch {
		case strings.Contains(word, "@"):
			k |= kindMail
		case n > 0:
			k |= kindsOfNumber(word)
			if capital {
				k |= kindName // a mark of somebody
			}
			if digits >= 7 {
				k |= kindPhone
			}
		case has(days, word):
			k |= kindDay
		case has(hours, low):
			k |= kindTime
		case has(numbers, low):
			k |= kindNumber
		case capital && (!begins || before) && q.words(word) == 0:
			k |= kindName
		}
		before = begins && capital && !stopWord(low)
		begins = n == 0 && !unicode.IsLetter(first) || strings.ContainsAny(field[len(field)-1:], ".!?:")
	}
	return k
}

// kindsOfNumber gives the kinds of values that a word with digits is.
func kindsOfNumber(word string) kinds {
	k := kindNumber
	if i := strings.IndexByte(word, ':'); i > 0 && word[i-1]-'0' < 10 {
		k |= kindTime
	}
	if strings.Count(word, "-") == 2 || strings.Count(word, "/") == 2 || strings.Count(word, ".") == 2 {
		k |= kindDay
	}
	return k
}

func digitsIn(word string) (n int) {
	for i := range len(word) {
		if word[i]-'0' < 10 {
			n++
		}
	}
	return n
}

// values gives the kinds of values in the passages of a note that are most about what was asked and in its title, and
// those in the whole note.
func (r *ranking) values(c *candidate) (near, all kinds) {
	s := r.g.segments[c.seg]
	above := r.ask.words(s.outline(c.note))
	near = r.ask.kindsOf(string(s.details(c.note).title))
	all = near
	for rest := c.body; rest != ""; {
		end := passageEnd(rest)
		k := r.ask.kindsOf(rest[:end])
		if all |= k; (above|r.ask.words(rest[:end]))&c.near == c.near {
			near |= k
		}
		rest = rest[end:]
	}
	return near, all
}

// How much less likely a note answers that has no value of the kind that is asked for at all, or only elsewhere.
const lacksKind, farKind = 1, 0.3

// lacking is how much less likely a note answers for the values that it lacks.
func (r *ranking) lacking(c *candidate) float64 {
	if r.ask.wants == 0 {
		return 0
	}
	switch near, all := r.values(c); {
	case near&r.ask.wants != 0:
		return 0
	case all&r.ask.wants != 0:
		return farKind
	}
	return lacksKind
}

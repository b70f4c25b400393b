package index

import (
	"cmp"
	"database/sql"
	"errors"
	"math"
	"slices"
	"strings"

	"pp/engine"
)

const (
	maxQuestion = 16 << 10 // bytes of a question that are looked at
	maxTerms    = 24       // words that are searched for; of more those that are worth most
	manyWords   = 100      // of a text with more of them no word is taken for a typing error
	maxExcerpt  = 300
)

// question is the words of a text that are searched for, by their stems, and what each is worth: the rarest 1, one that
// every note has a half, and one that no note has a tenth.
type question struct {
	worth map[string]float64
	all   float64 // of all words
}

const (
	leastWorth   = 0.5
	unknownWorth = 0.1
)

// ask reads a question. A word that no note has is taken for the nearest one that some have, where there is one.
func (x *Index) ask(text string) (q question, err error) {
	words := askedWords(shorten(text, maxQuestion))
	var notes int
	if err := x.db.QueryRow("SELECT coalesce(sum(notes), 0) FROM files").Scan(&notes); err != nil {
		return q, err
	}
	rarest := rarity(notes, 1)
	q.worth = map[string]float64{}
	for _, word := range words {
		term := stem(word)
		n, err := x.notesWith(term)
		if err == nil && n == 0 && len(words) <= manyWords {
			term, n, err = x.nearestTerm(term)
		}
		if err != nil {
			return q, err
		}
		q.worth[term] = unknownWorth
		if n > 0 {
			q.worth[term] = leastWorth + (1-leastWorth)*min(1, rarity(notes, n)/rarest)
		}
	}
	terms := make([]string, 0, len(q.worth))
	for t := range q.worth {
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(a, b string) int {
		return cmp.Or(cmp.Compare(q.worth[b], q.worth[a]), strings.Compare(a, b))
	})
	for _, t := range terms[min(len(terms), maxTerms):] {
		delete(q.worth, t)
	}
	for _, w := range q.worth {
		q.all += w
	}
	return q, nil
}

// rarity is how much a word tells that n of some notes have.
func rarity(notes, n int) float64 {
	return math.Log(1 + (float64(max(notes-n, 0))+0.5)/(float64(n)+0.5))
}

// askedWords gives the words of a text, folded and each once, without those that no question is about; all of them
// where there are no others.
func askedWords(text string) (words []string) {
	var t tokenizer
	var all []string
	t.words(text, func(b []byte) {
		word := string(b)
		if slices.Contains(all, word) {
			return
		}
		if all = append(all, word); !isStopWord(word) {
			words = append(words, word)
		}
	})
	if len(words) == 0 {
		return all
	}
	return words
}

func (x *Index) notesWith(term string) (n int, err error) {
	err = x.db.QueryRow("SELECT doc FROM vocabulary WHERE term = ?", term).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}

// leastMistyped is how long a word is at least that may be mistyped, and how many letters at its beginning are right.
const (
	leastMistyped = 4
	sureLetters   = 1
)

// nearestTerm gives the term that differs least from one that no note has, by one letter or two neighbours exchanged;
// of several the most common. It gives the term itself where there is none.
func (x *Index) nearestTerm(term string) (near string, notes int, err error) {
	near = term
	if len(term) < leastMistyped || term[0] < 'a' || term[0] > 'z' {
		return near, 0, nil
	}
	begin := term[:sureLetters]
	rows, err := x.db.Query("SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?", begin,
		string(begin[0]+1))
	if err != nil {
		return near, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var other string
		var n int
		if err := rows.Scan(&other, &n); err != nil {
			return near, 0, err
		}
		if d := len(other) - len(term); n > notes && d >= -1 && d <= 1 && engine.Distance(other, term) == 1 {
			near, notes = other, n
		}
	}
	return near, notes, rows.Err()
}

// match is the question as FTS5 takes it: notes with any of the words.
func (q question) match() string {
	var quoted []string
	for t := range q.worth {
		quoted = append(quoted, `"`+t+`"`)
	}
	slices.Sort(quoted)
	return strings.Join(quoted, " OR ")
}

// likeness is how like a question some texts are, from 0 to 1: the square of the share that they have of it, so that
// texts that lack one word of four are not very like it.
func (q question) likeness(texts ...string) float64 {
	share := q.share(texts...)
	return share * share
}

// share is how much of the question's worth some texts have between them, from 0 to 1.
func (q question) share(texts ...string) float64 {
	sum := 0.0
	for t := range q.in(texts...) {
		sum += q.worth[t]
	}
	return sum / max(q.all, 1e-9)
}

// in gives the terms of the question that stand in some texts.
func (q question) in(texts ...string) map[string]bool {
	has := map[string]bool{}
	var t tokenizer
	for _, text := range texts {
		t.words(text, func(b []byte) {
			if term := stem(string(b)); q.worth[term] > 0 {
				has[term] = true
			}
		})
	}
	return has
}

// excerpt gives the sentences of a text that have most of the question between them.
func (q question) excerpt(body string) string {
	body = strings.ToValidUTF8(strings.TrimSpace(body), "\ufffd")
	if len(q.worth) == 0 || len(body) <= maxExcerpt {
		return shorten(body, maxExcerpt)
	}
	var starts []int // of the sentences of one excerpt
	best, most := 0, 0.0
	for start, end := 0, 0; start < len(body); start = end {
		end = start + sentenceEnd(body[start:])
		starts = append(starts, start)
		for len(starts) > 1 && end-starts[0] > maxExcerpt {
			starts = starts[1:]
		}
		if share := q.share(body[starts[0]:end]); share > most {
			best, most = starts[0], share
		}
	}
	return strings.TrimSpace(shorten(body[best:], maxExcerpt))
}

// sentenceEnd is where the first sentence of a text ends, or the first line, or what has about half the length of an
// excerpt.
func sentenceEnd(text string) int {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n', c == ' ' && i > 0 && (i > maxExcerpt/2 || strings.IndexByte(".!?", text[i-1]) >= 0):
			return i + 1
		}
	}
	return len(text)
}

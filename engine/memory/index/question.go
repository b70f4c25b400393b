package index

import (
	"cmp"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"

	"pp/engine"
)

const (
	maxQuestion = 16 << 10 // bytes of a question that are looked at
	maxTerms    = 24       // stems that are searched for; of more the rarest
	manyWords   = 100      // of a text with more of them no word is taken for a typing error
	maxExcerpt  = 300
)

// question is the stems of a text that are searched for, and what each is worth: those that no note has little, so that
// a note that has all others still fits.
type question map[string]float64

// ask reads a question. A word that no note has is taken for the nearest one that some have, where there is one.
func (x *Index) ask(text string) (question, error) {
	asked := askedWords(shorten(text, maxQuestion))
	notes := map[string]int{} // that have a term
	for _, word := range asked {
		term := stem(word)
		n, err := x.notesWith(term)
		if err == nil && n == 0 && len(asked) <= manyWords {
			term, n, err = x.nearestTerm(term)
		}
		if err != nil {
			return nil, err
		}
		notes[term] = n
	}
	terms := slices.SortedFunc(maps.Keys(notes), func(a, b string) int {
		return cmp.Or(cmp.Compare(uint(notes[a]-1), uint(notes[b]-1)), strings.Compare(a, b)) // unknown ones are last
	})
	q := question{}
	for _, t := range terms[:min(len(terms), maxTerms)] {
		if q[t] = 1; notes[t] == 0 {
			q[t] = 0.1
		}
	}
	return q, nil
}

// askedWords gives the words of a text without those that no question is about; all where there are no others.
func askedWords(text string) []string {
	all := words(text)
	if asked := slices.DeleteFunc(slices.Clone(all), isStopWord); len(asked) > 0 {
		return asked
	}
	return all
}

func (x *Index) notesWith(term string) (n int, err error) {
	err = x.db.QueryRow("SELECT doc FROM vocabulary WHERE term = ?", term).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}

// leastMistyped is how long a word is at least that may be mistyped.
const leastMistyped = 4

// nearestTerm gives the most common term that differs from one that no note has by one letter, or by two neighbours
// exchanged, and begins with the same letter. It gives the term itself where there is none.
func (x *Index) nearestTerm(term string) (near string, notes int, err error) {
	if near = term; len(term) < leastMistyped || term[0] < 'a' || term[0] > 'z' {
		return near, 0, nil
	}
	rows, err := x.db.Query("SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?", term[:1], string(term[0]+1))
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
	return `"` + strings.Join(slices.Sorted(maps.Keys(q)), `" OR "`) + `"`
}

// share is how much of the question a text has, from 0 to 1.
func (q question) share(text string) float64 {
	has := map[string]bool{}
	for _, w := range words(text) {
		has[stem(w)] = true
	}
	all, sum := 0.0, 0.0
	for t, worth := range q {
		if all += worth; has[t] {
			sum += worth
		}
	}
	return sum / max(all, 1e-9)
}

// excerpt gives the sentences of a text that have most of the question between them.
func (q question) excerpt(body string) string {
	body = strings.ToValidUTF8(strings.TrimSpace(body), "\ufffd")
	if len(q) == 0 || len(body) <= maxExcerpt {
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

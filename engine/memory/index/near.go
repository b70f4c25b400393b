package index

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// place finds the words of a question in a note and the titles above, and of which persons it speaks by one of their
// names alone.
func (q *question) place(c *candidate, titles, body string) {
	text := titles + "\n" + body
	c.slots |= q.words(text)
	for i := range q.slots[:max(0, len(q.slots)-1)] {
		if !q.slots[i].next || !q.slots[i].name || !q.slots[i+1].name {
			continue
		}
		switch c.slots >> i & 3 {
		case 1:
			if !q.alone(text, i, 1) {
				c.other |= 2 << i
			}
		case 2:
			if !q.alone(text, i+1, -1) {
				c.other |= 1 << i
			}
		case 3:
			if !q.beside(text, i) {
				c.slots, c.other = c.slots&^(2<<i), c.other|2<<i
			}
		}
	}
}

// beside reports whether a word and the next one stand near each other somewhere in a text: else they are the names
// of two persons.
func (q *question) beside(text string, i int) bool {
	first, last, at := -nearNames, -nearNames, 0
	for field := range strings.FieldsSeq(text) {
		some := q.words(field)
		if at++; some>>i&1 != 0 {
			first = at
		}
		if some>>i&2 != 0 {
			last = at
		}
		if some>>i&3 != 0 && max(first, last)-min(first, last) < nearNames {
			return true
		}
	}
	return false
}

const nearNames = 3

// alone reports whether a name stands somewhere in a text without another one on that side of it.
func (q *question) alone(text string, i, side int) bool {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		for at, field := range fields {
			if q.words(field)&(1<<i) == 0 {
				continue
			}
			if side < 0 && (at == 0 || ends(fields[at-1])) || side > 0 && (at+1 == len(fields) || ends(field)) {
				return true
			}
			beside := fields[at+side]
			if first, _ := utf8.DecodeRuneInString(beside); !unicode.IsUpper(first) || has(titlesOfPersons, beside) {
				return true
			}
		}
	}
	return false
}

const titlesOfPersons = " Mr Mrs Ms Dr Frau Herr Old Aunt "

// ends reports whether nothing that follows belongs to a name: behind a mark, or a genitive.
func ends(field string) bool {
	return strings.ContainsAny(field[len(field)-1:], ".,;:!?)\"") || strings.HasSuffix(field, "'s") ||
		strings.HasSuffix(field, "’s")
}

// words gives which words of the question stand in a text. What was found out of a word is kept: texts about one thing
// have the same ones.
func (q *question) words(text string) (slots uint32) {
	if q.known == nil {
		q.known = map[string]uint32{}
		for i := range q.slots {
			for _, v := range q.slots[i].terms {
				q.begins[beginOf(v.term)] = true
			}
		}
	}
	var t tokenizer
	t.words(text, func(b []byte) {
		if len(b) < 2 || !q.begins[beginOf(b)] {
			return
		}
		has, known := q.known[string(b)]
		if !known {
			word := string(b)
			base := stem(word)
			for i := range q.slots {
				if slices.ContainsFunc(q.slots[i].terms, func(v variant) bool { return v.term == base }) {
					has |= 1 << i
				}
			}
			q.known[word] = has
		}
		slots |= has
	})
	return slots
}

// beginOf makes a number of the first two bytes of a word, which a stem has, too.
func beginOf[T string | []byte](word T) byte {
	if len(word) < 2 {
		return 0
	}
	return word[0]*31 + word[1]
}

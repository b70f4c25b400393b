package script

import (
	"sort"
	"strings"
)

// Text is a text with the places in a file that it was taken from.
type Text struct {
	S      string
	pieces []piece
}

// piece says where the text from an offset on stands in the file.
type piece struct {
	at        int  // offset in the text
	line, col int  // both from 1, the column in bytes
	fixed     bool // all of it stands for this one place
}

// Position is the line and column, in bytes, that an offset of the text stands at in the file. Both count from 1; a
// text from nowhere stands at 1:1.
func (t Text) Position(offset int) (line, col int) {
	i := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].at > offset }) - 1
	if i < 0 {
		if len(t.pieces) == 0 {
			return 1, 1
		}
		i = 0
	}
	p := t.pieces[i]
	if p.fixed {
		return p.line, p.col
	}
	return p.line, p.col + max(0, offset-p.at)
}

// cut is a part of the text, with its places.
func (t Text) cut(from, to int) Text {
	out := Text{S: t.S[from:to]}
	first := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].at >= from })
	if first > 0 && (first == len(t.pieces) || t.pieces[first].at > from) {
		first--
	}
	for _, p := range t.pieces[first:] {
		if p.at >= to {
			break
		}
		if p.at < from {
			if !p.fixed {
				p.col += from - p.at
			}
			p.at = from
		}
		p.at -= from
		out.pieces = append(out.pieces, p)
	}
	return out
}

// trim is the text without the white space around it.
func (t Text) trim() Text {
	from := len(t.S) - len(strings.TrimLeft(t.S, " \t\r\n"))
	return t.cut(from, max(from, len(strings.TrimRight(t.S, " \t\r\n"))))
}

// writer puts a text together from parts of a file.
type writer struct {
	b      strings.Builder
	pieces []piece
}

// take adds text that stands so in the file, none of it after a line's end.
func (w *writer) take(s string, line, col int) {
	w.pieces = append(w.pieces, piece{at: w.b.Len(), line: line, col: col})
	w.b.WriteString(s)
}

// put adds text that stands for what is at one place in the file.
func (w *writer) put(s string, line, col int) {
	w.pieces = append(w.pieces, piece{at: w.b.Len(), line: line, col: col, fixed: true})
	w.b.WriteString(s)
}

// add adds a text.
func (w *writer) add(t Text) {
	for _, p := range t.pieces {
		p.at += w.b.Len()
		w.pieces = append(w.pieces, p)
	}
	w.b.WriteString(t.S)
}

func (w *writer) text() Text { return Text{w.b.String(), w.pieces} }

// takePlain adds a line without the sequences in it that only set colours, which tables of them hold as they are, and
// with the keys in quotes that look like numbers with a point.
func takePlain(w *writer, line string, number int) {
	from := 0
	for at := 0; at < len(line); at++ {
		switch {
		case line[at] == '\x1b':
			if n := colour(line[at:]); n > 0 {
				w.take(line[from:at], number, from+1)
				from = at + n
				at = from - 1
			}
		case line[at] == '.' && numberKey(line, at):
			w.take(line[from:at], number, from+1)
			w.put(`\`, number, at+1)
			from = at
		}
	}
	w.take(line[from:], number, from+1)
}

// colour is how long a sequence is that a text starts with and that sets a colour, none that hides: 0 where it is none.
func colour(s string) int {
	n := len("\x1b[")
	for n < len(s) && (s[n] == ';' || s[n] >= '0' && s[n] <= '9') {
		n++
	}
	if n >= len(s) || s[1] != '[' || s[n] != 'm' || strings.Contains(";"+s[2:n]+";", ";8;") {
		return 0
	}
	return n + 1
}

// numberKey reports whether the point at an offset is that of a key such as [6.0]=.
func numberKey(line string, at int) bool {
	from, end := at, at+1
	for from > 0 && line[from-1] >= '0' && line[from-1] <= '9' {
		from--
	}
	for end < len(line) && line[end] >= '0' && line[end] <= '9' {
		end++
	}
	return from > 0 && from < at && end > at+1 && line[from-1] == '[' && strings.HasPrefix(line[end:], "]=")
}

// lines splits a file into its lines, without their ends.
func lines(text string) []string {
	text = strings.TrimPrefix(text, "\ufeff")
	list := strings.Split(text, "\n")
	if n := len(list) - 1; list[n] == "" {
		list = list[:n]
	}
	for i := range list {
		list[i] = strings.TrimSuffix(list[i], "\r")
	}
	return list
}

package script

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// keyed reports whether text starts with a key and its colon.
func (r *yamlReader) keyed(rest string) bool { return keyEnd(rest) >= 0 }

// keyEnd is where the colon of a key stands, -1 where text starts with no key.
func keyEnd(rest string) int {
	from := 0
	for rest != "" && (rest[from] == '&' || rest[from] == '!') { // its anchor or tag
		n := strings.IndexByte(rest[from:], ' ')
		if n < 0 {
			return -1
		}
		if from += n + 1; from >= len(rest) {
			return -1
		}
	}
	if rest == "" || strings.IndexByte("|>%@`[{#", rest[from]) >= 0 {
		return -1
	}
	if (rest[from] == '-' || rest[from] == '?') && (from+1 == len(rest) || rest[from+1] == ' ') {
		return -1
	}
	if c := rest[from]; c == '"' || c == '\'' {
		end := quoteEnd(rest[from:])
		if end < 0 {
			return -1
		}
		from += end
		for from < len(rest) && rest[from] == ' ' {
			from++
		}
		if from < len(rest) && rest[from] == ':' && keyColon(rest[from:min(len(rest), from+2)]) {
			return from
		}
		return -1
	}
	for i := from; i < len(rest); i++ {
		switch {
		case rest[i] == ':' && (i+1 == len(rest) || rest[i+1] == ' ' || rest[i+1] == '\t'):
			return i
		case rest[i] == '#' && i > 0 && (rest[i-1] == ' ' || rest[i-1] == '\t'):
			return -1
		}
	}
	return -1
}

// quoteEnd is the offset after the quoted text that s starts with, -1 where it does not end in s.
func quoteEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[0] == '"' && s[i] == '\\':
			i++
		case s[i] != s[0]:
		case s[0] == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return -1
}

// key reads a key and its colon.
func (r *yamlReader) key() *yamlNode {
	rest := r.lines[r.at][r.col:]
	end := r.col + keyEnd(rest)
	tag, anchor := "", ""
	for rest[0] == '&' || rest[0] == '!' {
		if w := r.word(); w[0] == '&' {
			anchor = w[1:]
		} else {
			tag = w
		}
		if rest = r.spaces(); rest == "" || r.col > end {
			r.fail("a key that is nothing but its tag")
		}
	}
	n := r.node(yamlScalar)
	switch {
	case rest[0] == '*':
		n = r.alias(strings.TrimRight(r.lines[r.at][r.col:end], " "))
	case rest[0] == '"' || rest[0] == '\'':
		n = r.quoted(r.col)
	default:
		n.plain = true
		n.text = Text{S: strings.TrimRight(r.lines[r.at][r.col:end], " \t"), pieces: []piece{{line: n.line, col: n.col}}}
	}
	r.col = end + 1
	return r.named(n, tag, anchor)
}

// plain reads text without quotes, which goes on on lines that are indented deeper than its parent.
func (r *yamlReader) plain(parent int) *yamlNode {
	n := r.node(yamlScalar)
	n.plain = true
	var w writer
	empty, first := 0, true
	for !r.ended() {
		rest := r.spaces()
		if rest == "" {
			empty++
			r.next()
			continue
		}
		if !first && (r.col <= parent || rest[0] == '#') {
			break
		}
		text, comment := cutComment(rest)
		if keyColon(text) {
			r.fail("a second colon in a line; quote the text")
		}
		if !first {
			w.fold(empty, r.at+1, r.col+1)
		}
		w.take(text, r.at+1, r.col+1)
		first, empty = false, 0
		if r.next(); comment {
			break
		}
	}
	n.text = w.text()
	if n.text.S == "" || n.text.S == "~" || n.text.S == "null" {
		n.kind = yamlNull
	}
	return n
}

func keyColon(text string) bool {
	return strings.HasSuffix(text, ":") || strings.Contains(text, ": ") || strings.Contains(text, ":\t")
}

// fold joins two lines of text, with the empty ones between them.
func (w *writer) fold(empty, line, col int) {
	if empty == 0 {
		w.put(" ", line, col)
		return
	}
	w.put(strings.Repeat("\n", empty), line, col)
}

// cutComment is the text before a comment.
func cutComment(s string) (text string, comment bool) {
	for i := 1; i < len(s); i++ {
		if s[i] == '#' && (s[i-1] == ' ' || s[i-1] == '\t') {
			return strings.TrimRight(s[:i], " \t"), true
		}
	}
	return strings.TrimRight(s, " \t"), false
}

// literal reads text after | or >.
func (r *yamlReader) literal(parent int, folded bool) *yamlNode {
	n := r.node(yamlScalar)
	head, _ := cutComment(r.lines[r.at][r.col:])
	chomp, indent := byte(0), -1
	for _, c := range []byte(head[1:]) {
		switch {
		case c == '-' || c == '+':
			chomp = c
		case c >= '1' && c <= '9':
			indent = max(0, parent) + int(c-'0')
		case c != ' ' && c != '\t':
			r.fail("a block of text that starts in an unknown way")
		}
	}
	r.next()
	from := r.at
	for i := from; indent < 0 && i < len(r.lines); i++ {
		if trimmed := strings.TrimLeft(r.lines[i], " "); trimmed != "" {
			indent = len(r.lines[i]) - len(trimmed)
		}
	}
	if indent <= parent {
		indent = parent + 1
	}
	for ; r.at < len(r.lines); r.next() {
		line := r.lines[r.at]
		own := len(line) - len(strings.TrimLeft(line, " "))
		if own < len(line) && own < indent || own == 0 && r.ended() {
			break
		}
	}
	n.text = r.blockText(from, r.at, indent, chomp, folded)
	return n
}

// blockText is the text of the lines of a block.
func (r *yamlReader) blockText(from, to, indent int, chomp byte, folded bool) Text {
	last := to
	for last > from && strings.TrimLeft(r.lines[last-1], " ") == "" {
		last--
	}
	var w writer
	for i := from; i < last; i++ {
		line := r.lines[i]
		rest := line[min(indent, len(line)):]
		w.take(rest, i+1, indent+1)
		if i+1 == last {
			break
		}
		if folded && r.folds(i, indent) {
			empty := 0
			for ; r.content(i+1, indent) == ""; i++ {
				empty++
			}
			w.fold(empty, i+1, indent+1)
			continue
		}
		w.put("\n", i+1, indent+1+len(rest))
	}
	switch {
	case last == from && chomp != '+', r.open && last == len(r.lines):
	case chomp == '+':
		w.put(strings.Repeat("\n", to-last+min(1, last-from)), to, 1)
	case chomp == 0:
		w.put("\n", last, len(r.lines[last-1])+1)
	}
	return w.text()
}

func (r *yamlReader) content(line, indent int) string {
	return r.lines[line][min(indent, len(r.lines[line])):]
}

// folds reports whether a line of a folded block is joined to the next one that is not empty: neither may start with
// white space.
func (r *yamlReader) folds(line, indent int) bool {
	spaced := func(s string) bool { return s == "" || s[0] == ' ' || s[0] == '\t' }
	next := line + 1
	for r.content(next, indent) == "" {
		next++
	}
	return !spaced(r.content(line, indent)) && !spaced(r.content(next, indent))
}

// quoted reads text in quotes, which may go on on further lines.
func (r *yamlReader) quoted(parent int) *yamlNode {
	n := r.node(yamlScalar)
	quote := r.lines[r.at][r.col]
	r.col++
	var w writer
	for {
		line := r.lines[r.at]
		from := r.col
		for r.col < len(line) && line[r.col] != quote && (line[r.col] != '\\' || quote != '"') {
			r.col++
		}
		switch {
		case r.col == len(line):
			w.take(strings.TrimRight(line[from:], " \t"), r.at+1, from+1)
			r.joinQuoted(&w, parent, false)
		case line[r.col] == '\\':
			w.take(line[from:r.col], r.at+1, from+1)
			r.escape(&w, parent)
		case quote == '\'' && strings.HasPrefix(line[r.col:], "''"):
			w.take(line[from:r.col+1], r.at+1, from+1)
			r.col += 2
		default:
			w.take(line[from:r.col], r.at+1, from+1)
			r.col++
			n.text = w.text()
			return n
		}
	}
}

// joinQuoted goes to the next line of a quoted text that is not empty. An escaped end of a line joins without a space.
func (r *yamlReader) joinQuoted(w *writer, parent int, escaped bool) {
	empty := 0
	for r.next(); ; r.next() {
		if r.ended() {
			r.fail("a quotation mark without its other half")
		}
		if r.spaces() != "" {
			break
		}
		empty++
	}
	if r.col <= parent && parent > 0 {
		r.fail("a quotation mark without its other half")
	}
	if !escaped || empty > 0 {
		w.fold(empty, r.at+1, r.col+1)
	}
}

// escape reads a backslash in double quotes and what it stands for.
func (r *yamlReader) escape(w *writer, parent int) {
	line := r.lines[r.at]
	if r.col+1 == len(line) {
		r.joinQuoted(w, parent, true)
		return
	}
	c, size := line[r.col+1], 2
	text := ""
	const names, values = "0abtnvfre \"/\\N_LP\t", "\x00\a\b\t\n\v\f\r\x1b \"/\\\u0085\u00a0\u2028\u2029\t"
	if i := strings.IndexByte(names, c); i >= 0 {
		text = string([]rune(values)[i])
	} else if digits := strings.IndexByte("xuU", c); digits >= 0 && r.col+2+2<<digits <= len(line) {
		size += 2 << digits
		code, err := strconv.ParseUint(line[r.col+2:r.col+size], 16, 32)
		if err != nil || code > utf8.MaxRune {
			r.fail("an escape that is no character")
		}
		text = string(rune(code))
	} else {
		r.fail("an unknown escape")
	}
	w.put(text, r.at+1, r.col+1)
	r.col += size
}

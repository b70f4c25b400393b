package org

import (
	"slices"
	"strings"
)

// verbatim are the blocks in which nothing is read.
var verbatim = [...]string{"SRC", "EXAMPLE", "EXPORT", "COMMENT", "VERSE"}

// hashLine is a line that begins with "#+" after blanks.
type hashLine struct {
	word, rest       string // what follows, up to a blank and from there
	start, end, next int    // of the line; of what is on it; of the line below
}

func hashLines(text string, s Span) []hashLine {
	var lines []hashLine
	for p := s.Start; p < s.End; {
		i := strings.Index(text[p:s.End], "#+")
		if i < 0 {
			break
		}
		start := 1 + strings.LastIndexByte(text[:p+i], '\n')
		start = max(start, s.Start)
		end, next := lineEnd(text[:s.End], p+i)
		if strings.Trim(text[start:p+i], blank) == "" {
			word, rest := text[p+i+2:end], ""
			if j := strings.IndexAny(word, blank); j >= 0 {
				word, rest = word[:j], word[j:]
			}
			lines = append(lines, hashLine{word, rest, start, end, next})
		}
		p = next
	}
	return lines
}

// hashReader is called for what the lines of a part of the text are.
type hashReader struct {
	keyword func(name, value string) // nil: none is told of
	// block is told of those in which nothing is read, and of one that does not end, with no line
	// for its end; nil: of none.
	block func(begin, end hashLine)
}

// read calls back for the keywords of a part of the text without headlines, and for its
// verbatim blocks, in which there are none. A block without an end, or whose end is beyond
// that of the block around it, is none.
func (r hashReader) read(text string, part Span) {
	lines := hashLines(text, part)
	ends := blockEnds(lines)
	var around []int // ends of the open blocks whose content is read
	for i := 0; i < len(lines); i++ {
		for len(around) > 0 && i >= around[len(around)-1] {
			around = around[:len(around)-1]
		}
		l, limit := lines[i], len(lines)
		if len(around) > 0 {
			limit = around[len(around)-1]
		}
		closed, within := ends[i] > 0 && ends[i] < limit, isVerbatim(l.word)
		if within && r.block != nil {
			end := hashLine{}
			if closed {
				end = lines[ends[i]]
			}
			r.block(l, end)
		}
		switch name, value, ok := strings.Cut(l.word, ":"); {
		case closed && within:
			i = ends[i]
		case closed:
			around = append(around, ends[i])
		case ok && name != "" && r.keyword != nil:
			r.keyword(strings.ToUpper(name), strings.Trim(value+l.rest, blank))
		}
	}
}

// isVerbatim reports whether a line's word begins a block in which nothing is read.
func isVerbatim(word string) bool {
	kind, ok := strings.CutPrefix(strings.ToUpper(word), "BEGIN_")
	return ok && slices.Contains(verbatim[:], kind)
}

// blockEnds gives for each line that begins a block which one ends it; 0 of none.
func blockEnds(lines []hashLine) []int {
	ends := make([]int, len(lines))
	next := map[string]int{}
	for i := len(lines) - 1; i >= 0; i-- {
		word := strings.ToUpper(lines[i].word)
		if name, ok := strings.CutPrefix(word, "END_"); ok && strings.Trim(lines[i].rest, blank) == "" {
			next[name] = i
		} else if name, ok := strings.CutPrefix(word, "BEGIN_"); ok && name != "" {
			ends[i] = next[name]
		}
	}
	return ends
}

// readKeywords reads what the file says of itself, wherever it stands.
func (d *Document) readKeywords() {
	found := map[string][]string{}
	r := hashReader{keyword: func(name, value string) { found[name] = append(found[name], value) }}
	r.read(d.Text, d.Body)
	for i := range d.Headlines {
		r.read(d.Text, d.Headlines[i].Body)
	}
	d.Title = strings.Join(found["TITLE"], " ")
	for _, line := range found["FILETAGS"] {
		for _, word := range strings.Fields(line) {
			d.Tags = append(d.Tags, splitTags(word)...)
		}
	}
	for _, line := range found["PROPERTY"] {
		d.addKeyword(line)
	}
	if c := found["CATEGORY"]; c != nil {
		d.addKeyword("CATEGORY " + c[0])
	}
	d.Sequences = sequences(found["TYP_TODO"], found["TODO"], found["SEQ_TODO"])
}

// addKeyword takes a line of #+PROPERTY: a later one replaces, and NAME+ adds.
func (d *Document) addKeyword(line string) {
	i := strings.IndexAny(line, blank)
	if i < 0 {
		return
	}
	name, value := line[:i], strings.TrimLeft(line[i:], blank)
	name, adds := strings.CutSuffix(name, "+")
	for i := range d.keywords {
		k := &d.keywords[i]
		switch {
		case !strings.EqualFold(k.Name, name):
		case adds:
			k.Value += " " + value
			return
		default:
			k.Value = value
			return
		}
	}
	d.keywords = append(d.keywords, Property{Name: strings.ToUpper(name), Value: value})
}

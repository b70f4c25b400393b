package org

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// SourceBlock is a source block and what its lines say of it.
type SourceBlock struct {
	Span            // from the line that begins it to the one that ends it, with its line ending
	Headline int    // of the block, an index of Document.Headlines; -1 for none
	Line     int    // number of its first line, from 1
	Language string // "" for none
	Tangle   string // the value of :tangle in force, from the block or above; "" for none
	// Value is the text between, without the commas that keep a line from being a headline.
	Value string
}

// Line begins of a source block, and of what can stand right above it and belongs to it.
var (
	sourceBegin = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^[ \t]*#\+begin_src(?: +(\S+))?(.*)$`)
	})
	affiliated = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^[ \t]*#\+(?:(?:caption|results)(?:\[.*\])?|(data|headers?|label|name|plot|` +
			`resname|result|source|srcname|tblname|attr_[-_a-z0-9]+)):[ \t]*(.*?)[ \t]*$`)
	})
	escapedLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^([ \t]*,*),(\*|#\+)`) })
	tangleValue = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[ \t]):tangle[ \t]+(.*?)[ \t]*(?:[ \t]:|$)`)
	})
)

// SourceBlocks gives the source blocks in the order of the text. One that does not end
// before the next headline is none.
func (d *Document) SourceBlocks() []SourceBlock {
	blocks, _ := d.sourceBlocks()
	return blocks
}

// UnclosedBlock is the number of the first line that begins a source block which does not end, 0
// of none.
func (d *Document) UnclosedBlock() int {
	_, open := d.sourceBlocks()
	return open
}

// sourceBlocks gives the blocks, and the number of the first line that begins one that does
// not end, 0 of none.
func (d *Document) sourceBlocks() (blocks []SourceBlock, open int) {
	line, at := 1, 0
	read := func(part Span, headline int) {
		r := hashReader{block: func(begin, end hashLine) {
			if !strings.EqualFold(begin.word, "begin_src") {
				return
			}
			line += strings.Count(d.Text[at:begin.start], "\n")
			if at = begin.start; end.next == 0 {
				open = cmp.Or(open, line)
				return
			}
			b := d.sourceBlock(begin, end, part.Start, headline)
			b.Line = line
			blocks = append(blocks, b)
		}}
		r.read(d.Text, part)
	}
	read(d.Body, -1)
	for i := range d.Headlines {
		read(d.Headlines[i].Body, i)
	}
	return blocks, open
}

// sourceBlock reads a block; what belongs to it does not begin before from.
func (d *Document) sourceBlock(begin, end hashLine, from, headline int) SourceBlock {
	b := SourceBlock{Span: Span{begin.start, end.next}, Headline: headline}
	headers := []string{}
	if m := sourceBegin().FindStringSubmatch(d.Text[begin.start:begin.end]); m != nil {
		b.Language, headers = m[1], append(headers, m[2])
	}
	value := strings.ReplaceAll(d.Text[begin.next:end.start], "\r\n", "\n")
	b.Value = escapedLine().ReplaceAllString(value, "$1$2")
	for p := begin.start; p > from; {
		start := 1 + strings.LastIndexByte(d.Text[:p-1], '\n')
		stop, _ := lineEnd(d.Text, start)
		m := affiliated().FindStringSubmatch(d.Text[max(start, from):stop])
		if m == nil {
			break
		}
		if strings.HasPrefix(strings.ToLower(m[1]), "header") {
			headers = append(headers, m[2]) // the first one counts most
		}
		p = start
	}
	for _, name := range []string{"header-args:" + b.Language, "header-args"} {
		text, _ := d.Property(headline, name, true)
		headers = slices.Insert(headers, 0, text)
	}
	for _, text := range headers {
		if m := tangleValue().FindStringSubmatch(text); m != nil {
			b.Tangle = strings.Trim(m[1], `"`)
		}
	}
	return b
}

package script

import (
	"slices"
	"strings"
)

// flow reads a collection in brackets or braces.
func (r *yamlReader) flow() *yamlNode {
	r.enter()
	defer func() { r.depth-- }()
	open := r.lines[r.at][r.col]
	n, end := r.node(yamlList), byte(']')
	if open == '{' {
		n.kind, end = yamlMap, '}'
	}
	r.col++
	for {
		c := r.flowNext()
		switch {
		case c == end:
			r.col++
			r.merge(n)
			return n
		case c == ',':
			r.fail("a comma without a part before it")
		}
		r.flowEntry(n)
		switch r.flowNext() {
		case ',':
			r.col++
		case end:
		default:
			r.fail("neither a comma nor the end of a collection")
		}
	}
}

// flowNext skips to the next text in a flow collection, over lines and comments.
func (r *yamlReader) flowNext() byte {
	if r.blank(); r.ended() {
		r.fail("a bracket or brace without its other half")
	}
	return r.lines[r.at][r.col]
}

// flowEntry reads an item of a list, or a key with its value.
func (r *yamlReader) flowEntry(n *yamlNode) {
	value := r.flowValue()
	colon := r.flowNext() == ':'
	if n.kind == yamlList && !colon {
		n.items = append(n.items, value)
		return
	}
	into := n
	if n.kind == yamlList { // one pair in a list is a map
		into = &yamlNode{kind: yamlMap, line: value.line, col: value.col}
		n.items = append(n.items, into)
	}
	if value.text.S != "<<" && slices.ContainsFunc(into.keys[max(0, len(into.keys)-100):], func(k *yamlNode) bool {
		return k.text.S == value.text.S
	}) {
		r.fail("a key that its map holds already: " + value.text.S)
	}
	into.keys = append(into.keys, value)
	if !colon {
		into.items = append(into.items, r.node(yamlNull))
		return
	}
	r.col++
	if c := r.flowNext(); c == ',' || c == '}' || c == ']' {
		into.items = append(into.items, r.node(yamlNull))
		return
	}
	into.items = append(into.items, r.flowValue())
}

func (r *yamlReader) flowValue() *yamlNode {
	tag, anchor := "", ""
	for {
		switch c := r.flowNext(); c {
		case '&':
			anchor = r.word()[1:]
			continue
		case '!':
			tag = r.word()
			continue
		case '*':
			return r.alias(r.word())
		case '[', '{':
			return r.named(r.flow(), tag, anchor)
		case '"', '\'':
			return r.named(r.quoted(-1), tag, anchor)
		case ',', ']', '}':
			return r.named(r.node(yamlNull), tag, anchor)
		}
		return r.named(r.flowPlain(), tag, anchor)
	}
}

// flowPlain reads text without quotes in a flow collection.
func (r *yamlReader) flowPlain() *yamlNode {
	n := r.node(yamlScalar)
	n.plain = true
	var w writer
	for first := true; ; first = false {
		line := r.lines[r.at]
		from := r.col
		for r.col < len(line) && !flowEnds(line, r.col) {
			r.col++
		}
		text := strings.TrimRight(line[from:r.col], " \t")
		if !first && text != "" {
			w.put(" ", r.at+1, from+1)
		}
		w.take(text, r.at+1, from+1)
		if r.col < len(line) && line[r.col] != '#' {
			break
		}
		if r.flowNext(); flowEnds(r.lines[r.at], r.col) {
			break
		}
	}
	if n.text = w.text(); n.text.S == "" {
		r.fail("a character that may start no text")
	}
	if n.text.S == "~" || n.text.S == "null" {
		n.kind = yamlNull
	}
	return n
}

// flowEnds reports whether a text without quotes ends before a byte of a line.
func flowEnds(line string, at int) bool {
	switch line[at] {
	case ',', '[', ']', '{', '}':
		return true
	case '#':
		return at > 0 && (line[at-1] == ' ' || line[at-1] == '\t')
	case ':':
		return at+1 == len(line) || strings.IndexByte(" \t,[]{}", line[at+1]) >= 0
	}
	return false
}

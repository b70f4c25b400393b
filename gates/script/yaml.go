package script

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// yamlKind says what a node of a YAML file is.
type yamlKind uint8

const (
	yamlNull yamlKind = iota
	yamlScalar
	yamlMap
	yamlList
)

// yamlNode is a node of a YAML file, with its place. An alias is the node that it names.
type yamlNode struct {
	kind      yamlKind
	line, col int
	text      Text           // of a scalar
	plain     bool           // a scalar that is not quoted
	tag       string         // as written, "" for none
	keys      []*yamlNode    // of a map
	items     []*yamlNode    // of a list, and the values of a map
	merged    [][2]*yamlNode // keys and values that a map takes over from others
}

// Bounds of a YAML file.
const (
	maxYAMLDepth = 100
	maxYAMLNodes = 200_000
)

var errYAMLDeep = errors.New("it nests too deep, or has too many parts")

// yamlError is a place that cannot be read as YAML.
type yamlError struct {
	line, col int
	why       string
}

// Error implements error.
func (e *yamlError) Error() string { return fmt.Sprintf("%d:%d: %s", e.line, e.col, e.why) }

// yamlReader reads the part of YAML that people write by hand: block and flow collections, all five kinds of scalars,
// comments, anchors, aliases, tags and several documents. It refuses what it does not know, rather than guess.
type yamlReader struct {
	lines   []string
	at      int // line, from 0
	col     int // byte in it
	anchors map[string]*yamlNode
	depth   int
	nodes   int
	open    bool // the last line has no end
}

// readYAML gives the documents of a file.
func readYAML(text string) (docs []*yamlNode, err error) {
	r := &yamlReader{lines: lines(text), anchors: map[string]*yamlNode{}, open: !strings.HasSuffix(text, "\n")}
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(*yamlError)
			if !ok {
				panic(p)
			}
			docs, err = nil, e
		}
	}()
	r.checkLines()
	return r.documents(), nil
}

// checkLines refuses characters that end a line for some readers of YAML and not for others.
func (r *yamlReader) checkLines() {
	for i, l := range r.lines {
		end := strings.IndexAny(l, "\r\u2028\u2029")
		if r.at, r.col = i, max(0, end); end >= 0 || !utf8.ValidString(l) {
			r.fail("a character that may end a line, or that is not UTF-8")
		}
	}
	r.at, r.col = 0, 0
}

func (r *yamlReader) documents() (docs []*yamlNode) {
	for r.blank(); r.at < len(r.lines); r.blank() {
		line := r.lines[r.at]
		switch {
		case strings.HasPrefix(line, "%"):
			r.next()
			continue
		case marker(line, "..."):
			r.next()
			continue
		case marker(line, "---"):
			r.col = 3
			clear(r.anchors)
			if rest := r.spaces(); rest == "" || rest[0] == '#' {
				r.next()
				if r.blank(); r.ended() {
					continue
				}
			}
		}
		docs = append(docs, r.block(-1))
		if r.blank(); !r.ended() {
			r.fail("a part that belongs to nothing before it")
		}
	}
	return docs
}

func (r *yamlReader) fail(why string) {
	panic(&yamlError{min(r.at, len(r.lines)) + 1, r.col + 1, why})
}

// node makes a node at the place where the reader stands.
func (r *yamlReader) node(kind yamlKind) *yamlNode {
	if r.nodes++; r.nodes > maxYAMLNodes {
		r.fail(errYAMLDeep.Error())
	}
	return &yamlNode{kind: kind, line: r.at + 1, col: r.col + 1}
}

func marker(line, mark string) bool {
	return strings.HasPrefix(line, mark) && (len(line) == len(mark) || line[len(mark)] == ' ' || line[len(mark)] == '\t')
}

// ended reports whether a document ends at the line.
func (r *yamlReader) ended() bool {
	return r.at >= len(r.lines) || r.col == 0 && (marker(r.lines[r.at], "---") || marker(r.lines[r.at], "..."))
}

// next goes to the start of the next line.
func (r *yamlReader) next() { r.at, r.col = r.at+1, 0 }

// spaces skips spaces and tabs in the line, and gives what is left of it.
func (r *yamlReader) spaces() string {
	line := r.lines[r.at]
	for r.col < len(line) && (line[r.col] == ' ' || line[r.col] == '\t') {
		r.col++
	}
	return line[r.col:]
}

// blank skips to the next text that is no comment. Where that is on another line, the reader stands at its indentation.
func (r *yamlReader) blank() {
	for r.at < len(r.lines) {
		fresh := r.col == 0
		rest := r.spaces()
		if rest != "" && (rest[0] != '#' || !fresh && !r.afterSpace()) {
			if fresh && strings.Contains(r.lines[r.at][:r.col], "\t") && rest[0] != '[' && rest[0] != '{' &&
				rest[0] != ']' && rest[0] != '}' {
				r.fail("a tab in the indentation")
			}
			return
		}
		r.next()
	}
}

func (r *yamlReader) afterSpace() bool {
	return r.col == 0 || r.lines[r.at][r.col-1] == ' ' || r.lines[r.at][r.col-1] == '\t'
}

// enter guards the recursion.
func (r *yamlReader) enter() {
	if r.depth++; r.depth > maxYAMLDepth {
		r.fail(errYAMLDeep.Error())
	}
}

// block reads the node that comes next, if it is indented deeper than its parent.
func (r *yamlReader) block(parent int) *yamlNode {
	if r.blank(); r.ended() || r.col <= parent {
		return r.node(yamlNull)
	}
	return r.value(parent, true)
}

// value reads the node that starts where the reader stands. A block collection may start there where blocks says so.
func (r *yamlReader) value(parent int, blocks bool) *yamlNode {
	r.enter()
	defer func() { r.depth-- }()
	tag, anchor, start := "", "", r.at
	for {
		rest := r.spaces()
		if rest == "" || rest[0] == '#' && r.afterSpace() {
			return r.named(r.below(parent, start), tag, anchor)
		}
		if blocks && r.keyed(rest) { // what stands before a key is the key's
			return r.named(r.mapping(r.col), tag, anchor)
		}
		switch rest[0] {
		case '&':
			anchor = r.word()[1:]
			continue
		case '!':
			tag = r.word()
			continue
		}
		if r.at != start {
			r.fail("a value on another line than its tag or anchor")
		}
		return r.named(r.started(rest, parent, blocks && tag == "" && anchor == ""), tag, anchor)
	}
}

// below is the value of a key or an item that has nothing, or no more than a tag or an anchor, on its line.
func (r *yamlReader) below(parent, start int) *yamlNode {
	r.next()
	if r.blank(); !r.ended() && r.col == parent && r.dash() && parent >= 0 && r.keyAbove(start, parent) {
		return r.list(r.col)
	}
	if r.ended() || r.col <= parent {
		return r.node(yamlNull)
	}
	return r.value(parent, true)
}

// keyAbove reports whether the line that an empty value stands on is one of a key, whose list need not be indented.
func (r *yamlReader) keyAbove(line, parent int) bool {
	l := r.lines[line]
	return !(parent < len(l) && l[parent] == '-' && (parent+1 == len(l) || l[parent+1] == ' '))
}

// started reads the node that rest starts with.
func (r *yamlReader) started(rest string, parent int, blocks bool) *yamlNode {
	switch c := rest[0]; {
	case blocks && r.dash():
		return r.list(r.col)
	case c == '?' && (len(rest) == 1 || rest[1] == ' '):
		r.fail("a key that is marked with ?, which is not read here")
	case c == '*':
		n := r.alias(r.word())
		r.lineEnd()
		return n
	case c == '|' || c == '>':
		return r.literal(parent, c == '>')
	case c == '"' || c == '\'':
		n := r.quoted(parent)
		r.lineEnd()
		return n
	case c == '[' || c == '{':
		n := r.flow()
		r.lineEnd()
		return n
	case c == '@' || c == '`' || c == '%':
		r.fail("a character that may start no text")
	}
	return r.plain(parent)
}

// lineEnd requires that nothing but a comment follows.
func (r *yamlReader) lineEnd() {
	if r.at >= len(r.lines) {
		return
	}
	if rest := r.spaces(); rest != "" && (rest[0] != '#' || !r.afterSpace()) {
		r.fail("text after the end of a value")
	}
	r.next()
}

func (r *yamlReader) named(n *yamlNode, tag, anchor string) *yamlNode {
	if tag == "!!binary" {
		r.fail("a value in another encoding")
	}
	if tag != "" {
		n.tag = tag
	}
	if anchor != "" {
		r.anchors[anchor] = n
	}
	return n
}

// word reads to the next space.
func (r *yamlReader) word() string {
	rest := r.lines[r.at][r.col:]
	n := strings.IndexAny(rest, " \t,[]{}")
	if n < 0 || rest[0] == '!' && strings.HasPrefix(rest, "!<") {
		if n = strings.IndexAny(rest, " \t"); n < 0 {
			n = len(rest)
		}
	}
	r.col += n
	return rest[:n]
}

// alias is the node that a word such as *name stands for.
func (r *yamlReader) alias(word string) *yamlNode {
	n, ok := r.anchors[word[1:]]
	if !ok {
		r.fail("an alias for what is named nowhere before: " + word)
	}
	return n
}

// dash reports whether an item of a list starts here.
func (r *yamlReader) dash() bool {
	rest := r.lines[r.at][r.col:]
	return strings.HasPrefix(rest, "-") && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\t')
}

// list reads the items of a list at an indentation.
func (r *yamlReader) list(indent int) *yamlNode {
	n := r.node(yamlList)
	for !r.ended() && r.col == indent && r.dash() {
		r.col++
		n.items = append(n.items, r.value(indent, true))
		r.blank()
	}
	r.outdented(indent)
	return n
}

// mapping reads the keys and values of a map at an indentation.
func (r *yamlReader) mapping(indent int) *yamlNode {
	n := r.node(yamlMap)
	names := map[string]bool{}
	for !r.ended() && r.col == indent {
		if !r.keyed(r.lines[r.at][r.col:]) {
			r.fail("a line that is no key of its map")
		}
		key := r.key()
		if names[key.text.S] && key.text.S != "<<" { // readers differ on which of them counts
			r.fail("a key that its map holds already: " + key.text.S)
		}
		names[key.text.S] = true
		n.keys = append(n.keys, key)
		n.items = append(n.items, r.value(indent, false))
		r.blank()
	}
	r.outdented(indent)
	r.merge(n)
	return n
}

// merge takes over the pairs of the maps that stand under <<.
func (r *yamlReader) merge(n *yamlNode) {
	for i, k := range n.keys {
		if k.text.S != "<<" || !k.plain {
			continue
		}
		from := []*yamlNode{n.items[i]}
		if n.items[i].kind == yamlList {
			from = n.items[i].items
		}
		for _, m := range from {
			m.pairs(func(k, v *yamlNode) { n.merged = append(n.merged, [2]*yamlNode{k, v}) })
			if r.nodes += len(m.keys) + len(m.merged); r.nodes > maxYAMLNodes {
				r.fail(errYAMLDeep.Error())
			}
		}
	}
}

func (r *yamlReader) outdented(indent int) {
	if !r.ended() && r.col > indent {
		r.fail("an indentation that fits nothing above it")
	}
}

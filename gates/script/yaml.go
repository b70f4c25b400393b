package script

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"go.yaml.in/yaml/v3"
)

// readYAML calls read with each document of a file.
func (f *File) readYAML(text string, read func(*yaml.Node)) {
	f.lines = lines(text)
	unreadable := func(line, col int, why string) {
		f.problem(line, col, "unreadable", "The file cannot be read as YAML: "+why+".")
	}
	for i, l := range f.lines {
		if at := strings.IndexAny(l, "\r\u0085\u2028\u2029"); at >= 0 {
			unreadable(i+1, at+1, "a character that some programs take as the end of a line")
			return
		}
	}
	docs := yaml.NewDecoder(strings.NewReader(strings.Join(f.lines, "\n") + "\n"))
	for {
		var doc yaml.Node
		err := docs.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return
		}
		line := 1
		if err != nil {
			_, _ = fmt.Sscanf(err.Error(), "yaml: line %d:", &line)
			unreadable(line, 1, strings.TrimPrefix(err.Error(), "yaml: "))
			return
		}
		if n := f.resolve(&doc, map[*yaml.Node]bool{}); n != nil {
			line, col := f.place(n)
			unreadable(line, col, "a key that is there twice, binary data, or a part that contains itself")
			return
		}
		if len(doc.Content) > 0 {
			read(doc.Content[0])
		}
	}
}

// resolve replaces the aliases below a node by what they name, and adds to each map what it merges in (<<). It returns
// a node that contains itself or is no text, or a key that its map has already.
func (f *File) resolve(n *yaml.Node, within map[*yaml.Node]bool) *yaml.Node {
	if within[n] || n.ShortTag() == "!!binary" {
		return n
	}
	if !f.spend(1 + len(n.Content)) {
		return nil
	}
	within[n] = true
	defer delete(within, n)
	for i, c := range n.Content {
		if c.Kind == yaml.AliasNode {
			n.Content[i] = c.Alias
			if within[c.Alias] {
				return c
			}
		} else if bad := f.resolve(c, within); bad != nil {
			return bad
		}
	}
	if n.Kind != yaml.MappingNode {
		return nil
	}
	keys := map[string]bool{}
	var merged []*yaml.Node
	for k, v := range pairs(n) {
		switch {
		case k.Kind != yaml.ScalarNode:
		case k.Tag == "!!merge":
			merged = append(append(merged, v), items(v)...)
		case keys[k.Value]:
			return k
		default:
			keys[k.Value] = true
		}
	}
	for _, m := range merged {
		for k, v := range pairs(m) {
			if !f.spend(1) {
				return nil
			}
			if !keys[k.Value] {
				keys[k.Value] = true
				n.Content = append(n.Content, k, v)
			}
		}
	}
	return nil
}

// maxDepth limits how deep parts of a file nest.
const maxDepth = 100

// get returns the value at the end of a path of keys, nil if there is none.
func get(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		var next *yaml.Node
		for k, v := range pairs(n) {
			if str(k) == key {
				next = v
			}
		}
		n = next
	}
	return n
}

// str is the text of a scalar, "" of anything else.
func str(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return ""
	}
	return n.Value
}

// items are the items of a list.
func items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// pairs are the keys and values of a map, its own before those that it merges in.
func pairs(n *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(k, v *yaml.Node) bool) {
		if n == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i], n.Content[i+1]) {
				return
			}
		}
	}
}

// place is the line and column, in bytes, that a node stands at.
func (f *File) place(n *yaml.Node) (line, col int) {
	if n.Line < 1 || n.Line > len(f.lines) {
		return 1, 1
	}
	for i := range f.lines[n.Line-1] {
		if col++; col == n.Column {
			return n.Line, i + 1
		}
	}
	return n.Line, len(f.lines[n.Line-1]) + 1
}

// textOf is the text of a scalar, each part of it with the place where it stands.
func (f *File) textOf(n *yaml.Node) Text {
	if str(n) == "" || !f.spend(1+len(n.Value)/64) {
		return Text{}
	}
	line, col := f.place(n)
	s := source{lines: f.lines, line: line - 1, col: col - 1}
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		for s.line < len(s.lines) && !strings.ContainsAny(s.rest(), "|>") { // a tag or an anchor stands in front
			s.next()
		}
		s.next()
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		s.col++
	}
	var w writer
	for value := n.Value; value != ""; {
		value = value[s.match(value, &w):]
	}
	return w.text()
}

// source is a place in the lines of a scalar.
type source struct {
	lines     []string
	line, col int
}

func (s *source) next() { s.line, s.col = s.line+1, 0 }

// rest is what is left of the line.
func (s *source) rest() string {
	if s.line >= len(s.lines) {
		return ""
	}
	return s.lines[s.line][min(s.col, len(s.lines[s.line])):]
}

// match writes the start of a value with its place, and returns how much that is. What stands otherwise in the source,
// as an escape or as the end of a line, has the place where it was lost.
func (s *source) match(value string, w *writer) int {
	rest := s.rest()
	n := 0
	for n < len(value) && n < len(rest) && value[n] == rest[n] {
		n++
	}
	if n > 0 {
		w.take(value[:n], s.line+1, s.col+1)
		s.col += n
		return n
	}
	word := value[:strings.IndexAny(value+" ", " \t\n")]
	if word != "" && s.find(word) {
		return 0
	}
	n = max(len(word), len(value)-len(strings.TrimLeft(value, " \t\n")))
	w.put(value[:n], min(s.line, len(s.lines)-1)+1, s.col+1)
	if word == "" && strings.TrimSpace(rest) == "" && s.line < len(s.lines) {
		s.next()
	}
	return n
}

// find goes to a word that soon follows, on this line or on the next one that is not empty.
func (s *source) find(word string) bool {
	const soon = 80
	for at := *s; at.line < min(len(s.lines), s.line+soon); at.next() {
		rest := at.rest()
		if i := strings.Index(rest[:min(len(rest), len(word)+soon)], word); i >= 0 {
			at.col += i
			*s = at
			return true
		}
		if at.line > s.line && strings.TrimSpace(rest) != "" {
			break
		}
	}
	return false
}

package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// node is a value in a JSON text, by where it stands there.
type node struct {
	start, end int // of the value; of a member's name see key
	kind       byte
	name       string // of a member of an object
	key        int    // where the name of a member begins; start of anything else
	in         []node // the members of an object, the elements of an array
}

// What is wrong with a file that is to be changed.
var (
	errNotJSON   = errors.New("it is not plain JSON, or has comments")
	errNoObject  = errors.New("it is no JSON object")
	errOtherForm = errors.New("its hooks are not of the form that is known")
)

// parse reads a JSON text whose root is an object.
func parse(text []byte) (node, error) {
	if !json.Valid(text) {
		return node{}, errNotJSON
	}
	s := scanner{text: text}
	root := s.value()
	if root.kind != '{' {
		return node{}, errNoObject
	}
	return root, nil
}

// scanner walks a text that is valid JSON.
type scanner struct {
	text []byte
	at   int
}

func (s *scanner) space() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n,:", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) value() node {
	s.space()
	n := node{start: s.at, key: s.at, kind: s.text[s.at]}
	switch n.kind {
	case '{', '[':
		s.at++
		for s.space(); s.text[s.at] != '}' && s.text[s.at] != ']'; s.space() {
			if n.kind == '[' {
				n.in = append(n.in, s.value())
				continue
			}
			key := s.value()
			child := s.value()
			child.key, child.name = key.start, s.read(key)
			n.in = append(n.in, child)
		}
		s.at++
	case '"':
		for s.at++; s.text[s.at] != '"'; s.at++ {
			if s.text[s.at] == '\\' {
				s.at++
			}
		}
		s.at++
	default:
		for s.at < len(s.text) && strings.IndexByte(" \t\r\n,:]}", s.text[s.at]) < 0 {
			s.at++
		}
	}
	n.end = s.at
	return n
}

// read is the text of a string, "" of anything else.
func (s *scanner) read(n node) (text string) {
	_ = json.Unmarshal(s.text[n.start:n.end], &text)
	return text
}

// index returns the position of a member of an object, or -1. A duplicate member is an error, since programs disagree
// about which of the two counts.
func (n node) index(name string) (int, error) {
	is := func(m node) bool { return m.name == name }
	i := slices.IndexFunc(n.in, is)
	if i >= 0 && slices.ContainsFunc(n.in[i+1:], is) {
		return i, fmt.Errorf("%q is given twice", name)
	}
	return i, nil
}

// style is how a text is laid out: the unit of indentation, "" of a text on one line.
func style(text []byte) string {
	_, rest, found := bytes.Cut(text, []byte("\n"))
	if !found {
		return ""
	}
	for _, line := range bytes.Split(rest, []byte("\n")) {
		if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) < len(line) && len(trimmed) > 0 {
			return string(line[:len(line)-len(trimmed)])
		}
	}
	return "  "
}

// laidOut is a JSON value as it stands at a depth.
func laidOut(value, unit string, depth int) string {
	if unit == "" {
		return value
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(value), strings.Repeat(unit, depth), unit) != nil {
		return value
	}
	return b.String()
}

// added is a text with one more value at the end of an object or array. name is that of a member of
// an object.
func added(text []byte, to node, name, value string, depth int) []byte {
	unit, from := style(text), to.start+1
	line, last, comma := "\n"+strings.Repeat(unit, depth), "\n"+strings.Repeat(unit, depth-1), ""
	if unit == "" {
		line, last = "", ""
	}
	if n := len(to.in); n > 0 {
		from, comma, last = to.in[n-1].end, ",", ""
	}
	if name != "" {
		quoted, _ := json.Marshal(name)
		colon := ": "
		if unit == "" {
			colon = ":"
		}
		value = string(quoted) + colon + laidOut(value, unit, depth)
	} else {
		value = laidOut(value, unit, depth)
	}
	tail := text[from:]
	if last != "" || len(to.in) == 0 {
		tail = text[to.end-1:]
	}
	return []byte(string(text[:from]) + comma + line + value + last + string(tail))
}

// removed is a text without a child of a value, and without the comma that parted it from the others.
func removed(text []byte, from node, child int) []byte {
	start, end := from.start+1, from.end-1 // all there is
	switch n := len(from.in); {
	case child > 0:
		start, end = from.in[child-1].end, from.in[child].end
	case n > 1:
		start, end = from.in[0].key, from.in[1].key
	}
	return []byte(string(text[:start]) + string(text[end:]))
}

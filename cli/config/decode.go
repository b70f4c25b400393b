package config

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is a TOML file: what it says, and where. Offsets count bytes of data.
type document struct {
	data     []byte // without a byte order mark
	values   map[string]any
	entries  []entry
	comments []span         // those with a line of their own
	elements []arrayElement // of arrays of tables
}

// arrayElement is one [[table]]: the header, and what stands below it, by names that begin there.
type arrayElement struct {
	header entry
	document
}

// span is a piece of a document, from start up to end.
type span struct{ start, end int }

// entry is one setting or table of a document, in the order written. An inline table precedes its content.
type entry struct {
	path  []string
	value any // nil for a table
	table bool
	where Origin
	// textLine is the line of a text's first character, which need not be that of its key.
	textLine int

	span        // from the key to the end of the value; of a header, its first key
	header bool // a line in brackets
	base   int  // how many parts of path the header above says
	outer  int  // the index of the inline table around it, -1 when there is none
	at     int  // where the value starts
}

// name is the key as the tables know it; see dotted.
func (e entry) name() string { return dotted(e.path) }

func (e entry) shown() string { return showPath(e.path) }

// decode reads a TOML document: the decoder gives the values, and the parser their order and positions.
func decode(from Origin, data []byte) (*document, error) {
	d := &document{data: bytes.TrimPrefix(data, []byte(byteOrderMark))}
	if err := toml.Unmarshal(d.data, &d.values); err != nil {
		return nil, syntaxError(from, err)
	}
	w := walker{document: d, file: from}
	w.parser.KeepComments = true
	w.parser.Reset(d.data)
	for w.parser.NextExpression() {
		w.expression(w.parser.Expression())
	}
	if err := w.parser.Error(); err != nil {
		return nil, syntaxError(from, err)
	}
	return d, nil
}

const byteOrderMark = "\ufeff"

func syntaxError(file Origin, err error) error {
	const most = 200 // a message may repeat a key as long as the file
	message := strings.TrimPrefix(err.Error(), "toml: ")
	if len(message) > most {
		message = strings.ToValidUTF8(message[:most], "") + "..."
	}
	if at, ok := errors.AsType[*toml.DecodeError](err); ok {
		file.Line, file.Column = at.Position()
	}
	return &Error{Origin: file, Err: err, Message: printable(message), Hint: "Correct it there, or move the file away"}
}

// walker turns the parser's expressions into entries.
type walker struct {
	*document
	parser  unstable.Parser
	prefix  []string // of the present table
	inArray bool     // the present table is an element of an array of tables

	file Origin
}

func (w *walker) expression(node *unstable.Node) {
	switch node.Kind {
	case unstable.Comment:
		start := int(node.Raw.Offset)
		w.comments = append(w.comments, span{start, start + int(node.Raw.Length)})
	case unstable.Table:
		e := w.entry(nil, node)
		value, found := lookup(w.values, e.path)
		w.prefix, w.inArray = e.path, !found // not found: a table below an array of tables
		if _, e.table = value.(map[string]any); found {
			e.header = true
			w.entries = append(w.entries, e)
		} else if last := len(w.elements) - 1; last >= 0 {
			e.path, e.table = e.path[len(w.elements[last].header.path):], true
			w.elements[last].entries = append(w.elements[last].entries, e)
		}
	case unstable.ArrayTable:
		e := w.entry(nil, node)
		w.prefix, w.inArray = e.path, true
		e.header, e.value = true, []any{}
		w.entries = append(w.entries, e)
		w.elements = append(w.elements, arrayElement{e, document{data: w.data, values: w.valuesOf(e.path)}})
	case unstable.KeyValue:
		if !w.inArray {
			w.keyValue(w.prefix, node, -1)
		} else if within := &w.elements[len(w.elements)-1].document; len(w.prefix) == 1 {
			(&walker{document: within, file: w.file}).keyValue(nil, node, -1)
		}
	}
}

// valuesOf are those of the next element of an array of tables at the top.
func (w *walker) valuesOf(path []string) map[string]any {
	list, _ := w.values[path[0]].([]any)
	n := 0
	for _, e := range w.elements {
		if e.header.path[0] == path[0] && len(e.header.path) == 1 {
			n++
		}
	}
	if len(path) > 1 || n >= len(list) {
		return nil
	}
	values, _ := list[n].(map[string]any)
	return values
}

// keyValue adds a setting, and for an inline table each setting in it.
func (w *walker) keyValue(prefix []string, node *unstable.Node, outer int) {
	e := w.entry(prefix, node)
	rest := bytes.TrimLeft(w.data[e.end:], " \t=")
	e.at, e.end, e.outer = len(w.data)-len(rest), e.start+int(node.Raw.Length), outer
	e.textLine = e.where.Line
	if opensText(rest) {
		e.textLine++
	}
	if e.table = node.Value().Kind == unstable.InlineTable; !e.table {
		e.value, _ = lookup(w.values, e.path)
	}
	outer = len(w.entries)
	w.entries = append(w.entries, e)
	for it := node.Value().Children(); e.table && it.Next(); {
		if child := it.Node(); child.Kind == unstable.KeyValue {
			w.keyValue(e.path, child, outer)
		}
	}
}

// opensText reports whether a value is a multi-line text, whose first line feed is not part of it.
func opensText(value []byte) bool {
	line, _, more := bytes.Cut(value, []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	return more && (string(line) == "'''" || string(line) == `"""`)
}

// entry returns the entry for the key of a setting or header: its full name, and the position of the key.
func (w *walker) entry(prefix []string, node *unstable.Node) entry {
	e := entry{path: prefix[:len(prefix):len(prefix)], base: len(prefix), outer: -1, where: w.file, span: span{start: -1}}
	for it := node.Key(); it.Next(); {
		raw := it.Node().Raw
		e.path = append(e.path, string(it.Node().Data))
		e.end = int(raw.Offset + raw.Length)
		if e.start < 0 {
			e.start = int(raw.Offset)
		}
	}
	before := w.data[:e.start]
	e.where.Line = bytes.Count(before, []byte("\n")) + 1
	e.where.Column = e.start - bytes.LastIndexByte(before, '\n')
	return e
}

// lookup finds a value in the decoder's tree.
func lookup(values map[string]any, path []string) (any, bool) {
	var at any = values
	for _, part := range path {
		table, ok := at.(map[string]any)
		if !ok {
			return nil, false
		}
		if at, ok = table[part]; !ok {
			return nil, false
		}
	}
	return at, true
}

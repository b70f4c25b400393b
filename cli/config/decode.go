package config

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// document is a TOML file: what it says, and where. Offsets count bytes of data.
type document struct {
	data     []byte // without a byte order mark
	values   map[string]any
	entries  []entry
	comments []span // those with a line of their own
}

// span is a piece of a document, from start up to end.
type span struct{ start, end int }

// entry is one setting, or one table, of a document in the order written. An
// inline table stands before what is in it.
type entry struct {
	path  []string
	value any // nil for a table
	table bool
	where Origin
	// textLine is the line that a text's first character stands on, which in a
	// text of several lines need not be that of its key.
	textLine int

	span        // from the key to the end of the value; of a header, its first key
	header bool // a line in brackets
	base   int  // how many parts of path the header above says
	outer  int  // the index of the inline table around it, -1 when there is none
	at     int  // where the value starts
}

// name is the key as the tables know it, or "" when a part of it holds a dot
// and so can be no known key.
func (e entry) name() string {
	for _, part := range e.path {
		if strings.Contains(part, ".") {
			return ""
		}
	}
	return strings.Join(e.path, ".")
}

// shown is the key as a person writes it, safe to print.
func (e entry) shown() string { return showPath(e.path) }

func showPath(path []string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = part
		if !isBareKey(part) || len(part) > longestName {
			parts[i] = quoted(part)
		}
	}
	return strings.Join(parts, ".")
}

func isBareKey(s string) bool {
	for _, r := range s {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return s != ""
}

// decode reads a TOML document. The library's decoder checks it and gives the
// values; its parser gives order and positions, which a map loses.
func decode(from Origin, data []byte) (*document, error) {
	d := &document{data: bytes.TrimPrefix(data, []byte(byteOrderMark))}
	if err := toml.Unmarshal(d.data, &d.values); err != nil {
		return nil, syntaxError(from, err)
	}
	w := walker{document: d, where: from}
	w.where.Line = 1
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
	var at *toml.DecodeError
	if errors.As(err, &at) {
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

	where     Origin // the position of seen
	seen      int    // bytes of data counted so far
	lineStart int
}

func (w *walker) expression(node *unstable.Node) {
	switch node.Kind {
	case unstable.Comment:
		start := int(node.Raw.Offset)
		w.comments = append(w.comments, span{start, start + int(node.Raw.Length)})
	case unstable.Table:
		path, where := w.key(nil, node)
		value, found := lookup(w.values, path)
		w.prefix, w.inArray = path, !found // not found: a table below an array of tables
		if _, isTable := value.(map[string]any); found {
			w.header(entry{path: path, table: isTable, span: where})
		}
	case unstable.ArrayTable:
		path, where := w.key(nil, node)
		w.prefix, w.inArray = path, true
		w.header(entry{path: path, value: []any{}, span: where})
	case unstable.KeyValue:
		if !w.inArray {
			w.keyValue(w.prefix, node, -1)
		}
	}
}

func (w *walker) header(e entry) {
	e.header, e.where, e.outer = true, w.where, -1
	w.entries = append(w.entries, e)
}

// keyValue adds a setting, and for an inline table each setting in it.
func (w *walker) keyValue(prefix []string, node *unstable.Node, outer int) {
	path, where := w.key(prefix, node)
	e := entry{path: path, where: w.where, base: len(prefix), outer: outer}
	rest := bytes.TrimLeft(w.data[where.end:], " \t=")
	e.at = len(w.data) - len(rest)
	e.span = span{where.start, where.start + int(node.Raw.Length)}
	e.textLine = e.where.Line
	if opensText(rest) {
		e.textLine++
	}
	if e.table = node.Value().Kind == unstable.InlineTable; !e.table {
		e.value, _ = lookup(w.values, path)
		w.entries = append(w.entries, e)
		return
	}
	outer = len(w.entries)
	w.entries = append(w.entries, e)
	for it := node.Value().Children(); it.Next(); {
		if child := it.Node(); child.Kind == unstable.KeyValue {
			w.keyValue(path, child, outer)
		}
	}
}

// opensText reports whether a value is a text of several lines whose first line
// feed does not count.
func opensText(value []byte) bool {
	line, _, more := bytes.Cut(value, []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	return more && (string(line) == "'''" || string(line) == `"""`)
}

// key is the whole name of a setting or a header, and where its own part of it
// stands. It moves the position there.
func (w *walker) key(prefix []string, node *unstable.Node) ([]string, span) {
	path := prefix[:len(prefix):len(prefix)]
	where := span{start: -1}
	for it := node.Key(); it.Next(); {
		raw := it.Node().Raw
		path = append(path, string(it.Node().Data))
		where.end = int(raw.Offset + raw.Length)
		if where.start < 0 {
			where.start = int(raw.Offset)
		}
	}
	w.advance(where.start)
	return path, where
}

// advance moves the position to an offset. Keys come in the order of the
// document, so all positions together cost one pass over it.
func (w *walker) advance(offset int) {
	for w.seen < offset {
		newline := bytes.IndexByte(w.data[w.seen:offset], '\n')
		if newline < 0 {
			break
		}
		w.seen += newline + 1
		w.lineStart = w.seen
		w.where.Line++
	}
	w.seen = offset
	w.where.Column = offset - w.lineStart + 1
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

// showValue is a value in a message: a text quoted and shortened, anything
// else by its kind.
func showValue(value any) string {
	switch v := value.(type) {
	case string:
		return quoted(v)
	case plainText:
		return quoted(string(v))
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return formatNumber(v)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		return "a list"
	case nil:
		return "a table"
	}
	return "a date or time"
}

package config

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// entry is one setting, or one table header, of a TOML file in the order
// written.
type entry struct {
	path  []string
	value any // nil for a table
	table bool
	where Origin
	// textLine is the line that a text's first character stands on, which in a
	// text of several lines need not be that of its key.
	textLine int
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
func decode(file string, data []byte, source Source) ([]entry, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	var values map[string]any
	if err := toml.Unmarshal(data, &values); err != nil {
		return nil, syntaxError(file, err)
	}
	w := walker{data: data, values: values, where: Origin{Source: source, Name: file, Line: 1}}
	w.parser.Reset(data)
	for w.parser.NextExpression() {
		w.expression(w.parser.Expression())
	}
	if err := w.parser.Error(); err != nil {
		return nil, syntaxError(file, err)
	}
	return w.entries, nil
}

func syntaxError(file string, err error) error {
	const most = 200 // a message may repeat a key as long as the file
	message := strings.TrimPrefix(err.Error(), "toml: ")
	if len(message) > most {
		message = strings.ToValidUTF8(message[:most], "") + "..."
	}
	out := &FileError{Path: file, Err: err, Hint: "Correct it there, or move the file away",
		Message: printable(message)}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		out.Line, out.Column = at.Position()
	}
	return out
}

// walker turns the parser's expressions into entries.
type walker struct {
	parser  unstable.Parser
	data    []byte
	values  map[string]any
	prefix  []string // of the present table
	inArray bool     // the present table is an element of an array of tables
	entries []entry

	where     Origin // the position of seen
	seen      int    // bytes of data counted so far
	lineStart int
}

func (w *walker) expression(node *unstable.Node) {
	switch node.Kind {
	case unstable.Table:
		w.prefix = w.keyPath(nil, node)
		w.inArray = false
		if value, found := lookup(w.values, w.prefix); found {
			_, isTable := value.(map[string]any)
			w.add(w.prefix, nil, isTable, node)
			return
		}
		w.inArray = true // a table below an array of tables
	case unstable.ArrayTable:
		w.prefix = w.keyPath(nil, node)
		w.inArray = true
		w.add(w.prefix, []any{}, false, node)
	case unstable.KeyValue:
		if !w.inArray {
			w.keyValue(w.prefix, node)
		}
	}
}

// keyValue adds a setting, and for an inline table each setting in it.
func (w *walker) keyValue(prefix []string, node *unstable.Node) {
	path := w.keyPath(prefix, node)
	if node.Value().Kind == unstable.InlineTable {
		w.add(path, nil, true, node)
		for it := node.Value().Children(); it.Next(); {
			if child := it.Node(); child.Kind == unstable.KeyValue {
				w.keyValue(path, child)
			}
		}
		return
	}
	value, _ := lookup(w.values, path)
	w.add(path, value, false, node)
}

func (w *walker) keyPath(prefix []string, node *unstable.Node) []string {
	path := prefix[:len(prefix):len(prefix)]
	for it := node.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
	}
	return path
}

func (w *walker) add(path []string, value any, table bool, node *unstable.Node) {
	it := node.Key()
	it.Next()
	w.advance(int(it.Node().Raw.Offset))
	w.entries = append(w.entries, entry{path: path, value: value, table: table, where: w.where, textLine: w.where.Line + w.opening()})
}

// opening is 1 when the present line ends in quotes that open a text of several
// lines, whose first line feed does not count.
func (w *walker) opening() int {
	line, _, _ := bytes.Cut(w.data[w.lineStart:], []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	if bytes.HasSuffix(line, []byte("= '''")) || bytes.HasSuffix(line, []byte("='''")) ||
		bytes.HasSuffix(line, []byte(`= """`)) || bytes.HasSuffix(line, []byte(`="""`)) {
		return 1
	}
	return 0
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

package config

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrNotEditable reports an edit that would change something else in the file.
var ErrNotEditable = errors.New("the file has a form in which only that cannot be changed")

// File is a configuration file of a person, to be edited as text.
type File struct{ Name, Text string }

// Set returns the file's text with one key or table changed, and all other bytes unchanged. A value is TOML or bare
// text. Set does not check the result, as Load does. Errors are *UnknownKeyError, *Error or ErrNotEditable.
func (f File) Set(key, value string) (string, error) {
	path, field, err := f.parse(key)
	if err != nil {
		return "", err
	}
	if value, err = notation(key, field, value); err != nil {
		return "", err
	}
	return setPath(f.Text, path, value)
}

// Unset returns the file's text without a key or table. Comments stay. A key that is not set is not an error.
func (f File) Unset(key string) (string, error) {
	path, _, err := f.parse(key)
	if err != nil {
		return "", err
	}
	return unsetPath(f.Text, path)
}

// parse reads a key's name, once the file is known to be TOML.
func (f File) parse(key string) (path []string, field any, err error) {
	from := Origin{Source: SourceUser, Name: f.Name}
	if len(f.Text) > maxFileBytes {
		return nil, nil, tooLarge(from)
	}
	if _, err := decode(from, []byte(f.Text)); err != nil {
		return nil, nil, err
	}
	return parseKey(key)
}

// parseKey parses a dotted name. Names that a person chose need no quotes, since a shell removes them.
func parseKey(key string) (path []string, field any, err error) {
	if doc, err := decode(Origin{}, []byte(key+"=0")); err == nil && len(doc.entries) == 1 &&
		doc.entries[0].at == len(key)+1 {
		path = doc.entries[0].path
	}
	table, name, _ := strings.Cut(key, ".")
	if t, _ := findTable([]string{table}); t == nil {
	} else if _, free := t.(lines); free && name != "" && len(path) != 2 {
		path = []string{table, name}
	}
	if path != nil {
		if field, known := schema(path); known {
			return path, field, nil
		}
	}
	return nil, nil, &UnknownKeyError{Key: key, Hint: unknownHint(strings.Split(key, "."))}
}

// notation writes a value as TOML of its key's kind. A value that is not such TOML becomes a text.
func notation(key string, field any, value string) (string, error) {
	var given entry
	doc, err := decode(Origin{}, []byte("v="+value))
	isTOML := err == nil && doc.entries[0].end == len("v=")+len(strings.TrimRight(value, " \t"))
	if isTOML {
		given = doc.entries[0]
	}
	_, isText := given.value.(string)
	_, isList := given.value.([]any)
	switch field.(type) {
	case nil:
		if !given.table {
			return "", Origin{Source: SourceFlag, Name: "config set"}.fail(key, key+" is a table",
				"Write '{ name = value, ... }', or set a key in it")
		}
	case *string:
		isTOML = isText
	case *[]string:
		if isText {
			return "[" + value + "]", nil
		} else if !isList {
			return "[" + quoteTOML(value) + "]", nil
		}
	}
	if !isTOML {
		return quoteTOML(value), nil
	}
	return value, nil
}

// setPath gives a key its value, or each key of an inline table its own.
func setPath(text string, path []string, value string) (string, error) {
	if !utf8.ValidString(strings.Join(path, ".")) { // each name: quoted it would be another one
		return "", errors.New("the key is not UTF-8 text")
	}
	given, err := decode(Origin{}, []byte("v="+value))
	if err != nil {
		return "", err
	}
	doc, err := decode(Origin{}, []byte(text))
	if err != nil {
		return "", err
	}
	want := doc.settings()
	maps.DeleteFunc(want, below(path))
	for i := range given.entries {
		e := &given.entries[i]
		if e.path = slices.Concat(path, e.path[1:]); !e.table {
			want[keyTOML(e.path)] = e.value
		}
	}
	for _, e := range doc.entries {
		if _, stays := want[keyTOML(e.path)]; !e.table && !stays && isPrefix(path, e.path) {
			if text, err = unsetPath(text, e.path); err != nil {
				return "", err
			}
		}
	}
	for _, e := range given.entries {
		if !e.table {
			if text, err = setLeaf(text, e.path, string(given.data[e.at:e.end]), e.value); err != nil {
				return "", err
			}
		}
	}
	return onlyIf(text, want)
}

// setLeaf gives one key its value, in the first of the ways that change nothing else.
func setLeaf(text string, path []string, notation string, value any) (string, error) {
	doc, err := decode(Origin{}, []byte(text))
	if err != nil {
		return "", err
	}
	want := doc.settings()
	want[keyTOML(path)] = value
	for _, way := range [...]func([]string, string) (string, bool){
		doc.replace, doc.intoInline, doc.uncomment, doc.besideOthers, doc.belowHeader, doc.newTable,
	} {
		if out, ok := way(path, notation); ok {
			if out, err := onlyIf(text[:len(text)-len(doc.data)]+out, want); err == nil {
				return out, nil
			}
		}
	}
	return "", ErrNotEditable
}

// unsetPath removes what a path says, from the end, so that offsets stay good.
func unsetPath(text string, path []string) (string, error) {
	doc, err := decode(Origin{}, []byte(text))
	if err != nil {
		return "", err
	}
	out := string(doc.data)
	for _, e := range slices.Backward(doc.entries) {
		if !isPrefix(path, e.path) || e.outer >= 0 && isPrefix(path, doc.entries[e.outer].path) {
			continue
		}
		cut := doc.line(e)
		if e.outer >= 0 {
			cut = element(out, e.span)
		}
		out = out[:cut.start] + out[cut.end:]
	}
	want := doc.settings()
	maps.DeleteFunc(want, below(path))
	return onlyIf(text[:len(text)-len(doc.data)]+out, want)
}

// onlyIf returns a text that says what is wanted, and nothing else.
func onlyIf(text string, want map[string]any) (string, error) {
	doc, err := decode(Origin{}, []byte(text))
	if err != nil || !reflect.DeepEqual(doc.settings(), want) {
		return "", ErrNotEditable
	}
	return text, nil
}

// settings maps dotted names to values. It lists the content of a table, not the table.
func (d *document) settings() map[string]any {
	all := make(map[string]any)
	var add func(path []string, tree map[string]any)
	add = func(path []string, tree map[string]any) {
		for name, value := range tree {
			at := append(slices.Clip(path), name)
			if table, ok := value.(map[string]any); ok {
				add(at, table)
			} else {
				all[keyTOML(at)] = value
			}
		}
	}
	add(nil, d.values)
	return all
}

// below tells the settings that are at a path, or in the table there.
func below(path []string) func(name string, value any) bool {
	at := keyTOML(path)
	return func(name string, _ any) bool { return name == at || strings.HasPrefix(name, at+".") }
}

func isPrefix(prefix, path []string) bool {
	return len(prefix) <= len(path) && slices.Equal(prefix, path[:len(prefix)])
}

// The ways to put a setting into a document. Each returns the new text, and false if the document has no such place.

// splice is the document with a piece of it replaced.
func (d *document) splice(at span, text string) string {
	return string(d.data[:at.start]) + text + string(d.data[at.end:])
}

// replace puts the value in the place of the one that is there.
func (d *document) replace(path []string, value string) (string, bool) {
	for _, e := range d.entries {
		if !e.header && slices.Equal(e.path, path) {
			return d.splice(span{e.at, e.end}, value), true
		}
	}
	return "", false
}

// intoInline adds the key to the inline table that it belongs to.
func (d *document) intoInline(path []string, value string) (string, bool) {
	for i, e := range slices.Backward(d.entries) { // the innermost comes last
		if e.header || !e.table || !isPrefix(e.path, path) {
			continue
		}
		setting := assignment(path[len(e.path):], value)
		for _, in := range slices.Backward(d.entries[i+1:]) {
			if in.outer == i {
				return d.splice(span{in.end, in.end}, ", "+setting), true
			}
		}
		return d.splice(span{e.at + 1, e.end - 1}, " "+setting+" "), true
	}
	return "", false
}

// uncomment replaces a setting that is commented out by a # directly before its name, as in SampleFile.
func (d *document) uncomment(path []string, value string) (string, bool) {
	for _, c := range d.comments {
		inner := d.data[c.start+1 : c.end]
		table := d.tableAt(c.start)
		if len(inner) == 0 || strings.ContainsRune(" \t#[", rune(inner[0])) || !isPrefix(table, path) {
			continue
		}
		doc, err := decode(Origin{}, inner)
		if err == nil && len(doc.entries) == 1 && slices.Equal(doc.entries[0].path, path[len(table):]) {
			return d.splice(c, doc.splice(span{doc.entries[0].at, doc.entries[0].end}, value)), true
		}
	}
	return "", false
}

// tableAt is the table whose header an offset stands below.
func (d *document) tableAt(offset int) []string {
	var path []string
	for _, e := range d.entries {
		if e.header && e.start < offset {
			path = e.path
		}
	}
	return path
}

// besideOthers adds a line behind the last of the same table.
func (d *document) besideOthers(path []string, value string) (string, bool) {
	parent := path[:len(path)-1]
	for _, e := range slices.Backward(d.entries) {
		if !e.header && e.outer < 0 && e.base <= len(parent) && isPrefix(parent, e.path) {
			return d.addLine(d.lineEnd(e.end), assignment(path[e.base:], value)), true
		}
	}
	return "", false
}

// belowHeader adds the first line of a table, after the comments at its head.
func (d *document) belowHeader(path []string, value string) (string, bool) {
	parent, at := path[:len(path)-1], 0
	i := slices.IndexFunc(d.entries, func(e entry) bool { return e.header && slices.Equal(e.path, parent) })
	if i >= 0 {
		at = d.lineEnd(d.entries[i].end)
	} else if len(parent) > 0 {
		return "", false
	}
	for _, c := range d.comments {
		if c.start == at {
			at = d.lineEnd(c.end)
		}
	}
	return d.addLine(at, assignment(path[len(parent):], value)), true
}

// newTable adds a table at the end.
func (d *document) newTable(path []string, value string) (string, bool) {
	last := len(path) - 1
	if last == 0 {
		return "", false
	}
	line := "[" + keyTOML(path[:last]) + "]" + d.newline() + assignment(path[last:], value)
	if len(d.data) > 0 {
		line = d.newline() + line
	}
	return d.addLine(len(d.data), line), true
}

// addLine puts a line where one starts, with an empty line before a header.
func (d *document) addLine(at int, line string) string {
	if at > 0 && d.data[at-1] != '\n' {
		line = d.newline() + line
	}
	line += d.newline()
	if at < len(d.data) && d.data[at] == '[' {
		line += d.newline()
	}
	return d.splice(span{at, at}, line)
}

func (d *document) newline() string {
	if first := bytes.IndexByte(d.data, '\n'); first > 0 && d.data[first-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineEnd is where the line after an offset starts.
func (d *document) lineEnd(offset int) int {
	if n := bytes.IndexByte(d.data[offset:], '\n'); n >= 0 {
		return offset + n + 1
	}
	return len(d.data)
}

// line returns the span to remove of an entry's lines: all of them, or the part before a trailing comment.
func (d *document) line(e entry) span {
	start := bytes.LastIndexByte(d.data[:e.start], '\n') + 1
	end := d.lineEnd(e.end)
	if remark := bytes.IndexByte(d.data[e.end:end], '#'); remark >= 0 {
		end = e.end + remark
	}
	return span{start, end}
}

// element returns the span to remove of an inline table: an element with the comma after it, or else the one before.
func element(text string, e span) span {
	rest := strings.TrimLeft(text[e.end:], " \t")
	if after, ok := strings.CutPrefix(rest, ","); ok {
		e.end = len(text) - len(strings.TrimLeft(after, " \t"))
		return e
	}
	if before := strings.TrimRight(text[:e.start], " \t"); strings.HasSuffix(before, ",") {
		e.start = len(before) - 1
	}
	return e
}

func assignment(path []string, value string) string {
	return keyTOML(path) + " = " + value
}

// quoteTOML writes a text as a basic string on one line, and escapes characters that a terminal obeys or hides.
func quoteTOML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// showPath is a dotted name as a person writes it, safe to print.
func showPath(path []string) string {
	return joinPath(path, func(part string) bool { return isBareKey(part) && len(part) <= longestName }, quoted)
}

// keyTOML writes a dotted name, each part in quotes that needs them.
func keyTOML(path []string) string { return joinPath(path, isBareKey, quoteTOML) }

func joinPath(path []string, plain func(string) bool, quote func(string) string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		if parts[i] = part; !plain(part) {
			parts[i] = quote(part)
		}
	}
	return strings.Join(parts, ".")
}

// dotted returns a name in the form of the tables, or "" if a part contains a dot, as no known key does.
func dotted(path []string) string {
	if slices.ContainsFunc(path, func(part string) bool { return strings.Contains(part, ".") }) {
		return ""
	}
	return strings.Join(path, ".")
}

func isBareKey(s string) bool { return s != "" && only(s, letters+digits+"-_") }

// longestName is how long a part of a key may be, in bytes, to be shown as it is.
const longestName = 64

// showValue formats a value for a message: it quotes and shortens a text, and names the kind of any other value.
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

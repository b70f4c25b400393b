package config

import (
	"errors"
	"reflect"
	"slices"
	"strings"
)

// UnknownKeyError is a name that no key has. Commands exit with 2.
type UnknownKeyError struct {
	Key  string
	Hint string // what to do, a sentence; may be empty
}

// Error names the key.
func (e *UnknownKeyError) Error() string { return "unknown key " + printable(e.Key) }

// ErrNotEditable is an edit that cannot be made without a change of something
// else in the file.
var ErrNotEditable = errors.New("the file has a form in which only that cannot be changed")

// File is a configuration file of a person, to be edited as text.
type File struct{ Name, Text string }

// Set returns the file's text with a value given to a key, and everything else as
// it was, byte for byte but for the line or the braces that take the key. A value
// is TOML, or the bare text of a text or of a list with one element; for a table it is
// the whole table in TOML's inline form. Set checks the names and the notation; whether
// the text is a configuration is for Load to say. Errors are *UnknownKeyError,
// *Error about the file's text or the value, or ErrNotEditable.
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

// Unset returns the file's text without a key, or without a table and all that is
// in it. Remarks stay. A key that the file does not set is no error.
func (f File) Unset(key string) (string, error) {
	path, _, err := f.parse(key)
	if err != nil {
		return "", err
	}
	return unsetPath(f.Text, path)
}

// parse reads a key's name, once the file is known to be TOML.
func (f File) parse(key string) (path []string, field any, err error) {
	if len(f.Text) > maxFileBytes {
		return nil, nil, tooLarge(Origin{Source: SourceUser, Name: f.Name})
	}
	if _, err := decode(Origin{Source: SourceUser, Name: f.Name}, []byte(f.Text)); err != nil {
		return nil, nil, err
	}
	return parseKey(key)
}

// parseKey reads a dotted name, with the kind of value that it takes. Where a
// person chooses the names, quotes may be left out: a shell takes them away.
func parseKey(key string) (path []string, field any, err error) {
	table, name, nested := strings.Cut(key, ".")
	if doc, err := decode(Origin{}, []byte(key+"=0")); err == nil && len(doc.entries) == 1 &&
		doc.entries[0].at == len(key)+1 {
		path = doc.entries[0].path
	}
	if nested && name != "" && freeTables[table] != nil && len(path) != 2 {
		path = []string{table, name}
	}
	if path != nil {
		if field, known := schema(path); known {
			return path, field, nil
		}
	}
	hint := unknownHint(strings.Split(key, "."))
	return nil, nil, &UnknownKeyError{Key: key, Hint: hint}
}

// notation writes a value as TOML of the kind that its key takes. What is no
// TOML, or TOML of another kind where a text is wanted, is taken for a bare text.
func notation(key string, field any, value string) (string, error) {
	doc, err := decode(Origin{}, []byte("v="+value))
	isTOML := err == nil && doc.entries[0].end == len("v=")+len(strings.TrimRight(value, " \t"))
	if field == nil {
		if !isTOML || !doc.entries[0].table {
			return "", Origin{Source: SourceFlag, Name: "config set"}.fail(key, key+" is a table",
				"Write '{ name = value, ... }', or set a key in it")
		}
		return value, nil
	}
	var parsed any
	if isTOML {
		parsed = doc.entries[0].value
	}
	_, isText := parsed.(string)
	switch field.(type) {
	case *string:
		if !isText {
			return quoteTOML(value), nil
		}
	case *[]string:
		if isText {
			return "[" + value + "]", nil
		} else if _, isList := parsed.([]any); !isList {
			return "[" + quoteTOML(value) + "]", nil
		}
	default:
		if !isTOML {
			return quoteTOML(value), nil
		}
	}
	return value, nil
}

// setPath gives a key, or each key of an inline table, its value.
func setPath(text string, path []string, value string) (string, error) {
	given, err := decode(Origin{}, []byte("v="+value))
	if err != nil {
		return "", err
	}
	if !given.entries[0].table {
		return setLeaf(text, path, value)
	}
	doc, err := decode(Origin{}, []byte(text))
	if err != nil {
		return "", err
	}
	want := withValue(doc.values, path, given.values["v"])
	var leaves [][]string
	for _, e := range given.entries {
		if !e.table {
			leaves = append(leaves, e.path[1:])
		}
	}
	for _, e := range doc.entries {
		if !e.table && isPrefix(path, e.path) && !slices.ContainsFunc(leaves, func(leaf []string) bool {
			return slices.Equal(leaf, e.path[len(path):])
		}) {
			if text, err = unsetPath(text, e.path); err != nil {
				return "", err
			}
		}
	}
	for _, e := range given.entries {
		if !e.table {
			leaf := slices.Concat(path, e.path[1:])
			if text, err = setLeaf(text, leaf, string(given.data[e.at:e.end])); err != nil {
				return "", err
			}
		}
	}
	return onlyIf(text, want)
}

// setLeaf gives one key its value, in the first of the ways that change nothing else.
func setLeaf(text string, path []string, value string) (string, error) {
	doc, err := decode(Origin{}, []byte(text))
	if err != nil {
		return "", err
	}
	given, err := decode(Origin{}, []byte("v="+value))
	if err != nil {
		return "", err
	}
	want := withValue(doc.values, path, given.values["v"])
	for _, way := range [...]func([]string, string) (string, bool){
		doc.replace, doc.intoInline, doc.uncomment, doc.besideOthers, doc.belowHeader, doc.newTable,
	} {
		if out, ok := way(path, value); ok {
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
	return onlyIf(text[:len(text)-len(doc.data)]+out, withValue(doc.values, path, nil))
}

// onlyIf returns a text that says what is wanted, and nothing else.
func onlyIf(text string, want map[string]any) (string, error) {
	doc, err := decode(Origin{}, []byte(text))
	if err != nil || !reflect.DeepEqual(withoutEmpty(doc.values), withoutEmpty(want)) {
		return "", ErrNotEditable
	}
	return text, nil
}

// withValue is a copy of a tree with a value at a path; nil removes what is there.
func withValue(tree map[string]any, path []string, value any) map[string]any {
	out := make(map[string]any, len(tree)+1)
	for name, v := range tree {
		out[name] = v
	}
	switch below, isTable := out[path[0]].(map[string]any); {
	case len(path) > 1 && (isTable || out[path[0]] == nil):
		out[path[0]] = withValue(below, path[1:], value)
	case len(path) > 1: // below a value there is nothing to set or to remove
	case value == nil:
		delete(out, path[0])
	default:
		out[path[0]] = value
	}
	return out
}

// withoutEmpty leaves out the tables that hold nothing: their headers may come
// and go with the last key.
func withoutEmpty(tree map[string]any) map[string]any {
	out := make(map[string]any, len(tree))
	for name, v := range tree {
		if below, isTable := v.(map[string]any); isTable {
			if below = withoutEmpty(below); len(below) == 0 {
				continue
			}
			v = below
		}
		out[name] = v
	}
	return out
}

func isPrefix(prefix, path []string) bool {
	return len(prefix) <= len(path) && slices.Equal(prefix, path[:len(prefix)])
}

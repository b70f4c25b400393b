package config

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

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
	from := Origin{Source: SourceUser, Name: f.Name}
	if len(f.Text) > maxFileBytes {
		return nil, nil, tooLarge(from)
	}
	if _, err := decode(from, []byte(f.Text)); err != nil {
		return nil, nil, err
	}
	return parseKey(key)
}

// parseKey reads a dotted name, with the kind of value that it takes. Where a
// person chooses the names, quotes may be left out: a shell takes them away.
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

// notation writes a value as TOML of the kind that its key takes. What is no
// TOML, or TOML of another kind where a text is wanted, is taken for a bare text.
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

// settings are the values of a document by their dotted names. Tables are only what
// is in them: their headers may come and go with the last key.
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

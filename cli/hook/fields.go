package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Fields is a JSON object of which values are read by name. Names are exact, as every agent
// compares them, and one that is there twice is an error: what is judged must not depend on who
// reads it. The first thing that is wrong is kept, and everything read after it is empty. The zero
// value has no fields.
type Fields struct {
	values map[string]json.RawMessage
	err    *error
}

// ReadFields reads an object.
func ReadFields(data []byte) Fields {
	f := Fields{map[string]json.RawMessage{}, new(error)}
	*f.err = f.read(data)
	return f
}

func (f Fields) read(data []byte) error {
	if !utf8.Valid(data) { // else others would read another text
		return errors.New("it is not UTF-8")
	}
	if !json.Valid(data) {
		return errors.New("it is not JSON")
	}
	in := json.NewDecoder(bytes.NewReader(data))
	if first, err := in.Token(); err != nil || first != json.Delim('{') {
		return errors.New("it is no object")
	}
	for in.More() {
		token, err := in.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		if _, twice := f.values[name]; twice {
			return fmt.Errorf("%.80q is there twice", name)
		}
		var value json.RawMessage
		if err := in.Decode(&value); err != nil {
			return err
		}
		f.values[name] = value
	}
	return nil
}

// Err is the first thing that was wrong, nil when nothing was.
func (f Fields) Err() error {
	if f.err == nil {
		return errors.New("it has no fields")
	}
	return *f.err
}

func (f Fields) fail(format string, args ...any) {
	if f.err != nil && *f.err == nil {
		*f.err = fmt.Errorf(format, args...)
	}
}

// Has reports whether a field is there and is not null.
func (f Fields) Has(name string) bool {
	v, ok := f.values[name]
	return ok && string(v) != "null"
}

// Raw is a field as it is written; it has to be there.
func (f Fields) Raw(name string) json.RawMessage {
	if !f.Has(name) {
		f.fail("%q is missing", name)
	}
	return f.values[name]
}

// take decodes a field that has to be there; what says of what kind it must be.
func (f Fields) take(name, what string, v any) {
	if !f.Has(name) {
		f.fail("%q is missing", name)
	} else if err := json.Unmarshal(f.values[name], v); err != nil {
		f.fail("%q must be %s", name, what)
	}
}

// Text is a text that has to be there.
func (f Fields) Text(name string) (text string) {
	f.take(name, "a text", &text)
	return text
}

// Optional is a text, "" where it is missing or null.
func (f Fields) Optional(name string) string {
	if !f.Has(name) {
		return ""
	}
	return f.Text(name)
}

// Alias is the text of a field that has several names, "" where none is there. Whoever reads another
// one of them than we do must read the same, so that two of which the values differ are an error.
func (f Fields) Alias(names ...string) (text string) {
	seen := ""
	for _, name := range names {
		if !f.Has(name) {
			continue
		}
		switch value := f.Text(name); {
		case seen == "":
			seen, text = name, value
		case value != text:
			f.fail("%q and %q mean the same and differ", seen, name)
		}
	}
	return text
}

// named is the text of a field that has to be there, unless its name ends with "?"; "" of no name.
func (f Fields) named(name string) string {
	name, optional := strings.CutSuffix(name, "?")
	switch {
	case name == "":
		return ""
	case optional:
		return f.Optional(name)
	}
	return f.Text(name)
}

// Texts is a list of texts that has to be there.
func (f Fields) Texts(name string) (texts []string) {
	f.take(name, "a list of texts", &texts)
	return texts
}

// Objects is a list of objects that has to be there.
func (f Fields) Objects(name string) []Fields {
	var list []json.RawMessage
	f.take(name, "a list of objects", &list)
	var out []Fields
	for _, data := range list {
		in := ReadFields(data)
		if err := in.Err(); err != nil {
			f.fail("%q: %w", name, err)
		}
		in.err = f.err
		out = append(out, in)
	}
	return out
}

// With are the fields with another value for one of them, as an object.
func (f Fields) With(name, text string) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for n, v := range f.values {
		out[n] = v
	}
	value, err := json.Marshal(text)
	if err == nil {
		out[name] = value
	}
	return out
}

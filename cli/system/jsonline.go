package system

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"pp/engine"
	"slices"
	"strings"
)

// KeyError is a key of a line of JSON that the line cannot have.
type KeyError struct {
	Key    string
	Column int // in bytes, from 1
	why    string
}

// Error implements error.
func (e *KeyError) Error() string { return fmt.Sprintf("column %d: %q %s", e.Column, e.Key, e.why) }

// ReadLineOf reads a line with one object of these keys. A duplicate or mistyped key is a [KeyError], so that every
// reader understands the same. Other keys are the line's notes. v gets everything that could be read.
func ReadLineOf(line []byte, v any, keys ...string) error {
	if err := json.Unmarshal(line, v); err != nil {
		return err
	}
	in := json.NewDecoder(bytes.NewReader(line))
	if first, err := in.Token(); err != nil || first != json.Delim('{') {
		return errors.New("it is no object")
	}
	seen := map[string]bool{}
	for in.More() {
		before := in.InputOffset()
		token, err := in.Token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		column := int(before) + bytes.IndexByte(line[before:], '"') + 1
		switch meant := mistypedKey(key, keys); {
		case seen[key]:
			return &KeyError{key, column, "is there twice"}
		case meant != "":
			return &KeyError{key, column, fmt.Sprintf("is not known, and %q is", meant)}
		}
		seen[key] = true
		var value json.RawMessage
		if err := in.Decode(&value); err != nil {
			return err
		}
	}
	return nil
}

// mistypedKey returns the known key that a mistyped one probably means, or "".
func mistypedKey(key string, keys []string) string {
	if slices.Contains(keys, key) {
		return ""
	}
	for _, k := range keys {
		if strings.EqualFold(k, key) {
			return k
		}
	}
	if len(key) < 3 {
		return ""
	}
	return engine.Near(key, keys)
}

// Unread says why a line was not read, in the words of JSON and not of Go.
func Unread(err error) string {
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err.Error()
	}
	if kind.Field == "" {
		return "it is " + kind.Value
	}
	want := "a string"
	if kind.Field == "allowed_hosts" {
		want = "a list of strings"
	}
	return fmt.Sprintf("%q must be %s, and is %s", kind.Field, want, kind.Value)
}

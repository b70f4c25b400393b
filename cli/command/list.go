package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"strings"

	"pp/cli/output"
)

// row is one thing that a command found: its facts, by their keys. It prints as a JSON object with the keys in this
// order.
type row []fact

// fact is a value with its key in JSON.
type fact struct {
	key   string
	value any
}

// and adds a fact, unless its value is the zero value of its type or an empty list.
func (r row) and(key string, value any) row {
	if v := reflect.ValueOf(value); !v.IsValid() || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
		return r
	}
	return append(r, fact{key, value})
}

// join adds facts.
func (r row) join(more row) row { return append(r, more...) }

// MarshalJSON implements json.Marshaler.
func (r row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, f := range r {
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		b.WriteString(map[bool]string{true: "{", false: ","}[i == 0] + `"` + f.key + `":`)
		b.Write(value)
	}
	if len(r) == 0 {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// all is a list that prints as [] in JSON, and not as null, where it is empty.
func all[T any](list []T) []T { return append([]T{}, list...) }

// Show prints what a command found: data with --json, else text, each with secrets masked.
func (a App) Show(data any, text string) error {
	if a.Options.JSON {
		return a.Out.PrintJSON(data)
	}
	return a.Out.Print(a.Out.Redact(text))
}

// showRows is Show for lines in columns.
func (a App) showRows(data any, text string) error {
	if a.Options.JSON {
		return a.Out.PrintJSON(data)
	}
	return a.Out.Print(output.InRows(a.System.Stdout, a.Out.Redact(text)))
}

// showList shows a list, each item as data and as its lines; none is what stands in place of an empty one.
func showList[T any](a App, items []T, none string, of func(T) (data any, lines string)) error {
	rows := []any{}
	var b strings.Builder
	for _, item := range items {
		data, lines := of(item)
		rows = append(rows, data)
		b.WriteString(lines)
	}
	return a.showRows(rows, cmp.Or(b.String(), none))
}

// lines are facts for a person, one a line, without those that are empty.
func lines(width int, facts ...[2]string) string {
	var b strings.Builder
	for _, f := range facts {
		if f[1] != "" {
			b.WriteString(f[0] + strings.Repeat(" ", max(1, width-len(f[0]))) + f[1] + "\n")
		}
	}
	return b.String()
}

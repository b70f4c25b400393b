package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"pp/engine"
)

// Value is one line of `pp config show`: a key, its value in TOML notation
// ("" when it is not set) and where it came from. Secrets are never in it.
type Value struct {
	Key    string
	Text   string
	Origin Origin
}

// JSON returns the value as JSON, null when it is not set.
func (v Value) JSON() (json.RawMessage, error) {
	var tree map[string]any
	if v.Text != "" {
		if err := toml.Unmarshal([]byte("v = "+v.Text), &tree); err != nil {
			return nil, fmt.Errorf("the value of %s: %w", v.Key, err)
		}
	}
	return json.Marshal(tree["v"])
}

// Get returns the value of a key that is in force, or of a table all that is set in
// it, as an inline table. Of several layers that state one permission or rule it is
// the strictest. Text is "" when nothing is set. The error is *UnknownKeyError.
func (c *Config) Get(key string) (Value, error) {
	path, field, err := parseKey(key)
	if err != nil {
		return Value{}, err
	}
	out := Value{Key: keyName(path)}
	var names []string
	texts := make(map[string]string)
	for _, v := range c.Values() {
		if v.Text == "" || v.Text == engine.Masked {
			continue
		}
		if v.Key == out.Key && (out.Text == "" || !stricter(out.Text, v.Text)) {
			out.Text, out.Origin = v.Text, v.Origin
		}
		if name, below := strings.CutPrefix(v.Key, out.Key+"."); below {
			if !slices.Contains(names, name) {
				names = append(names, name)
			} else if stricter(texts[name], v.Text) {
				continue
			}
			texts[name] = v.Text
		}
	}
	if field == nil && names != nil {
		for i, name := range names {
			names[i] = name + " = " + texts[name]
		}
		out.Text = "{ " + strings.Join(names, ", ") + " }"
	}
	return out, nil
}

// keyName is a key as Values names it: a pattern always in quotes.
func keyName(path []string) string {
	if len(path) == 2 && path[0] == "permissions" {
		return "permissions." + quoteTOML(path[1])
	}
	return keyTOML(path)
}

// stricter reports whether one decision in TOML notation is stricter than another.
func stricter(a, b string) bool {
	x, okA := engine.ParseDecision(strings.Trim(a, `"`))
	y, okB := engine.ParseDecision(strings.Trim(b, `"`))
	return okA && okB && x < y
}

// Values lists every setting: the plain keys in the order of SampleFile, then those
// of the tables in which a person chooses the names.
func (c *Config) Values() []Value {
	var values []Value
	for i := range keyTable {
		k := &keyTable[i]
		values = append(values, Value{Key: k.name, Text: showField(k.field(c)), Origin: c.origins[k.name]})
	}
	for _, t := range tables {
		values = append(values, t.values(c)...)
	}
	return values
}

// showField writes a field's value in TOML notation.
func showField(field any) string {
	switch f := field.(type) {
	case *string:
		return quoteTOML(*f)
	case *[]string:
		return showList(*f)
	case *int:
		return strconv.Itoa(*f)
	case *float64:
		return formatNumber(*f)
	case *bool:
		return strconv.FormatBool(*f)
	case *time.Duration:
		return quoteTOML(showDuration(*f))
	case *map[string]string:
		var lines []string
		for _, name := range sortedNames(*f) {
			lines = append(lines, assignment([]string{name}, quoteTOML((*f)[name])))
		}
		if len(lines) > 0 {
			return "{ " + strings.Join(lines, ", ") + " }"
		}
	case optional:
		if value, set := f.parts(); *set {
			return showField(value)
		}
	}
	return ""
}

// showDuration leaves out the zeros that Duration's own notation ends with.
func showDuration(d time.Duration) string {
	text := d.String()
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}

func showList(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = quoteTOML(s)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"pp/engine"
)

// Value is one line of `pp config show`. Its text is TOML, "" if not set, and never a secret.
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

// Get returns the value in force of a key, or the settings of a table as an inline table. It returns the strictest of
// several decisions.
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

// Values lists every setting: the plain keys, then the tables whose names a person chooses.
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
	default:
		if value := reflect.ValueOf(field).Elem(); value.Kind() == reflect.Pointer && !value.IsNil() {
			return showField(value.Interface())
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

// SampleFile returns the file that `pp config init` writes: every key with its built-in value, commented out; the
// headers of tables stay, so that a setting that is switched on is in its table. A line that starts with "#" directly
// before a name is a setting; "# " starts a remark.
func SampleFile() string {
	var b strings.Builder
	b.WriteString("# pp's configuration. Remove the # before a setting to change it.\n" +
		"# What is commented out here has the value shown.\n")
	defaults := Defaults()
	table := ""
	for i := range keyTable {
		k := &keyTable[i]
		name := k.name
		if at := strings.LastIndexByte(k.name, '.'); at >= 0 {
			before, after := k.name[:at], k.name[at+1:]
			if before != table {
				table = before
				b.WriteString("\n[" + table + "]\n")
			}
			name = after
		}
		writeSetting(&b, name, showField(k.field(defaults)), k.doc)
	}
	writeFreeTables(&b)
	values := defaults.Values()
	writeRecords(&b, "providers", sortedNames(defaults.Providers), values)
	b.WriteString("\n# A prompt to use again, with pp -t NAME; the built-in ones follow.\n# [templates.french]\n")
	writeFields(&b, templateTable[:])
	writeRecords(&b, "templates", sortedNames(defaults.Templates), values)
	b.WriteString("\n# The conversation with one person, by the number of the account.\n" +
		"# [gateway.telegram.chats.123456789]\n" +
		"# [gateway.signal.chats.\"+4915112345678\"]\n")
	writeFields(&b, chatTable[:])
	b.WriteString("\n# A server of the Model Context Protocol; `pp mcp import` takes over those of other programs.\n" +
		"# [mcp.files]\n")
	writeFields(&b, serverTable[:])
	return b.String()
}

// writeSetting writes one line. A setting without a built-in value becomes a comment, since TOML has no null.
func writeSetting(b *strings.Builder, name, text, doc string) {
	if text == "" {
		b.WriteString("# " + name + " is not set. " + doc + "\n")
		return
	}
	line := "#" + name + " = " + text
	if pad := 44 - len(line); pad > 0 {
		line += strings.Repeat(" ", pad)
	}
	b.WriteString(line + "  # " + doc + "\n")
}

func writeFreeTables(b *strings.Builder) {
	b.WriteString(`
[aliases]
# fast = "provider/model"

[hosts]
#allow = []                                   # What fetch-url may contact unasked: name, name:port, *.name.

[permissions]
# A tool of "pp tools", or "shell" and a command's words; the most specific wins.
# "shell git push *" = "deny"
# "fetch-url"        = "ask"

[rules]
# A row that "pp gates" lists, and what it decides; a denial cannot be changed.
# write-workspace = "allow"

[programs]
# What a program's flags and operands are, so that it need not ask; examples are
# checked. false makes a program unknown, so that it asks.
# mytool = '''(flags "-v -o,--out=write") (args "read*")
#   (examples reads "mytool -v x" acts "mytool -o y x" unknown "mytool --frob")'''
# kubectl = false

# What is done in the background; "pp help jobs" says more.
# [[jobs]]
`)
	writeFields(b, jobTable[:])
	b.WriteString(`
# A provider of your own; the built-in ones follow.
# [providers.local]
`)
	writeFields(b, providerTable[:])
}

func writeFields(b *strings.Builder, table []key) {
	for i := range table {
		b.WriteString("# " + table[i].name + "  " + table[i].doc + "\n")
	}
}

func writeRecords(b *strings.Builder, table string, names []string, values []Value) {
	for _, name := range names {
		at := table + "." + name
		b.WriteString("\n[" + at + "]\n")
		for _, v := range values {
			if field, ok := strings.CutPrefix(v.Key, at+"."); ok {
				b.WriteString("#" + field + " = " + v.Text + "\n")
			}
		}
	}
}

package config

import (
	"slices"
	"strings"

	"pp/engine"
)

// table is one in which a person chooses the names.
type table interface {
	title() string // dotted
	// field is a pointer to a value of the kind that stands at a path below the
	// table, nil for a table; known is false when there can be no such name.
	field(below []string) (field any, known bool)
	take(*loader, entry) error // a header or a setting below the table, of a known name
	values(*Config) []Value
	names(name string) []string // the keys that may stand in a table of this name
}

// tables are in the order of Values.
var tables = [...]table{
	lines{"aliases", new(string), (*loader).alias, func(c *Config, add addValue) {
		for _, name := range sortedNames(c.Aliases) {
			add(name, quoteTOML(c.Aliases[name]), c.origins["aliases."+name])
		}
	}},
	records[Provider]{"providers", providerTable[:], func(c *Config) map[string]Provider { return c.Providers },
		func(p *Provider) *string { return &p.Name }, checkLowerWord},
	records[Template]{"templates", templateTable[:], func(c *Config) map[string]Template { return c.Templates },
		func(t *Template) *string { return &t.Name }, checkWord},
	records[Chat]{"gateway.telegram.chats", chatTable[:], func(c *Config) map[string]Chat {
		return madeOf(&c.Telegram.Chats)
	}, func(c *Chat) *string { return &c.ID }, checkNumber},
	records[Chat]{"gateway.signal.chats", chatTable[:], func(c *Config) map[string]Chat {
		return madeOf(&c.Signal.Chats)
	}, func(c *Chat) *string { return &c.ID }, checkSignal},
	hostTable{lines{"hosts", new([]string), (*loader).hosts, func(c *Config, add addValue) {
		add("allow", showList(c.HostNames()), c.origins["hosts.allow"])
	}}},
	lines{"permissions", new(string), (*loader).permission, func(c *Config, add addValue) {
		for _, p := range c.Permissions {
			add(p.Pattern, quoteTOML(p.Decision.String()), p.Origin)
		}
	}},
	lines{"rules", new(string), (*loader).rule, func(c *Config, add addValue) {
		for _, r := range c.Rules {
			add(r.Name, quoteTOML(r.Decision.String()), r.Origin)
		}
	}},
	lines{"programs", anyKind{}, (*loader).program, func(c *Config, add addValue) {
		for _, p := range c.Programs {
			text := "false"
			if !p.Removed {
				text = quoteTOML(p.Clauses)
			}
			add(p.Name, text, p.Origin)
		}
	}},
	jobs{},
	serversOf(func(c *Config) map[string]Server { return madeOf(&c.Servers) }),
}

// anyKind is the field of a key that takes more than one kind of value.
type anyKind struct{}

// findTable is the table that a path leads to or into, and the rest of the path; nil when there
// is no such table.
func findTable(path []string) (t table, below []string) {
	for _, t := range tables {
		title := strings.Split(t.title(), ".")
		if len(path) >= len(title) && slices.Equal(path[:len(title)], title) {
			return t, path[len(title):]
		}
	}
	return nil, path
}

// lines is a table of single values.
type lines struct {
	name string
	kind any // a pointer to a value of the kind
	add  func(*loader, entry) error
	list func(*Config, addValue)
}

// addValue takes one line of a table, in TOML notation.
type addValue func(name, text string, o Origin)

func (t lines) title() string                    { return t.name }
func (t lines) take(l *loader, e entry) error    { return t.add(l, e) }
func (t lines) names(string) []string            { return nil }
func (t lines) field(below []string) (any, bool) { return t.kind, len(below) == 1 }

func (t lines) values(c *Config) (values []Value) {
	t.list(c, func(name, text string, o Origin) {
		values = append(values, Value{Key: keyName([]string{t.name, name}), Text: text, Origin: o})
	})
	return values
}

// hostTable has one name, which is not chosen.
type hostTable struct{ lines }

func (t hostTable) field(below []string) (any, bool) {
	return t.kind, len(below) == 1 && below[0] == "allow"
}

// records is a table of tables, [name.NAME], of the same keys.
type records[T any] struct {
	name  string
	keys  []key
	of    func(*Config) map[string]T
	named func(*T) *string
	check func(name string) string
}

func (t records[T]) title() string { return t.name }

func (t records[T]) field(below []string) (any, bool) {
	if len(below) == 1 {
		return nil, true
	}
	return fieldOf(t.keys, dotted(below[1:]), new(T))
}

// take makes the record when it is new: a header alone makes it exist, so that what
// it lacks is reported. The value of a key is in no error, since it may be a secret
// in the wrong place.
func (t records[T]) take(l *loader, e entry) error {
	_, below := findTable(e.path)
	name := below[0]
	if problem := t.check(name); problem != "" {
		return e.where.fail(t.name, "the "+strings.TrimSuffix(lastPart(t.name), "s")+" name "+quoted(name)+" "+problem, "")
	}
	record := t.of(l.cfg)[name]
	*t.named(&record) = name
	at := t.name + "." + name
	if _, placed := l.cfg.origins[at]; !placed {
		l.cfg.origins[at] = e.where
	}
	if !e.table {
		field := dotted(below[1:])
		at += "." + field
		if _, problem := setKey(l, findKey(t.keys, field), &record, at, e.value, e.where); problem != "" {
			return e.where.fail(at, e.shown()+" "+problem, "")
		}
	}
	t.of(l.cfg)[name] = record
	return nil
}

// secretKey ends the name of the origin of a secret: no key and no record is named so.
const secretKey = "(key)"

// values lists what is set, and of a secret only where it comes from.
func (t records[T]) values(c *Config) []Value {
	var values []Value
	for _, name := range sortedNames(t.of(c)) {
		record, at := t.of(c)[name], t.name+"."+name+"."
		shown := t.name + "." + keyTOML([]string{name}) + "."
		for i := range t.keys {
			k := &t.keys[i]
			if text := showField(k.field(&record)); text != showField(k.field(new(T))) {
				values = append(values, Value{Key: shown + k.name, Text: text, Origin: c.origins[at+k.name]})
			}
		}
		if o, has := c.origins[at+secretKey]; has {
			values = append(values, Value{Key: shown + "key", Text: engine.Masked, Origin: o})
		}
	}
	return values
}

func (t records[T]) names(name string) []string {
	return keyNames(t.keys, t.name+"."+showPath([]string{name})+".")
}

// schema says what stands at a path: a pointer to a value of the kind that it
// takes, or nil for a table. known is false when there can be no such name.
func schema(path []string) (field any, known bool) {
	switch t, below := findTable(path); {
	case t == nil:
		return fieldOf(keyTable[:], dotted(path), new(Config))
	case len(below) == 0:
		return nil, true
	default:
		return t.field(below)
	}
}

// fieldOf looks a name up among keys: it is a key's, or that of a table which holds
// keys.
func fieldOf(keys []key, name string, target any) (field any, known bool) {
	if k := findKey(keys, name); k != nil {
		return k.field(target), true
	}
	within := func(k key) bool { return strings.HasPrefix(k.name, name+".") }
	return nil, name != "" && slices.ContainsFunc(keys, within)
}

func findKey(keys []key, name string) *key {
	for i := range keys {
		if keys[i].name == name {
			return &keys[i]
		}
	}
	return nil
}

func keyNames(keys []key, prefix string) []string {
	names := make([]string, len(keys))
	for i := range keys {
		names[i] = prefix + keys[i].name
	}
	return names
}

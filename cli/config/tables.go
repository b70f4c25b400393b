package config

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"pp/engine"
)

// table is one in which a person chooses the names.
type table interface {
	title() string // dotted
	// field returns a pointer to a value of the kind at a path below the table, nil for a table; known is false for a name
	// that cannot exist.
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
	records{"providers", providerTable[:], func(c *Config) any { return c.Providers }, checkLowerWord},
	records{"templates", templateTable[:], func(c *Config) any { return c.Templates }, checkWord},
	records{"gateway.telegram.chats", chatTable[:], func(c *Config) any { return madeOf(&c.Telegram.Chats) }, checkNumber},
	records{"gateway.signal.chats", chatTable[:], func(c *Config) any { return madeOf(&c.Signal.Chats) }, checkSignal},
	lines{"hosts", new([]string), (*loader).hosts, func(c *Config, add addValue) {
		add("allow", showList(c.HostNames()), c.origins["hosts.allow"])
	}},
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
	jobTables{},
	serversOf(func(c *Config) any { return madeOf(&c.Servers) }),
}

// anyKind is the field of a key that takes more than one kind of value.
type anyKind struct{}

// findTable returns the table that a path leads to or into, and the rest of the path; nil if there is no such table.
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

func (t lines) title() string                 { return t.name }
func (t lines) take(l *loader, e entry) error { return t.add(l, e) }
func (t lines) names(string) []string         { return nil }

// field implements the interface for [hosts], whose only key is "allow".
func (t lines) field(below []string) (any, bool) {
	return t.kind, len(below) == 1 && (t.name != "hosts" || below[0] == "allow")
}

func (t lines) values(c *Config) (values []Value) {
	t.list(c, func(name, text string, o Origin) {
		values = append(values, Value{Key: keyName([]string{t.name, name}), Text: text, Origin: o})
	})
	return values
}

// records is a table of tables, [name.NAME], of the same keys.
type records struct {
	name  string
	keys  []key
	of    func(*Config) any // the map that keeps them, by name
	check func(name string) string
}

func (t records) title() string { return t.name }

// record is a pointer to a copy of the record of a name, or to a new one; its map keeps it when it is kept.
func (t records) record(c *Config, name string) (record reflect.Value, keep func()) {
	all, key := reflect.ValueOf(t.of(c)), reflect.ValueOf(name)
	record = reflect.New(all.Type().Elem())
	if known := all.MapIndex(key); known.IsValid() {
		record.Elem().Set(known)
	}
	return record, func() { all.SetMapIndex(key, record.Elem()) }
}

func (t records) field(below []string) (any, bool) {
	if len(below) == 1 {
		return nil, true
	}
	if t.texts(below) == nil {
		fresh, _ := t.record(new(Config), "")
		return fieldOf(t.keys, dotted(below[1:]), fresh.Interface())
	}
	if len(below) == 2 {
		return nil, true
	}
	return new(string), len(below) == 3
}

// texts is the key of a table of texts that a path below the table leads to or into, nil of any other.
func (t records) texts(below []string) *key {
	if len(below) > 1 {
		if k := findKey(t.keys, below[1]); k != nil && k.texts != nil {
			return k
		}
	}
	return nil
}

// take creates the record if it is new. No error repeats a value, which may be a misplaced secret.
func (t records) take(l *loader, e entry) error {
	_, below := findTable(e.path)
	name := below[0]
	if problem := t.check(name); problem != "" {
		return e.where.fail(t.name, "the "+strings.TrimSuffix(lastPart(t.name), "s")+" name "+quoted(name)+" "+problem, "")
	}
	record, keep := t.record(l.cfg, name)
	at := t.name + "." + name
	if _, placed := l.cfg.origins[at]; !placed {
		l.cfg.origins[at] = e.where
	}
	record.Elem().FieldByName("Name").SetString(name)
	if o := record.Elem().FieldByName("Origin"); o.IsValid() {
		o.Set(reflect.ValueOf(l.cfg.origins[at]))
	}
	if !e.table {
		at += "." + strings.Join(below[1:], ".")
		problem := ""
		if k := t.texts(below); k != nil {
			problem = l.text(k, record.Interface(), at, below[2], e)
		} else {
			_, problem = setKey(l, findKey(t.keys, dotted(below[1:])), record.Interface(), at, e.value, e.where)
		}
		if problem != "" {
			return e.where.fail(at, e.shown()+" "+problem, "")
		}
	}
	keep()
	return nil
}

// text takes a line of a table of texts, and says what is wrong with it.
func (l *loader) text(k *key, target any, at, name string, e entry) (problem string) {
	text, ok := e.value.(string)
	if !ok {
		return "must be text"
	}
	if problem := cmp.Or(checkNoControl(text), k.texts(name, text)); problem != "" {
		return problem
	}
	madeOf(k.field(target).(*map[string]string))[name] = text
	l.cfg.origins[at] = e.where
	return ""
}

// secretKey ends the name of the origin of a secret: no key and no record is named so.
const secretKey = "(key)"

// values lists what is set, and of a secret only where it comes from.
func (t records) values(c *Config) (values []Value) {
	var names []string
	for _, name := range reflect.ValueOf(t.of(c)).MapKeys() {
		names = append(names, name.String())
	}
	slices.Sort(names)
	for _, name := range names {
		record, _ := t.record(c, name)
		at, shown := t.name+"."+name+".", t.name+"."+keyTOML([]string{name})+"."
		for _, k := range settingsOf(t.keys, record.Interface()) {
			if k.texts == nil {
				values = append(values, Value{Key: shown + k.name, Text: k.text, Origin: c.origins[at+k.name]})
				continue
			}
			lines := *k.field(record.Interface()).(*map[string]string)
			for _, line := range sortedNames(lines) {
				values = append(values, Value{Key: shown + k.name + "." + keyTOML([]string{line}),
					Text: quoteTOML(lines[line]), Origin: c.origins[at+k.name+"."+line]})
			}
		}
		if o, has := c.origins[at+secretKey]; has {
			values = append(values, Value{Key: shown + "key", Text: engine.Masked, Origin: o})
		}
	}
	return values
}

// setting is a key of a record, with its value in TOML notation.
type setting struct {
	*key
	text string
}

// settingsOf are those of a record that are not as in a new one.
func settingsOf(keys []key, record any) (out []setting) {
	fresh := reflect.New(reflect.TypeOf(record).Elem()).Interface()
	for i := range keys {
		k := &keys[i]
		if text := showField(k.field(record)); text != showField(k.field(fresh)) {
			out = append(out, setting{k, text})
		}
	}
	return out
}

func (t records) names(name string) []string {
	return keyNames(t.keys, t.name+"."+showPath([]string{name})+".")
}

// schema returns a pointer to a value of the kind at a path, nil for a table; known is false for a wrong name.
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

// fieldOf looks up the name of a key, or of a table that holds keys.
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

package config

import (
	"slices"
	"strings"
)

// freeTables are the tables in which a person chooses the names, and what takes
// one line of each.
var freeTables = map[string]func(*loader, entry) error{
	"aliases":     (*loader).alias,
	"permissions": (*loader).permission,
	"programs":    (*loader).program,
	"rules":       (*loader).rule,
}

// anyKind is the field of a key that takes more than one kind of value.
type anyKind struct{}

// schema says what stands at a path: a pointer to a value of the kind that it
// takes, or nil for a table. known is false when there can be no such name.
func schema(path []string) (field any, known bool) {
	name := entry{path: path}.name()
	switch below := len(path) - 1; {
	case freeTables[path[0]] != nil:
		if below == 1 && path[0] == "programs" {
			return anyKind{}, true
		} else if below == 1 {
			return new(string), true
		}
		return nil, below == 0
	case name == "hosts.allow":
		return new([]string), true
	case path[0] == "hosts":
		return nil, below == 0
	case path[0] == "providers" && below > 1:
		return fieldOf(providerTable[:], entry{path: path[2:]}.name())
	case path[0] == "templates" && below > 1:
		return fieldOf(templateTable[:], entry{path: path[2:]}.name())
	case path[0] == "providers" || path[0] == "templates":
		return nil, true
	}
	return fieldOf(keyTable[:], name)
}

// fieldOf looks a name up in a table of keys: it is a key's, or that of a table
// which holds keys.
func fieldOf[T any](table []key[T], name string) (field any, known bool) {
	if k := findKey(table, name); k != nil {
		return k.field(new(T)), true
	}
	within := func(k key[T]) bool { return strings.HasPrefix(k.name, name+".") }
	return nil, name != "" && slices.ContainsFunc(table, within)
}

func findKey[T any](table []key[T], name string) *key[T] {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

// unknown is the error for a key nobody knows, with the name that was
// probably meant. The value is never repeated: it may be a key.
func unknown(e entry) error {
	what := "unknown key "
	if e.table {
		what = "unknown table "
	}
	return e.where.fail("", what+e.shown(), unknownHint(e.path))
}

// unknownHint says what was probably meant by a name that is not known.
func unknownHint(path []string) string {
	switch strings.ToLower(path[len(path)-1]) {
	case "key", "api_key", "apikey", "api-key", "token", "secret", "password":
		return "Keys are never written in this file: use key_env or key_command, or run: pp config key NAME"
	}
	if path[0] == "permissions" {
		return "Put the pattern in quotes"
	}
	known := namesNear(path)
	if near := nearest(strings.Join(path, "."), known); near != "" {
		return "Did you mean " + near + "?"
	}
	if near := nearest(path[0], known); near != "" && len(path) > 1 { // [template.x] for [templates.x]
		if _, known := schema(append([]string{near}, path[1:]...)); known {
			return "Did you mean " + near + "." + showPath(path[1:]) + "?"
		}
	}
	return ""
}

// namesNear lists the names that a key at this place could have.
func namesNear(path []string) []string {
	if len(path) > 2 {
		prefix := path[0] + "." + showPath(path[1:2]) + "."
		switch path[0] {
		case "providers":
			return keyNames(providerTable[:], prefix)
		case "templates":
			return keyNames(templateTable[:], prefix)
		}
	}
	names := append(keyNames(keyTable[:], ""), "hosts.allow", "hosts", "providers", "templates")
	names = append(names, sortedNames(freeTables)...)
	for i := range keyTable {
		if table, _, nested := strings.Cut(keyTable[i].name, "."); nested {
			names = union(names, []string{table})
		}
	}
	return names
}

func keyNames[T any](table []key[T], prefix string) []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = prefix + table[i].name
	}
	return names
}

package config

import (
	"strings"

	"pp/engine"
)

// UnknownKeyError is a name that no key has. Commands exit with 2.
type UnknownKeyError struct {
	Key  string
	Hint string // what to do, a sentence; may be empty
}

// Error names the key.
func (e *UnknownKeyError) Error() string { return "unknown key " + printable(e.Key) }

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
	if t, below := findTable(path); t != nil && len(below) > 1 {
		if names := t.names(below[0]); names != nil {
			return names
		}
	}
	names := append(keyNames(keyTable[:], ""), "hosts.allow")
	for _, t := range tables {
		names = append(names, t.title())
	}
	for i := range keyTable {
		if table, _, nested := strings.Cut(keyTable[i].name, "."); nested {
			names = union(names, []string{table})
		}
	}
	return names
}

// nearest returns the known name that was most likely meant, or "".
func nearest(name string, known []string) string {
	last := lastPart(name)
	for _, candidate := range known {
		if strings.Contains(candidate, ".") && lastPart(candidate) == last {
			return candidate // the right name in the wrong table
		}
	}
	return engine.Near(name, known)
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

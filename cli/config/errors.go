package config

import (
	"strconv"
	"strings"
	"unicode"

	"pp/engine"
)

// Error describes a mistake in the configuration, its place and its remedy. It never contains the text of a secret.
// Commands exit with 2 when it is a flag's value (Origin.Source is SourceFlag without a line), else with 78.
type Error struct {
	Origin  Origin // without a line the whole file is meant
	Key     string // "" when no key is meant
	Message string
	Hint    string // what to do, a sentence; may be empty
	Err     error  // the cause, when a file could not be read
}

// Error returns "where: message. hint", with a file's line and column.
func (e *Error) Error() string {
	where := e.Origin.String()
	if o := e.Origin; o.Line > 0 || o.Source == SourceUser || o.Source == SourceEnvFile || o.Source == SourceProject {
		where = printable(o.Name)
		for _, position := range []int{o.Line, o.Column} {
			if position > 0 {
				where += ":" + strconv.Itoa(position)
			}
		}
	}
	if e.Hint != "" {
		return where + ": " + e.Message + ". " + e.Hint
	}
	return where + ": " + e.Message
}

// Unwrap returns the cause, if there is one.
func (e *Error) Unwrap() error { return e.Err }

// Warning is something the person should know that does not stop pp.
type Warning struct {
	Origin  Origin
	Message string
}

// String returns "origin: message".
func (w Warning) String() string { return w.Origin.String() + ": " + w.Message }

func (o Origin) fail(key, message, hint string) error {
	return &Error{Origin: o, Key: key, Message: message, Hint: hint}
}

// printable returns s, quoted if it could deceive a terminal: other people write a project's file.
func printable(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) || r == unicode.ReplacementChar }) {
		return strconv.Quote(s)
	}
	return s
}

// quoted is a value in a message: quoted, ASCII, shortened.
func quoted(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "..."
	}
	return strconv.QuoteToASCII(s)
}

// Source is the layer a value came from, lowest precedence first.
type Source uint8

// The layers.
const (
	SourceBuiltIn     Source = iota // defaults.go
	SourceUser                      // the user's config.toml
	SourceEnvFile                   // the .env file beside it
	SourceEnvironment               // an environment variable
	SourceProject                   // the project's .pp/config.toml
	SourceFlag                      // the command line
)

var sourceNames = [...]string{"built-in", "user", "env file", "environment", "project", "flag"}

// String returns the layer's name.
func (s Source) String() string {
	if int(s) < len(sourceNames) {
		return sourceNames[s]
	}
	return "unknown"
}

// Origin says where a value came from. The zero Origin is the built-in layer.
type Origin struct {
	Source Source
	Name   string // a file's path, a variable's name or a flag
	Line   int    // in a file, from 1; 0 when the whole file is meant
	Column int    // in a file, in bytes, from 1
}

// String returns what `pp config show` prints after a value: "built-in", "path:line", "path:line (project)",
// "environment NAME" or "--flag".
func (o Origin) String() string {
	switch o.Source {
	case SourceBuiltIn:
		return "built-in"
	case SourceEnvironment:
		return strings.TrimSpace("environment " + printable(o.Name))
	}
	text := printable(o.Name)
	if o.Line > 0 {
		text += ":" + strconv.Itoa(o.Line)
	}
	if o.Source == SourceProject {
		text += " (project)"
	}
	return text
}

// UnknownKeyError is a name that no key has. Commands exit with 2.
type UnknownKeyError struct {
	Key  string
	Hint string // what to do, a sentence; may be empty
}

// Error names the key.
func (e *UnknownKeyError) Error() string { return "unknown key " + printable(e.Key) }

// unknown returns the error for an unknown key. It never repeats the value, which may be a secret.
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

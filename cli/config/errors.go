package config

import (
	"strconv"
	"strings"
	"unicode"
)

// Error says what is wrong in the configuration, where, and what to do. It
// never carries the text of a secret. Commands exit with 2 when it is a flag's
// value (Origin.Source is SourceFlag without a line), else with 78.
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

// printable returns s as it is, or quoted when it could deceive a terminal:
// names in a project's file are written by others.
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

// String returns what `pp config show` prints after a value: "built-in",
// "path:line", "path:line (project)", "environment NAME" or "--flag".
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

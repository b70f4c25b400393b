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

package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// FileError says what is wrong in a configuration file, where, and what to do.
// It never carries the text of a secret. Commands exit with 78.
type FileError struct {
	Path    string
	Line    int // from 1; 0 when the whole file is meant
	Column  int // in bytes, from 1; 0 when the whole line is meant
	Message string
	Hint    string // what to do, a sentence; may be empty
	Err     error  // the cause, when the file could not be read
}

// Error returns "path:line:column: message. hint".
func (e *FileError) Error() string {
	var b strings.Builder
	b.WriteString(printable(e.Path))
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, ":%d", e.Column)
		}
	}
	b.WriteString(": ")
	b.WriteString(sentences(e.Message, e.Hint))
	return b.String()
}

// Unwrap returns the cause, if there is one.
func (e *FileError) Unwrap() error { return e.Err }

// ValueError says what is wrong with a value that came from an environment
// variable or a flag. Commands exit with 2 when Origin.Source is SourceFlag,
// else with 78.
type ValueError struct {
	Origin  Origin
	Key     string
	Message string
	Hint    string
}

// Error returns "origin: message. hint".
func (e *ValueError) Error() string {
	return e.Origin.String() + ": " + sentences(e.Message, e.Hint)
}

// Warning is something the person should know that does not stop pp.
type Warning struct {
	Origin  Origin
	Message string
}

// String returns "origin: message".
func (w Warning) String() string { return w.Origin.String() + ": " + w.Message }

// fail makes the error that fits where a value came from.
func (o Origin) fail(key, message, hint string) error {
	if o.inFile() || o.Line > 0 {
		return &FileError{Path: o.Name, Line: o.Line, Column: o.Column, Message: message, Hint: hint}
	}
	return &ValueError{Origin: o, Key: key, Message: message, Hint: hint}
}

func sentences(message, hint string) string {
	if hint == "" {
		return message
	}
	return message + ". " + hint
}

// printable returns s as it is, or quoted when it could deceive a terminal:
// names in a project's file are written by others.
func printable(s string) string {
	for _, r := range s {
		if !strconv.IsPrint(r) || r == unicode.ReplacementChar {
			return strconv.Quote(s)
		}
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

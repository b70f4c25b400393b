package config

import (
	"strconv"
	"strings"
)

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

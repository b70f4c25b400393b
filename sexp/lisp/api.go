package lisp

import "fmt"

// Source is text to load: a file, or a part of one.
type Source struct {
	Name string // for errors
	Text string
	Line int // of its first line; 0 means 1
}

// Toplevel takes a form that stands at the top of a source and means something to the host, such as DEFSKILL.
type Toplevel func(f *Form) error

// Options say how sources are loaded.
type Options struct {
	Package string     // that the symbols belong to, for messages
	Uses    []*Program // whose exported functions and macros may be used
	// Exports is the prefix of the definitions that others may use; "" exports nothing.
	Exports string
	// Toplevel are the host's forms by the name of their operator, upper case.
	Toplevel map[string]Toplevel
	// Near finds the one of the names, lower case, that a name may be a misspelling of; nil and "" mean none.
	Near   func(name string, names []string) string
	Limits Limits // of loading all of it, macro expansion included
}

// Error is what is wrong with a source, and where.
type Error struct {
	File         string
	Line, Column int    // of the form, from 1; 0 where unknown
	Form         string // its beginning
	Err          error
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v, in %s", e.File, e.Line, e.Column, e.Err, e.Form)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Restart is the restart that a handler chose: its name, upper case, and its arguments.
type Restart struct {
	Name string
	Args []Value
}

// ConditionOf is a condition to be made.
type ConditionOf struct {
	Type, Message string
	Slots         map[string]Value
}

// HandlerFor is a function for conditions of a type and of those below it.
type HandlerFor struct {
	Type string
	Do   *Function
}

// Text returns a frozen string.
func Text(s string) Value { return &Str{text: s, frozen: true} }

package sexp

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What can be wrong with a text; Error wraps one of these, for errors.Is.
var (
	ErrSyntax      = errors.New("not a well-formed expression")
	ErrIncomplete  = errors.New("the text ends inside an expression")
	ErrRefused     = errors.New("a notation that this reader refuses")
	ErrLimit       = errors.New("over a limit")
	ErrMoreThanOne = errors.New("more than one expression")
	ErrEncoding    = errors.New("not UTF-8")
)

// Error says where a text cannot be read and why.
type Error struct {
	Offset  int    // of the offending text, in bytes from the start, from 0
	Line    int    // from 1
	Column  int    // in characters, from 1
	Message string // one line, without the position
	Cause   error  // one of ErrSyntax, ErrIncomplete, ErrRefused, ErrLimit, ErrMoreThanOne, ErrEncoding
}

// Error gives "line L, column C: message".
func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// IsIncomplete reports whether err says that the text ended too early, so that more of it could mend it.
func IsIncomplete(err error) bool { return errors.Is(err, ErrIncomplete) }

// abbreviate gives a text on one line, cut to a length that suits a message.
func abbreviate(text string) string {
	const most = 60
	text = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, text)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

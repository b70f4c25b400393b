// Package sentinel is the kind of error that is known by its text alone.
//
// It must never import anything: it is what the errors of every other package are made of.
//
// Start reading at [Error].
package sentinel

// Error is an error by its text, for variables of a package. Unlike what errors.New makes, it is there before the
// program begins: to make two hundred errors at each start would be 3 % of `pp version`. Two of one text are the same.
type Error string

// Error is the text.
func (e Error) Error() string { return string(e) }

package undo

import (
	"fmt"
	"strings"
)

// Diff gives the change of a text file as a unified diff, of any size; exists
// says whether there was one before. It is "" when nothing changes. A content
// that is no text is told by its length. Nothing in it is escaped.
func Diff(name, from, to string, exists bool) string {
	if from == to && exists {
		return ""
	}
	if binary([]byte(from)) || binary([]byte(to)) {
		return fmt.Sprintf("%s: binary, %d bytes became %d\n", name, len(from), len(to))
	}
	old := name
	if !exists {
		old = "/dev/null"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", old, name)
	unified(&b, lines([]byte(from)), lines([]byte(to)))
	return b.String()
}

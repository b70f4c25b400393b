// Package repl is the conversation at a terminal: lines, Lisp forms and slash commands,
// until the person leaves.
//
// It must never take a pasted or piped line for an approval.
//
// Start reading at [Converse].
package repl

// Package ask asks the person at the terminal: it shows the whole action, takes one key, and suspends the action if
// nobody can answer.
//
// It must never shorten a question, accept keys typed before the question, or wait when nobody can answer.
//
// A person edits a line with a [LineEditor] and a text as a [Draft], in their own editor.
//
// Start reading at [Asker.Ask], then [Person].
package ask

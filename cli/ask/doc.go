// Package ask puts questions to the person at the terminal: it shows the whole action, takes one key, and suspends the
// action where nobody is there.
//
// It must never shorten what it shows, count what was typed before a question, or wait for somebody who is not there.
//
// A person edits a line with a [LineEditor] and a text as a [Draft], in their own editor.
//
// Start reading at [Asker.Ask], then [Person].
package ask

// Package ask puts questions to the person at the terminal: it shows the whole action,
// takes one key, and suspends the action where nobody is there.
//
// It must never shorten what it shows, count what was typed before a question, or
// wait for somebody who is not there.
//
// Start reading at [Asker.Ask], then [Person].
package ask

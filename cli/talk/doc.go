// Package talk is a conversation with a person who is not at the terminal: an editor, or a script, shows what
// happens, and asks.
//
// It must never take data for what the person says, nor carry out a flight plan that was not asked about.
//
// Start reading at [Open].
package talk

// Package edit is where a person edits text: a line at the terminal, or a whole text in
// the editor of their own.
//
// It must never act on what was written: that is for whoever asked for it.
//
// Start reading at [Line] and [Text].
package edit

// Package output prints: the answer and data to standard output, everything else to
// standard error, each with secrets masked and, on a terminal, escaped.
//
// It must never print to standard output what is neither answer nor data, and never
// let an action that failed or was withheld read as done.
//
// Start reading at [Printer], then [Report], the JSON object of a run.
package output

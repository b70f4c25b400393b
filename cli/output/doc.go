// Package output prints: the answer and data to standard output, everything else to standard error, each with secrets
// masked. It is the one way text reaches a terminal: what models, tools and files wrote goes through [Escape] or a
// [Writer], which show the characters that deceive a reader, and an answer in Markdown through [Render].
//
// It must never print to standard output what is neither answer nor data, let an action that failed or was withheld
// read as done, or let text reach a terminal as it came. A stream that is no terminal gets its bytes unchanged.
//
// Start reading at [Printer], then [Report], the JSON object of a run, and [Escape].
package output

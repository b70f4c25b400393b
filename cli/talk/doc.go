// Package talk is a conversation with a person: at the terminal, where it takes lines, forms of Lisp and slash
// commands, or by a front end, an editor or a script, that shows what happens and asks.
//
// It must never take data, or a line that was pasted or piped, for an approval, nor carry out a flight plan that was
// not asked about.
//
// Start reading at [Open], then [Converse].
package talk

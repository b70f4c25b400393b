// Package table says what the words of one simple command do: which files they read, write or delete, what they run
// or contact, and which combinations are dangerous whatever the files are.
//
// The knowledge is data, in commands/*.sexp: for each program the flags and operands that are permitted, never those
// that are forbidden. What is not listed is unknown, and unknown is never harmless. Where the entry of a program takes
// any words and asks, a (permit …) form lists those that need no question. A person adds programs with Add, a project
// can only Remove. A (variable …) form says what a value of a variable of the environment makes programs do, and the
// forms of prints.sexp what their output consists of. Lists of words that the code looks up stand in code.sexp and
// words.sexp (lists.go).
//
// To add a program: write a (program "name" …) form into the file of commands/ that has its relatives, with the flags
// and operands that its manual documents, and examples of each outcome into the file of that name in examples/, which
// no binary holds; NOTATION.md explains the notation and the order of work. `go test ./gates/shell/table` checks every
// example, and what a form lacks is said with its line. Only what data cannot say is written in Go: hooks*.go for
// programs whose words have a grammar of their own (find, dd, kill), lang_*.go for code that is understood (awk, sed,
// SQL).
//
// The package looks at words only. It must never look at the file system, the environment or the clock, nor run
// anything, and an unknown word must never make an answer milder. Start reading at Table.Interpret in interpret.go;
// embedded.go looks for commands and foreign code among the words of a command that is not known in full, lang_any.go
// for what is plain in code of any language.
package table

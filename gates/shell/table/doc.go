// Package table says what the words of one simple command do: which files they read, write or delete, what they run
// or contact, and which combinations are dangerous whatever the files are.
//
// The knowledge is data, in commands/*.sexp: for each program the flags and operands that are permitted, never those
// that are forbidden. What is not listed is unknown, and unknown is never harmless. Where the entry of a program
// takes any words and asks, a (permit …) form lists those that need no question. A person adds programs with Add, a
// project can only Remove. The head of commands/coreutils.sexp explains the notation. Start reading at Interpret;
// hooks*.go and lang_*.go hold what data cannot say: find, dd, sed scripts, awk programs, SQL. carry.go looks for
// commands, code and foreign configuration among the words of a command that is not known in full; lang_any.go for
// what is plain in code of any language.
//
// The package looks at words only. It never looks at the file system, the environment or the clock, and runs nothing.
package table

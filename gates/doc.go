// Package gates is the deterministic side of pp: the stack that combines
// gates into a verdict, and the built-in gates, one file each.
//
// A gate is a pure function of a case. This package must never open a
// connection, start a process, call a provider or change anything; it sees the
// file system only through the view in the facts.
//
// Start reading at [Stack.Judge], then dispatcher.go for the rules over effects
// and rules.toml for the table itself.
package gates

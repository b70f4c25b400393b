// Package cli is the command line of pp: the commands, the REPL, rendering,
// and the wiring of all other packages. It is the only package that knows them
// all, and the only one that reads the environment, the clock and the standard
// streams.
//
// Standard output carries the answer, or the data a command was asked for, and
// nothing else. Start reading at [Main], then oneshot.go and wire.go.
package cli

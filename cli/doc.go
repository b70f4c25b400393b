// Package cli is the command line of pp: it takes arguments apart, finds the command,
// and gives the process its exit code. The only package that knows all others.
//
// It must never judge and never act; it wires those who do.
//
// Start reading at [Main], then command.Prompt.
package cli

// Package system is the outside world of one invocation as values: arguments, streams, environment, clock, signals,
// what the terminal allows, and what a person hands in by standard input and files. Every read is bounded.
//
// Nothing below package cli reads these from anywhere else. It must never know what is done with them, and never wait
// for a stream that gives nothing without saying so.
//
// Start reading at [System], then [ReadStdin] and [EachLine].
package system

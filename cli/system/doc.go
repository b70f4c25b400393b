// Package system is the outside world of one invocation as values: arguments,
// streams, environment, clock, signals, and what the terminal allows.
//
// Nothing below package cli reads these from anywhere else. It must never know what
// is done with them.
//
// Start reading at [System].
package system

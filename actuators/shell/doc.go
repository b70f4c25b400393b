// Package shell is the :SHELL actuator: it runs the canonical command of a
// cleared action, and no other text, under bash 5 in the sandbox that its
// cleared effects allow.
//
// It must never run a command under less confinement than its verdict relied
// on, wait without a limit, keep more of the output than its limit, or start a
// process but through package sandbox.
//
// Start reading at [Shell.Do].
package shell

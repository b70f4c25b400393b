// Package termtest is what tests need to see what a person sees: a
// pseudo-terminal for a process, and a screen that understands as much of a
// terminal as pp uses. It is for tests only. Start at [Open] and [Screen].
package termtest

// Package termtest is a screen for tests: it understands as much of a terminal as
// pp uses, so that they see what a person sees. Start at [Screen].
package termtest

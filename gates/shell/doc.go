// Package shell turns a command line into what it would do: engine.Effects.
//
// It parses the bash dialect, refuses text that deceives a reader or that does not print to itself again (Canonical),
// and walks the whole tree with the values of variables, the directories, the functions and the data in pipes as far
// as they can be known (Analyst.Infer). What cannot be known is reported as opaque, with the place it stands in. What
// one program does with its words is the business of the sub-package table.
//
// The package never runs anything, opens no connection, reads the file system only through engine.Facts, and never
// judges whether a path may be touched: the gates do that with the effects. An error, a cap that is exceeded or text
// that does not parse is a hazard that denies, never an empty set of effects.
//
// Start reading at Analyst.Infer in infer.go, then walk.go (statements),
// simple.go (one command), expand.go (words) and apply.go (operands to effects).
package shell

// Package shell turns a command line into what it would do: effect.Effects.
//
// It parses the bash dialect, refuses text that deceives a reader or that does not print to itself again, and walks
// the whole tree. It knows a variable where one literal gives it its value, and likewise the directories, the functions
// and the data in pipes. All else is reported as opaque, with the place it stands in; the literals that an opaque word
// may be are judged too, which can only make a verdict worse. What one program does with its words is the business of
// the sub-package table, which is where most changes belong.
//
// The package must never run anything, open a connection, read a file other than through engine.Facts, or judge
// whether a path may be touched: the gates do that with the effects. An error, a bound that is reached or text that
// does not parse is a hazard that denies, never an empty set of effects. Words that are not understood may only add
// effects. All work is bounded by counts, never by time, so that the same command always has the same answer.
//
// Start reading at Analyst.Infer in infer.go. A walk is one value, the walker, with what the shell knows where it
// stands (state.go), where what is printed goes (sink.go), and the effects so far (hazards.go). All else is functions:
//
//   - walk.go, sequence.go, loop.go, subst.go: statements; redirect.go: files
//   - simple.go, assign.go, builtins*.go, declare.go: one command; apply.go: what the table says of it, as effects
//   - expand.go, fields.go, param.go, glob.go: words, and the sub-package value: what is known of a text; arith.go,
//     reevaluate.go: what bash evaluates a second time
//   - contents.go, arrivals.go: what a command leaves in files; output.go, names.go: what it prints
//   - code.go, probe.go, mentions.go: commands and paths in words that nobody understands
//   - env.go: variables that make programs run something; hazards.go: the rules, with their sentences
package shell

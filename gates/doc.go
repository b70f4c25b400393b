// Package gates is the deterministic side of pp: the stack that combines gates into
// a verdict, and the built-in gates, one file each.
//
// A gate is a pure function of a case: an action, its effects and the facts. This
// package must never open a connection, start a process, call a provider or change
// anything; it sees the file system only through the view in the facts, so that the
// same case always has the same verdict. No gate, waiver or table entry can turn a
// denial into anything else, and a gate that fails denies.
//
// The gates, in the order they run: [Permissions] and [Vault] (priority 600),
// [Policy] (500), [Dispatcher] (150), [Validator] (95). All of them always run, so
// that a trace shows what each one said.
//
// Start reading at [Stack.Judge]. An [Analyser] has reduced the action to effects by
// then; dispatcher.go, pathrules.go, private.go, runrules.go and memory.go apply the rows of rules.txt to
// them, package paths says what kind of place a path is, and waivers.go what can clear
// an ask. TestDefaultRules is a table of actions and their verdicts, to be read as
// the documentation of the default rules.
//
// To add a rule: write a row in rules.txt, the line that applies it, and a line
// of that table.
package gates

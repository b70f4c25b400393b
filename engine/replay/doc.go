// Package replay judges again what was judged before: it makes the facts of a judgement anew
// from its record, so that a policy can be tried on everything that ever happened.
//
// It must never touch a file that a record names, and never guess: what a judgement of today
// looks at and the record does not have is told by [Case.Missing], and the verdict is then
// good for nothing. What was permitted for good, and the rules, are no part of a record; who
// replays adds those of today.
//
// Start reading at [Table.Take].
package replay

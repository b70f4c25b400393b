// Package lisp compiles and runs a pure subset of Common Lisp: what a person writes in a skill, or types to be
// evaluated.
//
// A value that it returns is the one that SBCL returns; what it does not know is an error, never a guess. It must never
// read or write anything, look at a clock, draw a random number, keep anything from one call to the next, or go on past
// its limits.
//
// Start reading at [Load] and [Program.Call]. value.go has the values, language.go joins the tables of functions,
// macros and special forms, compile.go makes closures of forms, machine.go calls them, and failure.go and
// conditions.go are what happens when something is wrong. prelude.lisp is the part of the language that is
// written in it.
//
// # Where it departs from SBCL
//
// Each class here is one that the tests against SBCL know, and they know no other; testdata/lisp/forms has forms of
// each. Wherever SBCL gives an error, this package does; which condition it is of may differ where the standard leaves
// that open, and so do the words of the messages.
//
//   - Absent. Files, streams to the outside, the clock, random numbers, threads, EVAL and COMPILE, structures, classes
//     and methods, DEFINE-CONDITION, MACROLET, &AUX and &WHOLE, TAGBODY, UNWIND-PROTECT, restarts but those of pp,
//     property lists of symbols and whatever else
//     is not among the tables: a source that uses it is refused. FORMAT has ~A, ~S, ~D, ~X, ~F, ~P, ~%, ~&, ~~, ~{, ~^,
//     ~[ and ~( alone, does not scale by ~F, and ~X writes integers. EXPT takes exact numbers and an integer.
//   - Checked when loaded. A name that nothing defines, a RETURN-FROM without its block and a macro whose
//     expansion fails are errors when the code is loaded, reached or not. A regular expression written out, too.
//   - Frozen. What was there before a call (globals, arguments, literals in the code) cannot be changed in it.
//     SBCL lets a literal be changed, with consequences that the standard leaves undefined.
//   - Globals. A global is a constant once its source is loaded, so that DEFVAR needs a value.
//   - Limits. Steps, bytes and depth end what SBCL would go on with, and an integer has at most 65,536 bits. No handler
//     takes such an error.
//   - Backquote. A backquote within a backquote is printed as it is written, where SBCL prints its own objects for
//     commas. READ-FROM-STRING refuses both, as they are code.
//   - Complex numbers. There are none: what would give one is an error.
//   - Counters. The names of GENSYM begin again with each evaluation.
//   - Interning. There are two packages, the code's own and KEYWORD. INTERN returns the symbol alone, and not
//     whether it was there.
//   - No output. FORMAT writes to a string or to a stream made by WITH-OUTPUT-TO-STRING.
//   - Regular expressions. They are those of Go's package regexp: lookaround and references are refused, $ is the very
//     end of a text, and \w, \d and \b know ASCII alone.
//   - Undefined consequences. Bounds outside a sequence and contradicting clauses of LOOP are errors; SBCL sometimes
//     gives a value. A dotted list is an error where its end is reached; SBCL's FIND and POSITION look there first. The
//     order in which the keys of a hash table come is that in which they were put in; that of what UNION and its like
//     return is that of SBCL's functions for short lists. What may destroy its arguments, such as DELETE and NREVERSE,
//     leaves them as they are, but for a vector that is sorted; SORT is STABLE-SORT.
package lisp

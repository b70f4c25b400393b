// Package lisp compiles and runs a pure subset of Common Lisp: what a person writes in a
// skill, or types to be evaluated.
//
// A value that it gives is the one SBCL gives; what it does not know is an error, never a
// guess. It must never read or write anything, look at a clock, draw a random number, keep
// anything from one call to the next, or go on past its limits.
//
// Start reading at [Load] and [Program.Call]; value.go has the values, language.go joins the tables of
// functions, macros and special forms, compile.go makes closures of forms, call.go calls them, and failure.go
// and conditions.go are what happens when something is wrong. Each table stands beside what it does.
//
// # Where it departs from SBCL
//
// Each class here is one that the tests against SBCL know, and they know no other; testdata/lisp/forms has
// forms of each. Wherever SBCL gives an error, this package does; which condition it is of may differ where
// the standard leaves that open, and so do the words of the messages.
//
//   - Absent. Files, streams to the outside, the clock, random numbers, threads, EVAL and COMPILE, the
//     definitions of functions and variables by their symbols, classes and methods, property lists of symbols
//     and whatever else is not among the tables: calling it is an error. So are options that are not known,
//     such as :PRINT-FUNCTION of DEFSTRUCT. FORMAT has no ~R, ~$, ~? and ~:{, does not scale by ~F, and ~X and its
//     kin write integers. EXPT takes exact numbers and an integer.
//   - Checked when loaded. A name that nothing defines, a RETURN-FROM without its block and a macro whose
//     expansion fails are errors when the code is loaded, reached or not. A regular expression written out, too.
//   - Frozen. What was there before a call (globals, arguments, literals in the code) cannot be changed in it.
//     SBCL lets a literal be changed, with consequences that the standard leaves undefined.
//   - Globals. A global is a constant once its source is loaded, so that DEFVAR needs a value.
//   - Limits. Steps, bytes and depth end what SBCL would go on with, and an integer has at most 65,536 bits.
//     No handler takes such an error.
//   - Backquote. A backquote within a backquote is printed as it is written, where SBCL prints its own objects
//     for commas. READ-FROM-STRING refuses both, as they are code.
//   - Complex numbers. There are none: what would give one is an error.
//   - Counters. The names of GENSYM begin anew with each evaluation.
//   - Interning. There are two packages, the code's own and KEYWORD. INTERN gives the symbol alone, and not
//     whether it was there.
//   - No output. FORMAT writes to a string or to a stream made by WITH-OUTPUT-TO-STRING.
//   - Regular expressions. They are RE2's: lookaround, references and what else needs backtracking is refused, and
//     so is what CL-PPCRE reads as text although it looks like an operator. CL-PPCRE misses the match of
//     "$.*" and its like at the end of a text.
//   - Undefined consequences. Bounds outside a sequence and contradicting clauses of LOOP are errors; SBCL sometimes
//     gives a value. A dotted list is an error where its end is reached; SBCL's FIND and POSITION look there
//     first. The order in which the keys of a hash table come is that of their being put in; that of what UNION and its
//     like give is that of SBCL's functions for short lists. What may destroy its arguments, such as DELETE and
//     NREVERSE, leaves them as they are, but for a vector that is sorted; SORT is STABLE-SORT.
package lisp

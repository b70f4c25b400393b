// Package sexp reads and prints the data subset of Common Lisp exactly as SBCL 2.2.9 does with *read-eval*
// nil and *print-pretty* nil, and has the property lists made of it. Everything that passes between the
// stages of pp and to disk is such a property list.
//
// It must never evaluate anything, look a symbol up or read a file, nor take more time and memory than the
// Limits and the length of its input call for.
//
// Start reading at [Read] and [Print], then [Plist]; [Reader] is for a text of several expressions, [Frame] and
// [FrameReader] for messages over a stream. Package sexp/lisp evaluates a form.
//
// # What is read
//
// Symbols, upcased unless escaped and NFKC-normalised; keywords; pkg:sym and pkg::sym; #:sym; strings;
// integers; ratios; floats with the exponent markers E F S (single) and D L (double), and SBCL's own R (an
// exact rational); #x #o #b #nR; characters by themselves, by name and by code; quote, #', backquote and
// commas; proper and dotted lists; vectors #(…) and #n(…); comments from ; to the end of the line and
// between #| and |#.
//
// # Where it departs from SBCL
//
// Each class here is one that the tests against SBCL know, and they know no other.
//
//   - Refused notation (ErrRefused). #. evaluates; #n= and #n# make shared and circular structure, which no
//     consumer expects; #+ and #- mean something else on every machine; #* #A #C #P #S make kinds of
//     objects that no message has and every consumer would have to handle. package::(form) sets a
//     package for a whole form, and a package without a name is none.
//   - Limits (ErrLimit). Beside Limits, a ratio has at most 10,000 characters, as bringing one to lowest terms
//     is quadratic. A decimal with the marker R has at most 300 digits and an exponent of at most 300: SBCL
//     silently takes a larger exponent for a smaller one.
//   - Standard packages. Nothing is looked up: a package need not exist, nor a symbol be external in it. CL,
//     COMMON-LISP, CL-USER and COMMON-LISP-USER all mean the symbol without a prefix, so cl:nil is NIL, also
//     for names that SBCL does not have there. Other packages stay on the symbol, as in SB-EXT::QUIT, and
//     are printed with two colons, which can be read whether the symbol is external or not.
//   - Backquote after a dot. A backquoted form and a comma are kinds of their own and print as they are
//     written: SBCL's own unpretty notation for a comma cannot be read back. SBCL makes `b the list
//     (SB-INT:QUASIQUOTE B), so that (a . `b) has three elements there; here it is a dotted list.
//   - Digits of other scripts in symbols. SBCL's reader takes them for digits and its printer forgets so:
//     it prints |٣| as ٣, which reads as 3. Here the bars stay.
//   - Newer Unicode. Case, digits and names of characters are SBCL's (Unicode 10), normalisation is that
//     of golang.org/x/text (Unicode 15): the 134 characters since then that normalisation changes, and newer
//     combining marks, are normalised here.
//   - Long runs of combining marks. After 30 of them in a row normalisation puts a U+034F in a symbol's name,
//     by the Stream-Safe Text Format, so that its time stays linear.
//   - Floats a little over halfway. SBCL reads some decimals with many digits, such as 11605622.525, as the
//     neighbour of the nearest float, as it drops bits before it rounds. Here the nearest is read. (Below the
//     normal floats SBCL cuts off instead of rounding, for all of them; here too.)
//   - Floats of many digits. For a mantissa of more than 300 digits SBCL may cut the exponent down and read a
//     number of another magnitude. Here the nearest float is read, or it is an error when there is none.
//
// Text that is not UTF-8 is refused, which SBCL leaves to its streams.
package sexp

// Package sexp reads and prints the data subset of Common Lisp as SBCL 2.2.9 does with *read-eval* nil and
// *print-pretty* nil, and has the property lists made of it. Everything that passes between the stages of pp and
// to disk is such a property list.
//
// It must never evaluate anything, look a symbol up or read a file, nor take more time and memory than the Limits and
// the length of its input call for.
//
// Start reading at [Read] and [Print], then [Plist]; [Reader] is for a text of several expressions, [AppendFrame] and
// [FrameReader] for messages over a stream. Package sexp/lisp evaluates a form.
//
// # What is read
//
// Symbols, upcased unless escaped and NFKC-normalised; keywords; pkg:sym and pkg::sym; #:sym; strings; integers;
// ratios; floats with the exponent markers E F S (single) and D L (double); #x #o #b #nR; characters by
// themselves, by name and by code; quote, #', backquote and commas; proper and dotted lists; vectors #(…) and
// #n(…); comments from ; to the end of the line and between #| and |#.
//
// # Where it departs from SBCL
//
//   - Refused notation (ErrRefused). #. evaluates; #n= and #n# make shared and circular structure; #+ and #- mean
//     something else on every machine; #* #A #C #P #S make kinds of objects that no message has. package::(form) sets a
//     package for a whole form.
//   - Limits (ErrLimit). Besides Limits, a ratio has at most 10,000 characters.
//   - Standard packages. Nothing is looked up: a package need not exist, nor a symbol be external in it. CL,
//     COMMON-LISP, CL-USER and COMMON-LISP-USER all mean the symbol without a prefix. Other packages stay on the
//     symbol, as in SB-EXT::QUIT, and are printed with two colons.
//   - Backquote. A backquoted form and a comma are kinds of their own and print as they are written.
//   - Unicode. Case, digits and names of characters are those of Go's libraries, for a later version of Unicode;
//     control characters beyond U+007F are printed by their codes. Long runs of combining marks get a U+034F.
//   - Floats are rounded correctly, and printed with the fewest digits that read as the same float. SBCL differs for a
//     few, and for those below the normal ones. Its marker R is part of a symbol here.
//   - Bars. A symbol that no reader could take for a number may be printed without the bars that SBCL puts around it,
//     or with more; it is read as the same symbol.
//
// Text that is not UTF-8 is refused, which SBCL leaves to its streams.
package sexp

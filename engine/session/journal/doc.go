// Package journal keeps append-only files of property lists: the common form of
// the stores that must survive being killed at any instant.
//
// It must never lose a record that was acknowledged, never follow a link to a
// file it writes, and never touch the disk before the first write. It knows
// nothing of what a record means.
//
// # The form
//
// A file is records, and a record is a comment line and a property list:
//
//	; 31 0a1b2c3d4e5f6071
//	(:STATE :DONE :AT "2026-01-02…")
//
// The number is the length in bytes of what follows up to its newline, which
// is not counted; the digits are the first sixteen of its SHA-256. So the whole
// is text that any reader of Lisp data can read, and a record that was not
// written to its end is known: it is torn, and is cut off by the next writer.
// A bad record with more after it is damage, and is refused with its position.
//
// Start reading at [Scan], then [Writer].
package journal

// Package store opens, reads, replaces and locks files safely: foreign files, which a repository or a build filled, and
// pp's own stores, which must survive a kill at any instant.
//
// It must never read anything but a regular file, wait for one, or read without a bound; follow a link to a file that
// it writes; or lose an acknowledged record. It does not know what a record means.
//
// [Open] opens a file, [Replace] writes a whole one, a [View] shows the gates one unchanging tree while they judge, and
// a [GitIndex] tells which files git tracks. A [Journal] is appended to by one process, and [Load] reads it.
//
// # The form of a journal
//
// A journal is a sequence of records. A record is a comment line and a property list:
//
//	; 31 0a1b2c3d4e5f6071
//	(:STATE :DONE :AT "2026-01-02…")
//
// The number is the length in bytes of what follows up to its newline, which
// is not counted; the digits are the first sixteen of its SHA-256. So the whole
// is text that any reader of Lisp data can read, and a record that was not
// written to its end is known: it is torn, and is cut off by the next writer.
// A bad record with more after it is damage, and is refused with its position.
package store

// Package memory is what pp remembers: objects that a person, an agent or a page said,
// kept in a journal that loses nothing that was acknowledged, and the types in which
// objects and the headlines of a person's own files are searched and shown alike.
//
// It must never change a person's files, give the notes of one workspace to another
// unless that was asked for, or touch the disk before something is read or written. What
// is kept here is the truth about what pp was told; a person's files are the truth about
// themselves, and an index (memory/index) can be deleted at any time.
//
// # The form
//
// A store is a directory. The file "current" names the directory of the generation that
// counts; that has the journal in segments, 000001.journal and so on, in the strict form of
// package journal; a content over 4 KiB is a file below blobs, named by its SHA-256; and
// "positions" has where each record stands, made anew where it is missing. A record is
//
//	(:PREV "…" :N 7 :KIND :OBJECT :AT "2026-01-02…" :SESSION "…" :PLACE "…" :ID "…" …)
//
// :PREV is the SHA-256 of the text of the record before it, 64 zeros for the first, and :N a
// number over that one's. Kinds are :OBJECT, a version that is remembered; :SHOWN, one that a
// model was shown; :SNAPSHOT; :ROLLBACK, with the numbers of the records that it takes back; and
// :FORGET. Nothing is written over: what is to be removed is left out of the next generation,
// in which records keep their numbers.
//
// Start reading at [Object], then [Store] and [Note].
package memory

// Package audit keeps the thought trace: every signal, prompt, proposal,
// verdict, approval and result of a session, one record each, in an append-only,
// hash-chained file that shows when it was changed.
//
// It must never change or drop a record that was acknowledged, never write a
// text that the redactor has not seen, and never read the clock or make random
// numbers itself. It touches nothing on disk before the first record. The chain
// has no key: it finds damage and careless changes, and it cannot find a file
// that was written anew from a point on together with its head.
//
// # The form
//
// A session's file is lines; each is one property list and ends in one newline:
//
//	(:HASH "…" :SEQ 7 :PREV "…" :TIME "2026-01-02T03:04:05.000000006Z" :KIND :VERDICT :FIELDS (…) :TEXT "…")
//
// :HASH is SHA-256, in lower-case hexadecimal, over the bytes of the line from
// the colon of :SEQ to the closing parenthesis, both included. :PREV is the
// :HASH of the line before, and for the first line 64 zeros; so a record's hash
// covers all that came before it. :SEQ is the number of the line, from 1. :LOST
// n stands after :KIND when n records before this one could not be written.
//
// The first record of a file is of the kind :OPEN and has the format's number
// and the session's name; a :RESUME is written each time an existing file is
// opened again, with the number of bytes cut off its torn end; a :LIMIT is the
// last record that fits. Then the file, its head and its long texts become those of
// SESSION-part1, -part2 and so on, and the session goes on in a new file, whose :OPEN names
// the hash of that :LIMIT as :AFTER.
//
// The head is a file beside it, SESSION.head, replaced after each durable record, and once there is one when the
// session is closed: the number and the hash of the last record, so that an end that was cut off is missed.
//
// A text stands for itself as a string when it is short and of one line, as
// (:LINES "…" "…") when it is short and of more, and as (:BLOB "…" :BYTES n)
// when it is long: then it is a file of its own, named by the SHA-256 of its
// content, which can be deleted without breaking the chain. Bytes that are not
// UTF-8 become U+FFFD in a record and stay as they are in a blob.
//
// A verdict has the effects that it is about as :RECORDED, an engine.Recorded as JSON. Older versions wrote :FACTS,
// :NEW and :FROM in its place, which nothing reads any more.
//
// Start reading at [Log.Record], then [FileStore.Scan].
package audit

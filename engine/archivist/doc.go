// Package archivist looks after a person's notes. [Inspect] says what is broken in them and
// which one change would mend it; [Distil] says which notes are to become notes of their own, and
// what these hold.
//
// It is pure: it is handed the texts and gives findings and changes. It must never name or quote
// what is private, call broken what works, or propose a change whose result is a guess.
//
// Start reading at [Memex], then [Inspect].
package archivist

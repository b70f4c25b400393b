// Package fovea makes of memory what a prompt has room for: the note that a person is at
// whole, what bears on it in full or in part, and of the rest titles and how much there is.
//
// It must never give more than its budget, anything but Org that says what the notes say,
// or other bytes for the same input. What is not the person's own is a passage of its own,
// so that whoever sends it can mark it as data.
//
// Start reading at [Assemble].
package fovea

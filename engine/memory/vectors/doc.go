// Package vectors keeps what a model makes of notes, their vectors, and finds the nearest:
// sign bits are scanned, the best of them ranked by a byte a dimension. It also says what is
// still to be embedded, and embeds it in bounded steps.
//
// It must never compare vectors of two models or dimensions, hold a text, give a vector that
// is damaged, or keep one whose note is gone or was forgotten. A file of vectors is a cache:
// it can be deleted at any time, and a damaged one costs the embedding of what it held.
//
// Start reading at [Semantic], then [Store].
package vectors

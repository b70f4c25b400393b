// Package input reads what a person hands to pp: standard input, files, and lines of
// JSON. Every read is bounded, and of files only that are text or asked for.
//
// It must never wait for a stream that nobody writes to without saying so.
//
// Start reading at [ReadStdin] and [EachLine].
package input

// Package index finds notes: headlines of Org and Markdown files, and objects of the store. It keeps their words, and
// what a model makes of them as vectors, in one SQLite database, which may be deleted at any time and is then made
// again.
//
// It must never hold what is private, change a file that it reads, follow a link below its root, hold the text of a
// note, or give a note of a scope that the caller did not ask for.
//
// Start reading at [Open], then [Index.Refresh] and [Index.Search].
package index

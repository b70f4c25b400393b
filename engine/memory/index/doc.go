// Package index finds notes: headlines of Org and Markdown files, and objects of the
// store. It is made from both, may be deleted at any time, and is made again.
//
// It must never hold what is private, change a file that it is of, follow a link out of its
// roots, wait for anything but the disk, or give a note of a scope that was not asked for.
//
// Start reading at [Open], then [Index.Refresh] and [Index.Search].
package index

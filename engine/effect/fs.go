package effect

import "io/fs"

// FS is a read-only view of the file system in which each path is observed
// once. Paths are absolute. It is safe for use by one judgement at a time.
type FS interface {
	// Lstat describes a path without following a link; fs.ErrNotExist when missing.
	Lstat(name string) (FileInfo, error)
	// Readlink returns the text of a symbolic link.
	Readlink(name string) (string, error)
	// ReadDir returns the sorted names in a directory, bounded by the view's limit.
	ReadDir(name string) ([]string, error)
	// ReadFile returns at most max bytes of a regular file.
	ReadFile(name string, max int) ([]byte, error)
}

// Node tells a file from every other, whatever its name.
type Node struct{ Dev, Inode uint64 }

// FileInfo is what one observation of a path says.
type FileInfo struct {
	Mode  fs.FileMode
	Size  int64
	Links uint64
	UID   uint32
	Dev   uint64
	Inode uint64
	// Modified is when the content last changed, in nanoseconds since 1970.
	Modified int64
}

// Node is which file it is.
func (i FileInfo) Node() Node { return Node{i.Dev, i.Inode} }

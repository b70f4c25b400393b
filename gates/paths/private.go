package paths

import "pp/engine"

// maxPrivate is the size in bytes of the largest file that is searched for private parts.
const maxPrivate = 32 << 20

// largeReader is a view that reads large files too.
type largeReader interface {
	ReadLarge(name string, max int) ([]byte, error)
}

// PrivatePart is what a file with private parts is said to be, by another of its names.
const PrivatePart = "private in part"

// HoldsPrivate reports whether a file that may hold private parts has some. One that cannot be read whole counts as
// having them.
func HoldsPrivate(f engine.Facts, name string) bool {
	info, err := f.FS.Lstat(name)
	if err != nil {
		return true
	}
	read := f.FS.ReadFile
	if l, ok := f.FS.(largeReader); ok {
		read = l.ReadLarge
	}
	text, err := read(name, maxPrivate)
	return err != nil || int64(len(text)) < info.Size || f.Private.Parts(string(text)) > 0
}

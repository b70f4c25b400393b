package index

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// objectPath is how the path of an object of the store begins; its ID follows. The path of a file is relative to the
// root.
const objectPath = "/"

func isObject(path string) bool { return strings.HasPrefix(path, objectPath) }

// file is the name of the file with a path, which is absolute.
func (o *Options) file(path string) string {
	if isObject(path) {
		return path
	}
	return filepath.Join(o.Root, path)
}

// stamp tells whether a file was changed.
type stamp struct{ size, inode, mtime int64 }

// unsettled stands for the inode of a file that is so new that it may yet change with the same time: it is read again.
const unsettled = 0

// matches reports whether a file is as it was when it was read.
func (s stamp) matches(now stamp) bool {
	return s.size == now.size && s.mtime == now.mtime && (s.inode == now.inode || s.inode == unsettled)
}

func stampOf(st *unix.Stat_t) stamp {
	return stamp{size: st.Size, inode: int64(st.Ino), mtime: st.Mtim.Nano()}
}

// isText reports whether files of a name are read.
func isText(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".org", ".org_archive", ".md", ".markdown":
		return true
	}
	return false
}

// maxText is how large a file may be.
const maxText = 64 << 20

var (
	errLink   = errors.New("a symbolic link, which is not followed")
	errVanish = errors.New("it is not there")
	errLarge  = errors.New("it is larger than 64 MiB")
)

// look says what a file is now.
func look(name string) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return stamp{}, plain(err)
	}
	switch {
	case st.Mode&unix.S_IFMT == unix.S_IFLNK:
		return stamp{}, errLink
	case st.Size > maxText:
		return stamp{}, errLarge
	}
	return stampOf(&st), store.Check(uint32(st.Mode))
}

// readText reads a file whole, and says what it was then.
func readText(ctx context.Context, name string) (string, stamp, error) {
	f, err := store.Open(name)
	if err != nil {
		return "", stamp{}, plain(err)
	}
	defer f.Close()
	text, err := store.ReadAll(ctx, f, maxText+1)
	if err == nil && len(text) > maxText {
		err = errLarge
	}
	return string(text), stampOf(f.Stat()), err
}

// plain is an error without the name of the file, which its fault has.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errVanish
	}
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

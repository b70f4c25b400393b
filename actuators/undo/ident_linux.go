package undo

import (
	"errors"
	"io"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

func identOf(st *unix.Stat_t) ident {
	return ident{Dev: uint64(st.Dev), Ino: st.Ino, Mode: st.Mode, UID: st.Uid, GID: st.Gid, Size: st.Size,
		Mtime: st.Mtim.Nano()}
}

// is reports whether it is the same file, whatever is in it now.
func (i ident) is(st *unix.Stat_t) bool { return i.Ino == st.Ino && i.Dev == uint64(st.Dev) }

// same reports whether it is the same file as it was. The size and time of a directory change with what is in it.
func (i ident) same(st *unix.Stat_t) bool {
	now := identOf(st)
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		now.Size, now.Mtime, now.Mode = i.Size, i.Mtime, i.Mode
	}
	return now == i
}

func (i ident) dir() bool { return i.Mode&unix.S_IFMT == unix.S_IFDIR }

// readNames are the names in a directory that is no link, sorted, and of more than limit only so many.
func readNames(dir string, limit int) ([]string, error) {
	f, err := os.OpenFile(dir, unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(max(limit, 1))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	slices.Sort(names)
	return names, err
}

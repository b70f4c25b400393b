package layer

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"pp/engine/regular"

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

func fileMode(mode uint32) fs.FileMode {
	out := fs.FileMode(mode & 0o777)
	switch mode & unix.S_IFMT {
	case unix.S_IFDIR:
		out |= fs.ModeDir
	case unix.S_IFLNK:
		out |= fs.ModeSymlink
	case unix.S_IFIFO:
		out |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		out |= fs.ModeSocket
	case unix.S_IFBLK:
		out |= fs.ModeDevice
	case unix.S_IFCHR:
		out |= fs.ModeDevice | fs.ModeCharDevice
	}
	if mode&unix.S_ISUID != 0 {
		out |= fs.ModeSetuid
	}
	if mode&unix.S_ISGID != 0 {
		out |= fs.ModeSetgid
	}
	if mode&unix.S_ISVTX != 0 {
		out |= fs.ModeSticky
	}
	return out
}

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

// sameContent compares two regular files of the same size; what cannot be read is not the same.
func sameContent(a, b string) bool {
	f, err := regular.Open(a)
	if err != nil {
		return false
	}
	defer f.Close()
	g, err := regular.Open(b)
	if err != nil {
		return false
	}
	defer g.Close()
	return regular.Same(f, g)
}

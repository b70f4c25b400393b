package store

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// PathOnly is the flag that opens what stands at a path without any effect on it.
const PathOnly = unix.O_PATH

// openat2 lets the kernel refuse links while it walks (openat2(2)).
func openat2(name string, flags int) (int, error) {
	how := unix.OpenHow{
		Flags:   uint64(flags | unix.O_CLOEXEC),
		Resolve: unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	}
	for {
		fd, err := unix.Openat2(unix.AT_FDCWD, name, &how)
		switch err {
		case nil:
			return fd, nil
		case unix.EINTR:
			continue
		case unix.ELOOP:
			return -1, ErrLink
		}
		return -1, err
	}
}

// RenameNew gives an entry of a directory a new name, unless there is one of that
// name (EEXIST). File systems that cannot do so at once say EINVAL or ENOSYS.
func RenameNew(dirfd int, from, to string) error {
	return unix.Renameat2(dirfd, from, dirfd, to, unix.RENAME_NOREPLACE)
}

// CreateUnnamed makes a file in a directory to be written. It has no name until NameUnnamed gives it one, so that
// nothing is left of one that was cut off. Some file systems have no such files.
func CreateUnnamed(dirfd int, mode uint32) (int, error) {
	return unix.Openat(dirfd, ".", unix.O_WRONLY|unix.O_TMPFILE|unix.O_CLOEXEC, mode)
}

// NameUnnamed gives an open file a name in a directory, unless there is an entry of that name (EEXIST).
func NameUnnamed(fd, dirfd int, name string) error {
	return unix.Linkat(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(fd), dirfd, name, unix.AT_SYMLINK_FOLLOW)
}

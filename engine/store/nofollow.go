package store

import (
	"errors"
	"strings"

	"golang.org/x/sys/unix"
)

// ErrLink says that a symbolic link stands in the path.
var ErrLink = errors.New("a symbolic link stands in the path")

// OpenUnlinked opens an absolute path in which no component is a symbolic link: a path that a verdict resolved has
// none, so one that stands there now was put there since. The last component of which is no link either, and
// is closed on exec. Errors are ErrLink or the kernel's.
func OpenUnlinked(name string, flags int) (int, error) {
	fd, err := openat2(name, flags)
	// Kernels before 5.6 have no openat2; some sandboxes answer EPERM for it.
	if err == unix.ENOSYS || err == unix.EPERM {
		return openByComponent(name, flags)
	}
	return fd, err
}

// openByComponent opens one component after the other, each relative to the one
// before and none through a link.
func openByComponent(name string, flags int) (int, error) {
	at, err := openRetry(unix.AT_FDCWD, "/", PathOnly|unix.O_DIRECTORY)
	if err != nil {
		return -1, err
	}
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
	if len(parts) == 0 {
		parts = []string{"."}
	}
	for i, part := range parts {
		mode := PathOnly | unix.O_DIRECTORY
		if i == len(parts)-1 {
			mode = flags
		}
		next, err := OpenEntry(at, part, mode)
		unix.Close(at)
		if err != nil {
			return -1, err
		}
		at = next
	}
	return at, nil
}

// OpenEntry opens an entry of an open directory that is no link.
func OpenEntry(dirfd int, entry string, flags int) (int, error) {
	fd, err := openRetry(dirfd, entry, flags|unix.O_NOFOLLOW)
	if err == unix.ELOOP || err == unix.ENOTDIR || err == unix.EMLINK {
		// With O_DIRECTORY a link gives ENOTDIR, as a file does; tell them apart.
		var st unix.Stat_t
		if unix.Fstatat(dirfd, entry, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
			return -1, ErrLink
		}
	}
	if err != nil || flags&PathOnly == 0 {
		return fd, err
	}
	// With O_PATH alone, O_NOFOLLOW opens the link itself.
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT == unix.S_IFLNK {
		unix.Close(fd)
		return -1, errors.Join(ErrLink, err)
	}
	return fd, nil
}

func openRetry(dirfd int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dirfd, name, flags|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

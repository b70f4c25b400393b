package undo

import (
	"cmp"
	"errors"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rename is renameat2, which is not told of.
func rename(from int, old string, to int, newer string, flags uint) error {
	a, err := unix.BytePtrFromString(old)
	if err != nil {
		return err
	}
	b, err := unix.BytePtrFromString(newer)
	if err != nil {
		return err
	}
	_, _, errno := unix.Syscall6(unix.SYS_RENAMEAT2, uintptr(from), uintptr(unsafe.Pointer(a)), uintptr(to),
		uintptr(unsafe.Pointer(b)),
		uintptr(flags)|ours<<32, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// emulate renames a directory. done is false for what is none, and for what cannot be found, which the kernel is
// to rename or to refuse.
func (c *call) emulate() (done bool, err error) {
	from, old, ok := parent(c.from, c.oldPath)
	if !ok {
		return false, nil
	}
	defer unix.Close(from)
	to, newer, ok := parent(c.to, c.newer)
	if !ok {
		return false, nil
	}
	defer unix.Close(to)
	exchange := c.flags&unix.RENAME_EXCHANGE != 0
	if !isDir(from, old) && !(exchange && isDir(to, newer)) {
		return false, nil
	}
	if err := rename(from, old, to, newer, c.flags); err != unix.EXDEV {
		return true, err
	}
	switch {
	case !sameMount(from, to):
		return true, unix.EXDEV
	case exchange:
		return true, exchangeDirectories(from, old, to, newer)
	}
	return true, moveDirectory(from, old, to, newer, c.flags, 0)
}

// parent opens the directory that the last name of a path is in. Names that lead on by what the process that
// looks has open, as /proc/self/cwd does, are for who asked: here they would lead elsewhere.
func parent(at int, name string) (dir int, base string, ok bool) {
	name = strings.TrimRight(name, "/")
	i := strings.LastIndexByte(name, '/')
	above, base := name[:i+1], name[i+1:]
	above = cmp.Or(above, ".")
	if base == "" || base == "." || base == ".." {
		return -1, "", false
	}
	dir, err := unix.Openat2(at, above, &unix.OpenHow{Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_NO_MAGICLINKS})
	return dir, base, err == nil
}

func isDir(at int, name string) bool {
	var st unix.Stat_t
	return unix.Fstatat(at, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFDIR
}

// exchangeDirectories exchanges two things of which one at least is a directory, over a third name, or leaves both
// where they were.
func exchangeDirectories(a int, old string, b int, newer string) error {
	var st unix.Stat_t
	if err := unix.Fstatat(a, old, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	temp := ".pp-exchange-" + strconv.FormatUint(st.Ino, 36)
	if err := moveAny(a, old, b, temp, 0); err != nil {
		return err
	}
	err := moveAny(b, newer, a, old, 0)
	if err == nil {
		if err = moveAny(b, temp, b, newer, 0); err == nil {
			return nil
		}
		_ = moveAny(a, old, b, newer, 0)
	}
	_ = moveAny(b, temp, a, old, 0)
	return err
}

// moveAny renames what may be a directory to a name that is free.
func moveAny(from int, old string, to int, newer string, depth int) error {
	err := rename(from, old, to, newer, unix.RENAME_NOREPLACE)
	if err == unix.EXDEV || err == unix.EACCES { // one in which its owner may not write has to change, too
		return moveDirectory(from, old, to, newer, unix.RENAME_NOREPLACE, depth)
	}
	return err
}

func sameMount(a, b int) bool {
	var x, y unix.Statx_t
	const mask = unix.STATX_MNT_ID
	err := errors.Join(unix.Statx(a, "", unix.AT_EMPTY_PATH, mask, &x), unix.Statx(b, "", unix.AT_EMPTY_PATH, mask, &y))
	return err == nil && x.Mnt_id == y.Mnt_id && x.Dev_major == y.Dev_major && x.Dev_minor == y.Dev_minor
}

// moveDirectory makes a directory anew beside its new place, moves into it what is in the old one, and renames it into
// place. What fails is put back.
func moveDirectory(from int, old string, to int, newer string, flags uint, depth int) error {
	if depth > maxDepth {
		return unix.ELOOP
	}
	var taken unix.Stat_t
	if err := unix.Fstatat(to, newer, &taken, unix.AT_SYMLINK_NOFOLLOW); err == nil {
		switch {
		case flags&unix.RENAME_NOREPLACE != 0:
			return unix.EEXIST
		case taken.Mode&unix.S_IFMT != unix.S_IFDIR:
			return unix.ENOTDIR
		}
		// Only an empty one can be replaced, and it is made anew if this fails.
		if err := unix.Unlinkat(to, newer, unix.AT_REMOVEDIR); err != nil {
			return err
		}
	}
	err := moveInto(from, old, to, newer, depth)
	if err != nil && taken.Ino != 0 {
		_ = unix.Mkdirat(to, newer, taken.Mode&0o7777)
	}
	return err
}

func moveInto(from int, old string, to int, newer string, depth int) error {
	var st unix.Stat_t
	if err := unix.Fstatat(from, old, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return unix.EACCES // nothing else is refused by an overlay
	}
	if st.Mode&0o700 != 0o700 {
		// To rename it takes no right to what is in it.
		if err := unix.Fchmodat(from, old, st.Mode&0o7777|0o700, 0); err != nil {
			return err
		}
	}
	source, err := openDir(from, old)
	if err != nil {
		return firstError(err, unix.Fchmodat(from, old, st.Mode&0o7777, 0))
	}
	defer source.Close()
	temp := ".pp-rename-" + strconv.FormatUint(st.Ino, 36) + "-" + strconv.Itoa(depth)
	if err := unix.Mkdirat(to, temp, 0o700); err != nil {
		return firstError(err, unix.Fchmodat(from, old, st.Mode&0o7777, 0))
	}
	target, err := openDir(to, temp)
	if err != nil {
		return errors.Join(err, unix.Unlinkat(to, temp, unix.AT_REMOVEDIR))
	}
	defer target.Close()
	moved, err := moveChildren(source, target, depth)
	if err == nil {
		err = finishMove(source, target, st, func() error { return rename(to, temp, to, newer, unix.RENAME_NOREPLACE) })
	}
	if err == nil {
		if err = unix.Unlinkat(from, old, unix.AT_REMOVEDIR); err != nil {
			err = firstError(err, rename(to, newer, to, temp, unix.RENAME_NOREPLACE))
		}
	}
	if err != nil {
		moveBack(target, source, moved, st)
		_ = unix.Unlinkat(to, temp, unix.AT_REMOVEDIR)
	}
	return err
}

// moveChildren renames what is in a directory into another one; it says what it renamed.
func moveChildren(source, target *os.File, depth int) (moved []string, err error) {
	names, err := source.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	a, b := int(source.Fd()), int(target.Fd())
	for _, n := range names {
		if err := moveAny(a, n, b, n, depth+1); err != nil {
			return moved, err
		}
		moved = append(moved, n)
	}
	return moved, nil
}

// finishMove gives the new directory what the old one had, and puts it into place.
func finishMove(source, target *os.File, st unix.Stat_t, place func() error) error {
	from, to := "/proc/self/fd/"+strconv.Itoa(int(source.Fd())), "/proc/self/fd/"+strconv.Itoa(int(target.Fd()))
	names := make([]byte, 64<<10)
	n, _ := unix.Listxattr(from, names)
	value := make([]byte, 64<<10)
	for name := range strings.SplitSeq(string(names[:max(n, 0)]), "\x00") {
		if size, err := unix.Getxattr(from, name, value); name != "" && err == nil {
			_ = unix.Setxattr(to, name, value[:size], 0)
		}
	}
	fd := int(target.Fd())
	var now unix.Stat_t
	if err := unix.Fstat(fd, &now); err != nil {
		return err
	}
	if now.Uid != st.Uid || now.Gid != st.Gid {
		if err := unix.Fchown(fd, int(st.Uid), int(st.Gid)); err != nil {
			return err
		}
	}
	// A directory in which its owner may not write is renamed before it is so again.
	if err := place(); err != nil {
		return err
	}
	err := unix.Fchmod(fd, st.Mode&0o7777)
	times := []unix.Timespec{st.Atim, st.Mtim}
	return firstError(err, unix.UtimesNanoAt(unix.AT_FDCWD, to, times, 0))
}

func moveBack(target, source *os.File, moved []string, st unix.Stat_t) {
	a, b := int(target.Fd()), int(source.Fd())
	defer func() { _ = unix.Fchmod(b, st.Mode&0o7777) }()
	for _, n := range moved {
		_ = moveAny(a, n, b, n, 0)
	}
	_ = unix.UtimesNanoAt(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(b), []unix.Timespec{st.Atim, st.Mtim}, 0)
}

func openDir(at int, name string) (*os.File, error) {
	fd, err := unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), name), nil
}

// firstError is what a program is told: one number.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

package tools

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/sys/unix"
)

// Errors of opening a judged path, besides the kernel's own.
var (
	errLink    = errors.New("a symbolic link stands in the path")
	errIsDir   = errors.New("a directory")
	errSpecial = errors.New("not a regular file")
	errChanged = errors.New("another file now")
)

// openNoLinks opens an absolute path in which no component is a symbolic link,
// the last included: the path that a verdict resolved has none, so one that
// stands there now was put there since.
func openNoLinks(name string, flags int) (int, error) {
	fd, err := openAtOnce(name, flags)
	// Kernels before 5.6 have no openat2; some sandboxes answer EPERM for it.
	if err == unix.ENOSYS || err == unix.EPERM {
		return openByComponent(name, flags)
	}
	return fd, err
}

// openAtOnce lets the kernel refuse links while it walks (openat2(2)).
func openAtOnce(name string, flags int) (int, error) {
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
			return -1, errLink
		}
		return -1, err
	}
}

// openByComponent opens one component after the other, each relative to the one
// before and none through a link.
func openByComponent(name string, flags int) (int, error) {
	at, err := openRetry(unix.AT_FDCWD, "/", unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return -1, err
	}
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '/' })
	if len(parts) == 0 {
		parts = []string{"."}
	}
	for i, part := range parts {
		mode := unix.O_PATH | unix.O_DIRECTORY
		if i == len(parts)-1 {
			mode = flags
		}
		next, err := openPart(at, part, mode)
		unix.Close(at)
		if err != nil {
			return -1, err
		}
		at = next
	}
	return at, nil
}

// openPart opens an entry of an open directory that is no link.
func openPart(dirfd int, part string, flags int) (int, error) {
	fd, err := openRetry(dirfd, part, flags|unix.O_NOFOLLOW)
	if err == unix.ELOOP || err == unix.ENOTDIR {
		// With O_DIRECTORY a link gives ENOTDIR, as a file does; tell them apart.
		var st unix.Stat_t
		if unix.Fstatat(dirfd, part, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
			return -1, errLink
		}
	}
	if err != nil || flags&unix.O_PATH == 0 {
		return fd, err
	}
	// With O_PATH alone, O_NOFOLLOW opens the link itself.
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT == unix.S_IFLNK {
		unix.Close(fd)
		return -1, errors.Join(errLink, err)
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

// file is an open regular file. It is read with plain system calls: through
// os.File, a file of /proc that can wait would wait for ever.
type file struct {
	fd   int
	size int64
}

// Read implements io.Reader. A file that has nothing to give now is an error.
func (f *file) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		n, err := unix.Read(f.fd, p)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

// seek goes to an offset from the beginning.
func (f *file) seek(offset int64) error {
	_, err := unix.Seek(f.fd, offset, io.SeekStart)
	return err
}

func (f *file) close() { unix.Close(f.fd) }

// openRegular opens a regular file for reading. What it is, is found out before
// it is opened, since opening a device or FIFO can act or wait, and again after.
func openRegular(name string) (*file, error) {
	return regular(func(flags int) (int, error) { return openNoLinks(name, flags) })
}

// openEntry is openRegular for an entry of an open directory.
func openEntry(dirfd int, name string) (*file, error) {
	return regular(func(flags int) (int, error) { return openPart(dirfd, name, flags) })
}

func regular(open func(flags int) (int, error)) (*file, error) {
	look, err := open(unix.O_PATH)
	if err != nil {
		return nil, err
	}
	defer unix.Close(look)
	before, err := statRegular(look)
	if err != nil {
		return nil, err
	}
	fd, err := open(unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY)
	if err != nil {
		return nil, err
	}
	after, err := statRegular(fd)
	if err == nil && (before.Dev != after.Dev || before.Ino != after.Ino) {
		err = errChanged
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return &file{fd, after.Size}, nil
}

func statRegular(fd int) (unix.Stat_t, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return st, err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		return st, nil
	case unix.S_IFDIR:
		return st, errIsDir
	}
	return st, fmt.Errorf("%w: %s", errSpecial, kindOf(st.Mode))
}

// kindOf names what is not a regular file, directory or link.
func kindOf(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFIFO:
		return "a FIFO"
	case unix.S_IFSOCK:
		return "a socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "a device"
	}
	return "a special file"
}

// explain turns an error of opening into a message that says what to do.
func explain(shown string, err error) error {
	var why string
	switch {
	case errors.Is(err, unix.ENOENT):
		why = "does not exist. See what is there with list-directory or find-files"
	case errors.Is(err, unix.ENOTDIR):
		why = "cannot be there: a part of the path is not a directory. See what is there with list-directory"
	case errors.Is(err, errLink), errors.Is(err, errChanged):
		why = "has changed since it was judged (" + err.Error() + "), so nothing was opened. Propose the call again"
	case errors.Is(err, errIsDir):
		why = fmt.Sprintf("is a directory. List it with list-directory :PATH %q", shown)
	case errors.Is(err, errSpecial):
		why = "is " + err.Error() + ", which could block for ever. Choose a regular file"
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		why = "may not be opened by the user pp runs as. Choose another file, or ask the person to change its permissions"
	case errors.Is(err, unix.EAGAIN):
		why = "has nothing to read now and would block. Choose another file"
	case errors.Is(err, unix.ENAMETOOLONG):
		why = "has a name longer than the file system allows. Give a shorter one"
	case errors.Is(err, unix.EMFILE), errors.Is(err, unix.ENFILE):
		why = "could not be opened, because too many files are open. Try again later"
	default:
		return fmt.Errorf("%s cannot be used: %w", shown, err)
	}
	return &pathError{shown + " " + why, err}
}

// pathError is a message for the model that keeps its cause.
type pathError struct {
	message string
	cause   error
}

func (e *pathError) Error() string { return e.message + "." }

func (e *pathError) Unwrap() error { return e.cause }

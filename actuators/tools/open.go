package tools

import (
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/unix"

	"pp/actuators/nofollow"
)

// Errors of opening a judged path, besides the kernel's own.
var (
	errIsDir   = errors.New("a directory")
	errSpecial = errors.New("not a regular file")
	errChanged = errors.New("another file now")
)

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
	return regular(func(flags int) (int, error) { return nofollow.Open(name, flags) })
}

// openEntry is openRegular for an entry of an open directory.
func openEntry(dirfd int, name string) (*file, error) {
	return regular(func(flags int) (int, error) { return nofollow.OpenAt(dirfd, name, flags) })
}

func regular(open func(flags int) (int, error)) (*file, error) {
	look, err := open(nofollow.Path)
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
	return st, fmt.Errorf("%w: %s", errSpecial, kindOf(uint32(st.Mode)))
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
	case errors.Is(err, nofollow.ErrLink), errors.Is(err, errChanged):
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

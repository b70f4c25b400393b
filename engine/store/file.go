package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/sys/unix"
)

// Errors of opening, besides the kernel's own.
var (
	ErrDirectory = errors.New("a directory")
	ErrSpecial   = errors.New("not a regular file")
	ErrWritten   = errors.New("it is being written")
)

// File is an open regular file. It is read with plain system calls: through
// os.File, a file of /proc that can wait would wait for ever.
type File struct {
	fd int
	st unix.Stat_t
}

// Open opens a regular file that is no link. What it is, is found out before it is
// opened, since opening a device or FIFO can act or wait, and again after.
func Open(name string) (*File, error) {
	wrap := func(err error) error { return &fs.PathError{Op: "open", Path: name, Err: err} }
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return nil, wrap(err)
	}
	if err := Check(uint32(st.Mode)); err != nil {
		return nil, wrap(err)
	}
	for {
		fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, wrap(err)
		}
		f, err := Of(fd)
		if err != nil {
			return nil, wrap(err)
		}
		return f, nil
	}
}

// Of takes an open descriptor, which it closes unless that is of a regular file.
func Of(fd int) (*File, error) {
	f := &File{fd: fd}
	err := unix.Fstat(fd, &f.st)
	if err == nil {
		err = Check(uint32(f.st.Mode))
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return f, nil
}

// Check is nil of the mode of a regular file, as stat(2) gives it: else ErrDirectory,
// or ErrSpecial with what it is.
func Check(mode uint32) error {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return nil
	case unix.S_IFDIR:
		return ErrDirectory
	}
	return fmt.Errorf("%w: %s", ErrSpecial, Kind(mode))
}

// Kind names what is neither a regular file nor a directory.
func Kind(mode uint32) string {
	switch mode & unix.S_IFMT {
	case unix.S_IFLNK:
		return "a symbolic link"
	case unix.S_IFIFO:
		return "a FIFO"
	case unix.S_IFSOCK:
		return "a socket"
	case unix.S_IFCHR, unix.S_IFBLK:
		return "a device"
	}
	return "a special file"
}

// Mode translates st_mode, as os.FileInfo does.
func Mode(m uint32) fs.FileMode {
	out := fs.FileMode(m & 0o777)
	for _, special := range [...]struct {
		bit  uint32
		mode fs.FileMode
	}{{unix.S_ISUID, fs.ModeSetuid}, {unix.S_ISGID, fs.ModeSetgid}, {unix.S_ISVTX, fs.ModeSticky}} {
		if m&special.bit != 0 {
			out |= special.mode
		}
	}
	switch m & unix.S_IFMT {
	case unix.S_IFDIR:
		return out | fs.ModeDir
	case unix.S_IFLNK:
		return out | fs.ModeSymlink
	case unix.S_IFIFO:
		return out | fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return out | fs.ModeSocket
	case unix.S_IFCHR:
		return out | fs.ModeDevice | fs.ModeCharDevice
	case unix.S_IFBLK:
		return out | fs.ModeDevice
	}
	return out
}

// Stat is what the file was when it was opened.
func (f *File) Stat() *unix.Stat_t { return &f.st }

// Size is how many bytes it had then.
func (f *File) Size() int64 { return f.st.Size }

// Read implements io.Reader. A file that has nothing to give now is an error.
func (f *File) Read(p []byte) (int, error) {
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

// ReadAt implements io.ReaderAt.
func (f *File) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		m, err := unix.Pread(f.fd, p[n:], off+int64(n))
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return n, err
		case m == 0:
			return n, io.EOF
		}
		n += m
	}
	return n, nil
}

// Quietly reads the file while nobody has it open to write it: ErrWritten where somebody has,
// or comes to it meanwhile, so that what was read is never a half. On a file system without
// leases only what changes while it is read is noticed.
func (f *File) Quietly(read func() error) error {
	kept, err := lease(f.fd)
	if err != nil {
		return err
	}
	if err := read(); err != nil {
		return err
	}
	if !kept() {
		return ErrWritten
	}
	var now unix.Stat_t
	if unix.Fstat(f.fd, &now) != nil || now.Size != f.st.Size || now.Mtim != f.st.Mtim {
		return ErrWritten
	}
	return nil
}

// Close closes it.
func (f *File) Close() error { return unix.Close(f.fd) }

// Read gives the first bytes of a regular file that is no link, at most max. The
// cause of ctx ends it.
func Read(ctx context.Context, name string, max int64) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(ctx, f, max)
}

// Whole gives all of a regular file that is no link; more than max bytes are an error.
func Whole(name string, max int64) ([]byte, error) {
	data, err := Read(context.Background(), name, max+1)
	if err == nil && int64(len(data)) > max {
		return nil, fmt.Errorf("%s has over %d bytes", name, max)
	}
	return data, err
}

// ReadAll gives the first bytes of a reader, at most max. The cause of ctx ends it
// between two reads.
func ReadAll(ctx context.Context, r io.Reader, max int64) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(awaited{ctx, r}, max))
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, err
}

// awaited is a reader that ends with a context.
type awaited struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (a awaited) Read(p []byte) (int, error) {
	if a.ctx.Err() != nil {
		return 0, context.Cause(a.ctx)
	}
	return a.Reader.Read(p)
}

// SameFiles reports whether two regular files hold the same; what cannot be read is not the same.
func SameFiles(a, b string) bool {
	f, err := Open(a)
	if err != nil {
		return false
	}
	defer f.Close()
	g, err := Open(b)
	if err != nil {
		return false
	}
	defer g.Close()
	return Same(f, g)
}

// Same reports whether two readers give the same bytes; what cannot be read is not the same.
func Same(a, b io.Reader) bool {
	one, two := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(a, one)
		m, _ := io.ReadFull(b, two)
		if !bytes.Equal(one[:n], two[:m]) {
			return false
		}
		if err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

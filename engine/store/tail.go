package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Tail is the end of a file of lines, to which this process alone appends from
// OpenTail to Close. A nil Tail is a closed one. It is not safe for concurrent
// use.
type Tail struct {
	name   string
	file   *os.File
	size   int64 // of the whole lines, in bytes
	rooted bool  // the file's name is on disk
	broken error // after a failure that leaves the end of the file unknown
}

// OpenTail opens a file for appending, making it and its directory where they
// are missing, readable by their owner only. It locks the file (ErrBusy), has
// check read all of it, unless it is empty, and say how many bytes of it are
// whole and how many more are torn, and cuts the torn ones off. When check fails
// the file is left as it is.
func OpenTail(name string, check func(io.Reader) (whole, torn int64, err error)) (*Tail, error) {
	if err := PrivateDir(filepath.Dir(name)); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	size, err := takeOver(f, check)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Tail{name: name, file: f, size: size}, nil
}

func takeOver(f *os.File, check func(io.Reader) (whole, torn int64, err error)) (size int64, err error) {
	if err := TryLock(f); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, ErrSpecial
	}
	if info.Mode().Perm()&0o077 != 0 {
		if err := f.Chmod(0o600); err != nil {
			return 0, err
		}
	}
	if info.Size() == 0 {
		return 0, nil
	}
	whole, torn, err := check(io.NewSectionReader(f, 0, 1<<62))
	if err != nil || torn == 0 {
		return whole, err
	}
	if err := f.Truncate(whole); err != nil {
		return 0, fmt.Errorf("cutting off a torn record: %w", err)
	}
	return whole, f.Sync()
}

// Rooted says that the file's name is on disk, as it is when anything in it was durable.
func (t *Tail) Rooted() { t.rooted = true }

// Size is the length of the file in bytes.
func (t *Tail) Size() int64 { return t.size }

// Err is why nothing can be appended any more: fs.ErrClosed, or a failure that
// left the end of the file unknown; nil when something can.
func (t *Tail) Err() error {
	switch {
	case t == nil:
		return fs.ErrClosed
	case t.broken != nil:
		return t.broken
	case t.file == nil:
		return fs.ErrClosed
	}
	return nil
}

// Append writes a line, and when durable waits until it is on disk. A line that
// could not be written whole is taken back.
func (t *Tail) Append(line []byte, durable bool) error {
	if err := t.Err(); err != nil {
		return err
	}
	if _, err := t.file.Write(line); err != nil {
		if cut := t.file.Truncate(t.size); cut != nil {
			t.broken = fmt.Errorf("%w; and what was written of it cannot be taken back: %w", err, cut)
			return t.broken
		}
		return err
	}
	t.size += int64(len(line))
	if !durable {
		return nil
	}
	if err := t.sync(); err != nil {
		// What the kernel dropped after a failed sync is not known (fsync(2)).
		t.broken = fmt.Errorf("writing to disk: %w", err)
		return t.broken
	}
	return nil
}

func (t *Tail) sync() error {
	if err := t.file.Sync(); err != nil || t.rooted {
		return err
	}
	dir := filepath.Dir(t.name)
	if err := errors.Join(SyncDir(dir), SyncDir(filepath.Dir(dir))); err != nil {
		return err
	}
	t.rooted = true
	return nil
}

// Close gives the file up. What was not durable may still be on its way to the
// disk. It may be called again.
func (t *Tail) Close() error {
	if t == nil || t.file == nil {
		return nil
	}
	f := t.file
	t.file = nil
	return Release(f)
}

package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/sexp"
)

// ErrBusy says that another process has the file or the lock.
var ErrBusy = errors.New("another pp is using it")

// Writer appends records to a file that it has to itself from OpenWriter to
// Close. It is not safe for concurrent use.
type Writer struct {
	lim  Limits
	tail *Tail
}

// OpenWriter opens a file for appending, as OpenTail does. It hands the file's
// records to visit, which may be nil, and cuts off a torn last one, whose size
// is in the State. Damage is a *DamageError and leaves the file as it is.
func OpenWriter(name string, lim Limits, visit func(sexp.Plist) error) (*Writer, State, error) {
	var state State
	tail, err := OpenTail(name, func(r io.Reader) (whole, torn int64, err error) {
		state, err = Scan(r, lim, visit)
		return state.Bytes, state.Torn, err
	})
	if err != nil {
		return nil, state, err
	}
	return &Writer{lim: lim, tail: tail}, state, nil
}

// TryLock takes an open file for this process until it is closed: ErrBusy when
// another process has it, or removed it between the opening and the locking.
func TryLock(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrBusy
	}
	if err != nil {
		return fmt.Errorf("locking: %w", err)
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return fmt.Errorf("locking: %w", err)
	}
	if st.Nlink == 0 {
		return ErrBusy
	}
	return nil
}

// Size is the length of the file in bytes.
func (w *Writer) Size() int64 { return w.tail.Size() }

// Append writes a record, and when durable waits until it is on disk. A record
// that could not be written whole is taken back.
func (w *Writer) Append(p sexp.Plist, durable bool) error {
	if err := w.tail.Err(); err != nil {
		return err
	}
	b, err := Append(nil, p, w.lim)
	if err != nil {
		return err
	}
	if w.tail.Size()+int64(len(b)) > w.lim.file() {
		return fmt.Errorf("%s has reached its limit of %d bytes", w.tail.name, w.lim.file())
	}
	return w.tail.Append(b, durable)
}

// Close gives the file up. It may be called again.
func (w *Writer) Close() error { return w.tail.Close() }

// Replace writes a whole file so that it appears whole or not at all, and when
// durable waits until it is on disk. Only one process may replace a file at a time:
// hold a lock.
func Replace(name string, data []byte, durable bool) error {
	if err := PrivateDir(filepath.Dir(name)); err != nil {
		return err
	}
	fresh := name + ".new"
	err := writeFresh(fresh, data, durable)
	if err == nil {
		err = os.Rename(fresh, name)
	}
	if err != nil {
		os.Remove(fresh)
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if !durable {
		return nil
	}
	dir := filepath.Dir(name)
	return errors.Join(SyncDir(dir), SyncDir(filepath.Dir(dir)))
}

func writeFresh(name string, data []byte, durable bool) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && durable {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// lockTries and lockPause bound how long a lock is waited for: about ten seconds.
const (
	lockTries = 5000
	lockPause = 2 * time.Millisecond
)

// Lock takes the lock of that name, which one process has at a time, making its
// file and directory where they are missing. It waits for about ten seconds at
// most, then it is ErrBusy. The lock ends with unlock, or with the process.
func Lock(ctx context.Context, name string) (unlock func(), err error) {
	if err := PrivateDir(filepath.Dir(name)); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	for range lockTries {
		err = TryLock(f)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, ErrBusy) {
			break
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, context.Cause(ctx)
		case <-time.After(lockPause):
		}
	}
	f.Close()
	return nil, fmt.Errorf("%s: %w", name, err)
}

// PrivateDir makes a directory that only its owner can enter, or makes an
// existing one so.
func PrivateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return os.Chmod(dir, 0o700)
	}
	return nil
}

// SyncDir waits until the names in a directory are on disk.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Names are the names of the files in a directory that end in suffix, without
// it, sorted; there are none where there is no directory.
func Names(dir, suffix string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), suffix); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out, nil
}

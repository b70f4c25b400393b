package store

import (
	"cmp"
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

// Journal appends records to a file that it has to itself from OpenJournal to
// Close. It is not safe for concurrent use.
type Journal struct {
	lim  Limits
	tail *Tail
}

// OpenJournal opens a file for appending, as OpenTail does. It hands the file's
// records to visit, which may be nil, and cuts off a torn last one, whose size
// is in the State. Damage is a *DamageError and leaves the file as it is.
func OpenJournal(name string, lim Limits, visit func(sexp.Plist) error) (*Journal, State, error) {
	var state State
	tail, err := OpenTail(name, func(r io.Reader) (whole, torn int64, err error) {
		state, err = Scan(r, lim, visit)
		return state.Bytes, state.Torn, err
	})
	if err != nil {
		return nil, state, err
	}
	return &Journal{lim: lim, tail: tail}, state, nil
}

// TryLock takes an open file for this process until it is closed: ErrBusy when
// another process has it, or removed it between the opening and the locking.
func TryLock(f *os.File) error {
	return flock(f, unix.LOCK_EX|unix.LOCK_NB)
}

// Release gives a locked file up at once and closes it. A child that is being started has the
// file too for a moment, and a close alone would leave it the lock.
func Release(f *os.File) error {
	return errors.Join(unix.Flock(int(f.Fd()), unix.LOCK_UN), f.Close())
}

func flock(f *os.File, how int) error {
	err := unix.Flock(int(f.Fd()), how)
	for errors.Is(err, unix.EINTR) {
		err = unix.Flock(int(f.Fd()), how)
	}
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
func (w *Journal) Size() int64 { return w.tail.Size() }

// Append writes a record, and when durable waits until it is on disk. A record
// that could not be written whole is taken back.
func (w *Journal) Append(p sexp.Plist, durable bool) error {
	if err := w.tail.Err(); err != nil {
		return err
	}
	b, err := AppendRecord(nil, p, w.lim)
	if err != nil {
		return err
	}
	if w.tail.Size()+int64(len(b)) > w.lim.file() {
		return fmt.Errorf("%s has reached its limit of %d bytes", w.tail.name, w.lim.file())
	}
	return w.tail.Append(b, durable)
}

// Close gives the file up. It may be called again.
func (w *Journal) Close() error { return w.tail.Close() }

// ReplacePrivate writes a file that appears whole or not at all, and when
// durable waits until it is on disk. Only one process may replace a file at a time:
// hold a lock.
func ReplacePrivate(name string, data []byte, durable bool) error {
	if err := PrivateDir(filepath.Dir(name)); err != nil {
		return err
	}
	if err := Replace(name, data, Fresh{Durable: durable, Alone: true}); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if durable {
		return SyncDir(filepath.Dir(filepath.Dir(name)))
	}
	return nil
}

// lockWait is how long a lock is waited for.
const lockWait = 10 * time.Second

// Lock takes the lock of that name, which one process has at a time, making its
// file and directory where they are missing. It waits for its turn, for ten seconds
// at most, then it is ErrBusy. The lock ends with unlock, or with the process.
func Lock(ctx context.Context, name string) (unlock func(), err error) {
	if err := PrivateDir(filepath.Dir(name)); err != nil {
		return nil, err
	}
	f, err := openLock(name)
	if err != nil {
		return nil, err
	}
	err = TryLock(f)
	if errors.Is(err, ErrBusy) {
		return waitLock(ctx, f)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return func() { _ = Release(f) }, nil
}

// OpenLock takes the lock of that name in a directory that is there, until it is given to Release or the process
// ends. With wait it waits for its turn, however long that is; without, ErrBusy says that another process has it.
func OpenLock(name string, wait bool) (*os.File, error) {
	f, err := openLock(name)
	if err != nil {
		return nil, err
	}
	how := unix.LOCK_EX
	if !wait {
		how |= unix.LOCK_NB
	}
	if err := flock(f, how); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

func openLock(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
}

// waitLock is Lock of a file that another process has. The kernel gives it to those who
// wait in their order; looking again and again could find it taken each time.
func waitLock(ctx context.Context, f *os.File) (unlock func(), err error) {
	got := make(chan error, 1)
	go func() { got <- flock(f, unix.LOCK_EX) }()
	enough, long := time.NewTimer(lockWait), time.NewTimer(WaitTold)
	defer enough.Stop()
	defer long.Stop()
	for err == nil {
		select {
		case err := <-got:
			if err != nil {
				f.Close()
				return nil, fmt.Errorf("%s: %w", f.Name(), err)
			}
			return func() { _ = Release(f) }, nil
		case <-long.C:
			TellWait(ctx, int(f.Fd()), f.Name())
		case <-ctx.Done():
			err = context.Cause(ctx)
		case <-enough.C:
			err = fmt.Errorf("%s: %w", f.Name(), ErrBusy)
		}
	}
	go func() { // the turn still comes, when the other process is done, and is passed on
		<-got
		_ = Release(f)
	}()
	return nil, err
}

// PrivateDir makes a directory that only its owner can enter, or makes an
// existing one so. A link to one that others can enter is an error: it is
// somebody else's, and is left as it is.
func PrivateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	if named, err := os.Lstat(dir); err != nil || named.Mode()&fs.ModeSymlink != 0 {
		return cmp.Or(err, fmt.Errorf("%s is a link to a directory that others can enter", dir))
	}
	return os.Chmod(dir, 0o700)
}

// FileNames returns the names of the files in a directory that end in suffix, without
// it, sorted; there are none where there is no directory.
func FileNames(dir, suffix string) ([]string, error) {
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

package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
)

// ErrTooMany says that a directory has more entries than a view reads.
var ErrTooMany = errors.New("too many entries")

// MaxEntries is how many names of one directory a view reads.
const MaxEntries = 20000

// MaxRead is how many bytes of one file a view reads.
const MaxRead = 1 << 20

// View implements effect.FS over the real file system, for the gates. It observes each path at most once,
// so that every gate of one judgement sees the same tree. It never follows a link, never writes, and
// never reads more than it was asked for. It is safe for concurrent use.
type View struct {
	real func(string) string // where a path is on the machine; nil where it is itself
	mu   sync.Mutex
	seen map[look]any // observed values
}

// look is one kind of observation of a path.
type look struct{ how, name string }

type observed[T any] struct {
	value T
	err   error
}

// NewView returns a view that has observed nothing.
func NewView() *View {
	return &View{}
}

// NewViewOf returns a view of paths that are elsewhere on the machine, where real says.
func NewViewOf(real func(string) string) *View { return &View{real: real} }

var _ effect.FS = (*View)(nil)

// Lstat implements engine.FS.
func (v *View) Lstat(name string) (effect.FileInfo, error) {
	return once(v, look{"lstat", name}, lstat)
}

// Readlink implements engine.FS.
func (v *View) Readlink(name string) (string, error) {
	return once(v, look{"link", name}, os.Readlink)
}

// ReadDir implements engine.FS. A directory with more than MaxEntries names is
// ErrTooMany, with the names read so far.
func (v *View) ReadDir(name string) ([]string, error) {
	return once(v, look{"directory", name}, func(name string) ([]string, error) { return readDir(name, MaxEntries) })
}

// ReadFile implements engine.FS. Only a regular file that is no link is read,
// and never waited for. The first observation of a path is the one that counts;
// it takes MaxRead bytes at most, whatever is asked for.
func (v *View) ReadFile(name string, max int) ([]byte, error) {
	data, err := once(v, look{"file", name}, func(name string) ([]byte, error) { return readFile(name, MaxRead) })
	return data[:min(len(data), max)], err
}

// ReadLarge is ReadFile of a file that may have more than MaxRead bytes: it takes max
// bytes at most the first time, and these then stay.
func (v *View) ReadLarge(name string, max int) ([]byte, error) {
	return once(v, look{"large", name}, func(name string) ([]byte, error) { return readFile(name, int64(max)) })
}

type summed struct {
	sum  [sha256.Size]byte
	size int64
}

// Hash gives the SHA-256 of a regular file that is no link, and how many bytes it
// is of: the whole file, unless that has more than max. It never waits for a file,
// and holds no more than a block of it.
func (v *View) Hash(name string, max int64) (sum [sha256.Size]byte, size int64, err error) {
	s, err := once(v, look{"sum", name}, func(name string) (summed, error) { return sumOf(name, max) })
	return s.sum, s.size, err
}

func sumOf(name string, max int64) (summed, error) {
	f, err := Open(name)
	if err != nil {
		return summed{}, err
	}
	defer f.Close()
	h, out := sha256.New(), summed{}
	out.size, err = io.CopyBuffer(h, io.LimitReader(f, max), make([]byte, 256<<10))
	h.Sum(out.sum[:0])
	return out, err
}

func readFile(name string, max int64) ([]byte, error) {
	return Read(context.Background(), name, max)
}

func once[T any](v *View, l look, observe func(string) (T, error)) (T, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if o, ok := v.seen[l].(observed[T]); ok {
		return o.value, o.err
	}
	at := l.name
	if v.real != nil {
		at = v.real(at)
	}
	value, err := observe(at)
	if v.seen == nil {
		v.seen = map[look]any{}
	}
	v.seen[l] = observed[T]{value, err}
	return value, err
}

// lstat asks the system itself: os.Lstat makes two values that nobody keeps, and a
// judgement looks at many paths.
func lstat(name string) (effect.FileInfo, error) {
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return effect.FileInfo{}, &fs.PathError{Op: "lstat", Path: name, Err: err}
	}
	return effect.FileInfo{Mode: Mode(uint32(st.Mode)), Size: st.Size, Links: uint64(st.Nlink),
		UID: st.Uid, Dev: uint64(st.Dev), Inode: st.Ino, Modified: st.Mtim.Nano()}, nil
}

func readDir(name string, most int) ([]string, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(most + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(names) > most {
		names, err = names[:most], ErrTooMany
	} else {
		err = nil
	}
	slices.Sort(names)
	return names, err
}

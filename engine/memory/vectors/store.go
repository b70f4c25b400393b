package vectors

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"pp/engine/memory"
	"pp/engine/session/journal"
)

// Vector is what a model made of the content with a hash. One without values says that the
// model makes nothing of it, so that it is not asked again.
type Vector struct {
	Hash   memory.Hash
	Values []float32
}

// Near is content by its hash, and how near it is: the cosine, 1 at most.
type Near struct {
	Hash   memory.Hash
	Cosine float64
}

// Stat is what a store holds.
type Stat struct {
	Vectors   int
	Refused   int // contents of which the model makes nothing
	Dimension int
}

// ErrDimension says that vectors of different dimensions cannot be compared.
var ErrDimension = errors.New("the vectors have different dimensions")

// MaxDimension is the largest dimension of a vector that is kept.
const MaxDimension = 8192

const suffix = ".vectors"

// Store keeps the vectors of one model in a file. Several processes may use the file at once,
// and several goroutines a Store.
type Store struct {
	dir, path string
	id        [sha256.Size]byte // of the space

	mu   sync.Mutex
	file *file // as it was read last; nil before, and when there is none
}

// NewStore returns the store of a space in a directory, which is made with the first vector.
// A space is a model and how it is asked: vectors of two are never compared. It opens nothing.
func NewStore(dir, space string) *Store {
	id := sha256.Sum256([]byte(space))
	return &Store{dir: dir, path: filepath.Join(dir, hex.EncodeToString(id[:8])+suffix), id: id}
}

// Put keeps vectors, all of one dimension, in the place of those with the same hashes. Those
// of another dimension or another space are given up: they would have to be made anew.
func (s *Store) Put(vs ...Vector) error {
	dimension := 0
	for _, v := range vs {
		if n := len(v.Values); n > MaxDimension || n > 0 && dimension > 0 && n != dimension {
			return fmt.Errorf("keeping vectors: %w", ErrDimension)
		}
		dimension = max(dimension, len(v.Values))
	}
	return s.change(func() error {
		if s.file == nil || dimension > 0 && dimension != s.file.dimension() {
			if err := s.create(max(dimension, 1)); err != nil {
				return err
			}
		}
		return s.file.put(vs)
	})
}

// Keep removes all vectors but those of contents that are live, and all of other spaces. What
// they said is overwritten and on disk when it returns. It gives the contents that have none.
func (s *Store) Keep(live map[memory.Hash]bool) (missing map[memory.Hash]bool, err error) {
	missing = map[memory.Hash]bool{}
	if _, err := os.Lstat(s.dir); !errors.Is(err, fs.ErrNotExist) {
		err = s.change(func() error {
			if s.file == nil {
				return s.removeOthers()
			}
			return errors.Join(s.removeOthers(), s.file.drop(func(h memory.Hash) bool { return !live[h] }))
		})
		if err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for h := range live {
		if _, kept := s.file.slots()[h]; !kept {
			missing[h] = true
		}
	}
	return missing, nil
}

// Stat says what is kept.
func (s *Store) Stat() (Stat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(); err != nil || s.file == nil {
		return Stat{}, err
	}
	out := Stat{Dimension: s.file.dimension()}
	for slot := range s.file.count() {
		switch {
		case s.file.norm(slot) != 0:
			out.Vectors++
		case s.file.hash(slot) != (memory.Hash{}):
			out.Refused++
		}
	}
	return out, nil
}

func (s *Store) close() error {
	f := s.file
	if s.file = nil; f == nil {
		return nil
	}
	return f.f.Close()
}

// load has the file as it is now. One that is none of this space's vectors is as none: the next
// vector takes its place.
func (s *Store) load() error {
	info, err := os.Stat(s.path)
	if s.file != nil && err == nil && s.file.current(info) {
		return nil
	}
	_ = s.close() // what was read is of no more use
	if err == nil {
		s.file, err = open(s.path, s.id)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errForeign) {
		return fmt.Errorf("reading vectors: %w", err)
	}
	return nil
}

// change changes the file while no other process does.
func (s *Store) change(do func() error) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if err != nil {
			_ = s.close() // what was read may not be what is there
			err = fmt.Errorf("keeping vectors: %w", err)
		}
	}()
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	lock, err := journal.OpenLock(filepath.Join(s.dir, "lock"), true)
	if err != nil {
		return err
	}
	defer journal.Release(lock)
	if err := s.load(); err != nil {
		return err
	}
	return do()
}

// create begins the file anew, and gives up those of other spaces.
func (s *Store) create(dimension int) error {
	generation := uint64(1)
	if s.file != nil {
		generation = s.file.generation + 1
	}
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(head(generation, dimension, s.id))
	if err := errors.Join(err, f.Close(), s.close(), s.removeOthers()); err != nil {
		return err
	}
	s.file, err = open(s.path, s.id)
	return err
}

func (s *Store) removeOthers() error {
	entries, err := os.ReadDir(s.dir)
	for _, e := range entries {
		if name := filepath.Join(s.dir, e.Name()); strings.HasSuffix(name, suffix) && name != s.path {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return err
}

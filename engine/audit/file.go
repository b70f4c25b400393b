package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"pp/engine/session/journal"
)

// Errors of a FileStore.
var (
	ErrBusy     = errors.New("another pp is writing this session's thought trace")
	ErrBlobGone = errors.New("the text was deleted")
)

// FileStore keeps a session's records in one file and its long texts in files
// beside it, all readable by their owner only. It is locked against other
// processes from Open to Close. It implements Store; it is not safe for
// concurrent use, except for ReadBlob.
type FileStore struct {
	dir     string
	session string

	tail *journal.Tail // nil before Open
}

var _ Store = (*FileStore)(nil)

// NewFileStore returns the store of a session in a directory. It touches
// nothing. The session's name must be good as a file name: letters, digits,
// hyphens and underscores, at most 100.
func NewFileStore(dir, session string) (*FileStore, error) {
	if !isFileName(session) {
		return nil, fmt.Errorf("%.100q cannot name a session's thought trace: use letters, digits, hyphens and underscores", session)
	}
	return &FileStore{dir: dir, session: session}, nil
}

func isFileName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && (i == 0 || c != '-' && c != '_') {
			return false
		}
	}
	return s != "" && len(s) <= 100
}

// Path is the name of the file of records.
func (s *FileStore) Path() string { return filepath.Join(s.dir, s.session+".trace") }

func (s *FileStore) blobs() string { return filepath.Join(s.dir, s.session+".blobs") }

// Open implements Store: it makes the directory and the file where they are
// missing, verifies what is there, and cuts off a torn last record. Damage is a
// *DamageError and a file in use is ErrBusy; then the file is left as it is.
func (s *FileStore) Open() (State, error) {
	var state State
	tail, err := journal.OpenTail(s.Path(), func(r io.Reader) (whole, torn int64, err error) {
		state, err = Verify(r)
		return state.size, state.Torn, err
	})
	if err != nil {
		return State{}, busy(err)
	}
	s.tail = tail
	return state, nil
}

// busy is ErrBusy where another process has the file.
func busy(err error) error {
	if errors.Is(err, journal.ErrBusy) {
		return ErrBusy
	}
	return err
}

// Append implements Store. A write that fails half-way is taken back.
func (s *FileStore) Append(line []byte, durable bool) error { return s.tail.Append(line, durable) }

// Blob implements Store. The file appears whole or not at all.
func (s *FileStore) Blob(hash, text string, durable bool) error {
	if err := s.tail.Err(); err != nil {
		return err
	}
	name := filepath.Join(s.blobs(), hash)
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && info.Size() == int64(len(text)) && !durable {
		return nil
	}
	if err := journal.PrivateDir(s.blobs()); err != nil {
		return err
	}
	// One name is enough: the session is locked, so nobody else writes here.
	fresh := filepath.Join(s.blobs(), "new")
	if err := writeFresh(fresh, text, durable); err != nil {
		os.Remove(fresh)
		return fmt.Errorf("keeping a text of the trace: %w", err)
	}
	if err := os.Rename(fresh, name); err != nil {
		os.Remove(fresh)
		return fmt.Errorf("keeping a text of the trace: %w", err)
	}
	if durable {
		if err := journal.SyncDir(s.blobs()); err != nil {
			return err
		}
		return journal.SyncDir(s.dir)
	}
	return nil
}

func writeFresh(name, text string, durable bool) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	if err == nil && durable {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// ReadBlob returns a text that a record names, after checking that it is still
// the same; ErrBlobGone when it was deleted.
func (s *FileStore) ReadBlob(t Text) ([]byte, error) {
	if !isDigest(t.Blob) {
		return nil, fmt.Errorf("%.80q is no text's hash", t.Blob)
	}
	f, err := os.OpenFile(filepath.Join(s.blobs(), t.Blob), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrBlobGone, t.Blob)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(io.LimitReader(f, t.Bytes+1)); err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b.Bytes()); hex.EncodeToString(sum[:]) != t.Blob {
		return nil, fmt.Errorf("the text %s was changed", t.Blob)
	}
	return b.Bytes(), nil
}

// Close releases the session. What was not durable may still be on its way to
// the disk. It may be called at any time, and again.
func (s *FileStore) Close() error { return s.tail.Close() }

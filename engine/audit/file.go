package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pp/engine/store"
)

// ErrBusy says that another process has a session's thought trace.
var ErrBusy = errors.New("another pp is writing this session's thought trace")

// FileStore keeps a session's records in one file and its long texts in files
// beside it, all readable by their owner only. It is locked against other
// processes from Open to Close. It implements Store; it is not safe for
// concurrent use, except for ReadBlob.
type FileStore struct {
	dir     string
	session string

	tail *store.Tail // nil before Open
	head head        // of the last appended record
	kept int64       // the number of records of the last saved head
}

var _ Store = (*FileStore)(nil)

// NewFileStore returns the store of a session in a directory. It touches
// nothing. The session's name must be good as a file name: letters, digits,
// hyphens and underscores, at most 100.
func NewFileStore(dir, session string) (*FileStore, error) {
	if !isFileName(session) {
		return nil, fmt.Errorf("%.100q cannot name a session's thought trace: use letters, digits, hyphens and underscores",
			session)
	}
	return &FileStore{dir: dir, session: session}, nil
}

func isFileName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	return s != "" && len(s) <= 100 && s[0] != '-' && s[0] != '_' && strings.Trim(s, letters+"-_") == ""
}

// Session is the name of the session.
func (s *FileStore) Session() string { return s.session }

// Path is the name of the file of records.
func (s *FileStore) Path() string { return filepath.Join(s.dir, s.session+".trace") }

func (s *FileStore) headFile() string { return filepath.Join(s.dir, s.session+".head") }

func (s *FileStore) blobs() string { return filepath.Join(s.dir, s.session+".blobs") }

// Open implements Store: it makes the directory and the file where they are
// missing, verifies what is there, and cuts off a torn last record. Damage, a missing
// end too, is a *DamageError and a file in use is ErrBusy; then the file is left as it
// is.
func (s *FileStore) Open() (State, error) {
	h, err := readHead(s.headFile())
	if err != nil {
		h = head{} // as a power failure may leave it; the next durable record makes it anew
	}
	var state State
	tail, err := store.OpenTail(s.Path(), func(r io.Reader) (whole, torn int64, err error) {
		state, err = h.scan(r, nil)
		return state.size, state.Torn, err
	})
	if err != nil {
		return State{}, busy(err)
	}
	if err := h.check(state); err != nil { // of an empty file, which is not read
		return State{}, errors.Join(fmt.Errorf("%s: %w", s.Path(), err), tail.Close())
	}
	s.tail, s.head, s.kept = tail, head{state.Records, state.hash}, h.Records
	return state, nil
}

// Scan reads the trace to its end, beside a process that may be writing it, checks every record
// and that its end is there, and hands each record, once checked, to visit, in order. The first
// bad record is a *DamageError; a last one without its newline is torn: no error, but State.Torn.
// An error of visit ends it and is returned. A trace that is gone, or has no record, is a
// *DamageError where one was noted; fs.ErrNotExist where none was. It takes memory for one line.
func (s *FileStore) Scan(visit func(Entry) error) (State, error) {
	h, err := readHead(s.headFile()) // first, since it lags behind the trace
	if err != nil {
		return State{}, err
	}
	f, err := store.Open(s.Path())
	if errors.Is(err, fs.ErrNotExist) && h.Records > 0 {
		err = h.check(State{})
	}
	if err != nil {
		return State{}, err
	}
	defer f.Close()
	return h.scan(f, visit)
}

// busy is ErrBusy where another process has the file.
func busy(err error) error {
	if errors.Is(err, store.ErrBusy) {
		return ErrBusy
	}
	return err
}

// Append implements Store. A write that fails half-way is taken back.
func (s *FileStore) Append(line []byte, durable bool) error {
	if err := s.tail.Append(line, durable); err != nil {
		return err
	}
	s.head.Records++
	copy(s.head.Hash[:], line[hashAt:])
	if durable {
		// The record is on disk. A head that could not be written lags behind it, and
		// a missing end may go unnoticed then; that is no reason to do without the action.
		s.keepHead()
	}
	return nil
}

func (s *FileStore) keepHead() {
	if s.head.write(s.headFile()) == nil {
		s.kept = s.head.Records
	}
}

// Blob implements Store. The file appears whole or not at all.
func (s *FileStore) Blob(hash, text string, durable bool) error {
	if err := s.tail.Err(); err != nil {
		return err
	}
	name := filepath.Join(s.blobs(), hash)
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && info.Size() == int64(len(text)) && !durable {
		return nil
	}
	if err := store.ReplacePrivate(name, []byte(text), durable); err != nil {
		return fmt.Errorf("keeping a text of the trace: %w", err)
	}
	return nil
}

// maxBlobText bounds a text that is kept beside the trace, in bytes.
const maxBlobText = 16 << 20

// ReadBlob gives a text that is kept beside the trace, by its hash; one that is not what the
// hash says is an error.
func (s *FileStore) ReadBlob(hash string) (string, error) {
	if !isDigest(hash) {
		return "", fmt.Errorf("%.80q is no hash", hash)
	}
	data, err := store.Read(context.Background(), filepath.Join(s.blobs(), hash), maxBlobText)
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != hash {
		return "", fmt.Errorf("the text %s of the thought trace was changed", hash)
	}
	return string(data), nil
}

// Next implements Store: what is there becomes the trace SESSION-part1, or that of the first
// number that has none, which is read, verified and pruned as any other.
func (s *FileStore) Next() error {
	for n := 1; ; n++ {
		part, err := NewFileStore(s.dir, fmt.Sprintf("%s-part%d", s.session, n))
		if err != nil {
			return err
		}
		if _, err := os.Lstat(part.Path()); err == nil {
			continue
		}
		// The records last: a process that ends before is here again when the session goes on.
		for _, names := range [][2]string{{s.blobs(), part.blobs()}, {s.headFile(), part.headFile()},
			{s.Path(), part.Path()}} {
			if err := os.Rename(names[0], names[1]); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		if err := s.tail.Close(); err != nil {
			return err
		}
		_, err = s.Open()
		return err
	}
}

// Parts are what Next made of a session in a directory, the first first, and last the session itself. Parts that were
// removed are missed out.
func Parts(dir, session string) ([]*FileStore, error) {
	own, err := NewFileStore(dir, session)
	if err != nil {
		return nil, err
	}
	kept, err := List(dir)
	if err != nil {
		return nil, err
	}
	number := func(name string) int {
		text, _ := strings.CutPrefix(name, session+"-part")
		n, _ := strconv.Atoi(text) // 0 is no part
		return n
	}
	names := []string{}
	for _, k := range kept {
		if number(k.Session) > 0 {
			names = append(names, k.Session)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return number(a) - number(b) })
	var out []*FileStore
	for _, name := range names {
		part, err := NewFileStore(dir, name)
		if err != nil {
			return nil, err
		}
		out = append(out, part)
	}
	return append(out, own), nil
}

// Close releases the session. Once a head is kept, what came after it is made durable too, and is missed when it is cut
// off; else what was not durable may still be on its way to the disk. It may be called at any time, and again.
func (s *FileStore) Close() error {
	if s.kept > 0 && s.head.Records > s.kept && s.tail.Append(nil, true) == nil {
		s.keepHead()
	}
	return s.tail.Close()
}

package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"pp/sexp"
)

// State is what a file came to.
type State struct {
	Records int   // whole records
	Bytes   int64 // of whole records: where a torn one begins
	Torn    int64 // bytes of a last record that was not written to its end
}

// DamageError says where a file was changed.
type DamageError struct {
	Record int   // from 1
	Offset int64 // of the record, in bytes from the start
	Why    string
}

// Error implements error.
func (e *DamageError) Error() string {
	return fmt.Sprintf("damaged at record %d (byte %d): %s; the records before it are sound", e.Record, e.Offset, e.Why)
}

// ErrNotFile says that something else has the place of a file.
var ErrNotFile = errors.New("not a regular file")

// Scan reads a file's records in order and hands each to visit, which may be
// nil; an error of visit ends it. A torn last record is no error, but
// State.Torn; damage is a *DamageError.
func Scan(r io.Reader, lim Limits, visit func(sexp.Plist) error) (State, error) {
	s := scanner{in: bufio.NewReaderSize(r, 64<<10), lim: lim}
	for {
		body, more, err := s.next()
		if err != nil || !more {
			return s.state, err
		}
		p, err := parseBody(body)
		if err != nil {
			return s.state, s.damage("it cannot be read: " + err.Error())
		}
		s.state.Records++
		s.state.Bytes += s.length
		if s.state.Bytes > lim.file() {
			return s.state, fmt.Errorf("the file has over %d bytes", lim.file())
		}
		if visit == nil {
			continue
		}
		if err := visit(p); err != nil {
			return s.state, err
		}
	}
}

type scanner struct {
	in     *bufio.Reader
	lim    Limits
	state  State
	length int64 // of the record at hand, with its comment line
	body   bytes.Buffer
}

// next gives the form of the next record; it is valid until the next call.
func (s *scanner) next() (body []byte, more bool, err error) {
	line, err := s.in.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF):
		s.state.Torn = int64(len(line))
		return nil, false, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, false, s.damage("no record begins here")
	case err != nil:
		return nil, false, err
	}
	headed := int64(len(line))
	n, sum, ok := parseHeader(string(line[:len(line)-1]))
	if !ok {
		return s.bad(headed, "no record begins here")
	}
	if n > s.lim.record() {
		return nil, false, s.damage(fmt.Sprintf("it has %d bytes, over the limit of %d", n, s.lim.record()))
	}
	s.body.Reset()
	got, err := io.CopyN(&s.body, s.in, int64(n)+1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	s.length = headed + got
	if got <= int64(n) {
		s.state.Torn = s.length
		return nil, false, nil
	}
	body = s.body.Bytes()
	if body[n] != '\n' || digits(body[:n]) != sum {
		return s.bad(s.length, "its content does not match its hash")
	}
	return body[:n], true, nil
}

// bad is a record that is wrong: torn when it is the last, since what was not
// yet on disk may come back as anything; else damage.
func (s *scanner) bad(length int64, why string) ([]byte, bool, error) {
	if _, err := s.in.Peek(1); errors.Is(err, io.EOF) {
		s.state.Torn = length
		return nil, false, nil
	}
	return nil, false, s.damage(why)
}

func (s *scanner) damage(why string) error {
	return &DamageError{Record: s.state.Records + 1, Offset: s.state.Bytes, Why: why}
}

// Open opens a regular file that is no link for reading, and never waits for it:
// ErrNotFile when something else has its place.
func Open(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", name, ErrNotFile)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Load scans the file of that name; fs.ErrNotExist when there is none. It may
// run beside a writer, of whom it sees whole records only.
func Load(name string, lim Limits, visit func(sexp.Plist) error) (State, error) {
	f, err := Open(name)
	if err != nil {
		return State{}, err
	}
	defer f.Close()
	state, err := Scan(f, lim, visit)
	if err != nil {
		return state, fmt.Errorf("%s: %w", name, err)
	}
	return state, nil
}

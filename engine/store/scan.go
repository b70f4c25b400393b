package store

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

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

// Scan reads a file's records in order and hands each to visit, which may be
// nil; an error of visit ends it. A torn last record is no error, but
// State.Torn; damage is a *DamageError.
func Scan(r io.Reader, lim Limits, visit func(sexp.Plist) error) (State, error) {
	s := scanner{in: bufio.NewReaderSize(r, 64<<10), lim: lim}
	return s.all(func(raw Raw) error {
		p, err := raw.Plist()
		if err != nil {
			return s.damage("it cannot be read: " + err.Error())
		}
		s.passed(raw)
		if visit == nil {
			return nil
		}
		return visit(p)
	})
}

// ScanRaw is Scan without a look at what the records say.
func ScanRaw(r io.Reader, lim Limits, visit func(Raw) error) (State, error) {
	s := scanner{in: bufio.NewReaderSize(r, 64<<10), lim: lim}
	return s.all(func(raw Raw) error {
		s.passed(raw)
		return visit(raw)
	})
}

type scanner struct {
	in    *bufio.Reader
	lim   Limits
	state State
	body  bytes.Buffer
}

func (s *scanner) all(visit func(Raw) error) (State, error) {
	for {
		raw, more, err := s.next()
		if err != nil || !more {
			return s.state, err
		}
		if s.state.Bytes+raw.Length > s.lim.file() {
			return s.state, fmt.Errorf("the file has over %d bytes", s.lim.file())
		}
		if err := visit(raw); err != nil {
			return s.state, err
		}
	}
}

func (s *scanner) passed(raw Raw) {
	s.state.Records++
	s.state.Bytes += raw.Length
}

// next gives the next record; its body is valid until the next call.
func (s *scanner) next() (raw Raw, more bool, err error) {
	raw.Offset = s.state.Bytes
	line, err := s.in.ReadSlice('\n')
	switch {
	case errors.Is(err, io.EOF):
		s.state.Torn = int64(len(line))
		return raw, false, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return raw, false, s.damage("no record begins here")
	case err != nil:
		return raw, false, err
	}
	headed := int64(len(line))
	n, sum, ok := s.lim.parseHeader(string(line[:len(line)-1]))
	if !ok {
		return s.bad(headed, "no record begins here")
	}
	if n > s.lim.record() {
		return raw, false, s.damage(fmt.Sprintf("it has %d bytes, over the limit of %d", n, s.lim.record()))
	}
	s.body.Reset()
	got, err := io.CopyN(&s.body, s.in, int64(n)+1)
	if err != nil && !errors.Is(err, io.EOF) {
		return raw, false, err
	}
	raw.Length = headed + got
	if got <= int64(n) {
		s.state.Torn = raw.Length
		return raw, false, nil
	}
	raw.Body = s.body.Bytes()[:n]
	raw.Sum = sha256.Sum256(raw.Body)
	if s.body.Bytes()[n] != '\n' || digits(raw.Sum) != sum {
		return s.bad(raw.Length, "its content does not match its hash")
	}
	return raw, true, nil
}

// bad is a record that is wrong: torn when it is the last, since what was not
// yet on disk may come back as anything, unless the limits are strict; else damage.
func (s *scanner) bad(length int64, why string) (Raw, bool, error) {
	if _, err := s.in.Peek(1); errors.Is(err, io.EOF) && !s.lim.Strict {
		s.state.Torn = length
		return Raw{}, false, nil
	}
	return Raw{}, false, s.damage(why)
}

func (s *scanner) damage(why string) error {
	return &DamageError{Record: s.state.Records + 1, Offset: s.state.Bytes, Why: why}
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

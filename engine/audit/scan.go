package audit

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"pp/engine"
	"pp/sexp"
)

// State is what a trace came to: what the next record needs to know of those
// before it. The zero State is that of an empty trace.
type State struct {
	Records int64  // whole records
	Bytes   int64  // of records and of the texts they name
	Torn    int64  // bytes of a last record that was not written to its end
	Session string // the session that the first record names
	Limit   int64  // when the last record says that a limit was reached: that limit, in bytes
	// Anchored is how many records were noted beside the trace, and are there; 0 when
	// none were, so that nothing tells whether its end is missing.
	Anchored int64

	hash digest // of the last record
	size int64  // of the whole records alone: where a torn one begins
}

// DamageError says where a trace was changed.
type DamageError struct {
	Line   int64 // from 1; also the number the record should have
	Offset int64 // of the line, in bytes from the start
	Why    string
}

// Error implements error.
func (e *DamageError) Error() string {
	return fmt.Sprintf("the thought trace is damaged at line %d (byte %d): %s; records before it are sound", e.Line,
		e.Offset, e.Why)
}

// Entry is one record as it was read.
type Entry struct {
	Seq    int64
	Time   time.Time
	Kind   engine.RecordKind
	Lost   int64      // records before this one that could not be written
	Fields sexp.Plist // texts in it have the form that ParseText reads
	Text   Text
}

// scan reads the trace that the head is of to its end, checks every record, and hands each,
// once checked, to visit, in order. The first bad one is a *DamageError. A last record without
// its newline is torn: no error, but State.Torn. An error of visit ends it and is returned. It
// takes memory for one line.
func (h head) scan(r io.Reader, visit func(Entry) error) (State, error) {
	s := State{Anchored: h.Records}
	in := bufio.NewReaderSize(r, MaxLine)
	for {
		line, err := in.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			s.Torn = int64(len(line))
			return s, h.check(s)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			return s, s.damage(fmt.Sprintf("the line has over %d bytes", MaxLine))
		}
		if err != nil {
			return s, fmt.Errorf("reading the thought trace: %w", err)
		}
		e, why := s.next(line)
		if why != "" {
			return s, s.damage(why)
		}
		if s.Records == h.Records && s.hash != h.Hash {
			return s, &DamageError{Line: s.Records, Offset: s.size - int64(len(line)),
				Why: "it is not the record that stood here when the end of the trace was last noted"}
		}
		if visit != nil {
			if err := visit(e); err != nil {
				return s, err
			}
		}
	}
}

// last is the hash that the next record names as the one before it.
func (s *State) last() digest {
	if s.Records > 0 {
		return s.hash
	}
	var d digest
	for i := range d {
		d[i] = '0'
	}
	return d
}

func (s *State) damage(why string) *DamageError {
	return &DamageError{Line: s.Records + 1, Offset: s.size, Why: why}
}

// next checks one whole line against what came before it and moves on. It says
// why when the line is bad.
func (s *State) next(line []byte) (Entry, string) {
	body := line[:len(line)-1]
	if len(body) < coverAt || string(body[:hashAt]) != lineStart || string(body[hashAt+hashLen:coverAt]) != hashEnd {
		return Entry{}, "the line does not begin as a record does"
	}
	sum := sha256.Sum256(body[coverAt:])
	var want digest
	hex.Encode(want[:], sum[:])
	if string(want[:]) != string(body[hashAt:hashAt+hashLen]) {
		return Entry{}, "its content does not match its hash"
	}
	p, err := readRecord(string(body))
	if err != nil {
		return Entry{}, "it cannot be read: " + err.Error()
	}
	e, why := s.entry(p)
	if why != "" {
		return Entry{}, why
	}
	s.Records++
	s.size += int64(len(line))
	s.Bytes += int64(len(line)) + blobBytes(e)
	s.hash = want
	s.Limit = 0
	if e.Kind == KindLimit {
		s.Limit, _ = e.Fields.Integer("LIMIT")
	}
	return e, ""
}

func readRecord(body string) (sexp.Plist, error) {
	v, err := sexp.Read(body, sexp.Limits{Bytes: MaxLine})
	if err != nil {
		return sexp.Plist{}, err
	}
	return sexp.AsPlist(v)
}

// entry takes a record's fields and checks its place in the chain.
func (s *State) entry(p sexp.Plist) (Entry, string) {
	var e Entry
	prev := s.last()
	if got, _ := p.Text("PREV"); got != string(prev[:]) {
		return e, "it does not follow the record before it"
	}
	e.Seq, _ = p.Integer("SEQ")
	if e.Seq != s.Records+1 {
		return e, fmt.Sprintf("its number is %d", e.Seq)
	}
	at, _ := p.Text("TIME")
	var err error
	if e.Time, err = time.Parse(time.RFC3339Nano, at); err != nil {
		return e, fmt.Sprintf("its time is %.40q", at)
	}
	kind, ok := p.Keyword("KIND")
	if !ok {
		return e, "it has no :KIND"
	}
	e.Kind = engine.RecordKind(kind)
	e.Lost, _ = p.Integer("LOST")
	if e.Fields, ok = p.Plist("FIELDS"); !ok && has(p, "FIELDS") {
		return e, "its :FIELDS are no property list"
	}
	if v, given := p.Get("TEXT"); given {
		if e.Text, ok = ParseText(v); !ok {
			return e, "its :TEXT is no text"
		}
	}
	return e, s.begin(e)
}

// begin checks that the first record, and no other, opens the trace.
func (s *State) begin(e Entry) string {
	if (s.Records == 0) != (e.Kind == KindOpen) {
		return "a trace begins with one :OPEN record, and this is a :" + string(e.Kind)
	}
	if e.Kind != KindOpen {
		return ""
	}
	if n, _ := e.Fields.Integer("FORMAT"); n != Format {
		return fmt.Sprintf("its format is %d, and this version of pp reads %d", n, Format)
	}
	s.Session, _ = e.Fields.Text("SESSION")
	return ""
}

func has(p sexp.Plist, key string) bool {
	_, ok := p.Get(key)
	return ok
}

// blobBytes is how much a record's texts take outside it.
func blobBytes(e Entry) int64 {
	total := e.Text.Bytes
	for _, v := range e.Fields.All() {
		if t, ok := ParseText(v); ok {
			total += t.Bytes
		}
	}
	return total
}

package index

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/memory"
)

// The parts of a segment, in their order. Numbers are little end first.
const (
	partNotes    = iota // 24 bytes each: see note
	partNorms           // a byte each: how long the text is
	partContents        // 8 bytes each: the hash of the text
	partOrder           // 4 bytes each: the notes by ident
	partRecent          // 4 bytes each: the notes that have a time of their own, newest first, and then the others
	partDetails         // of notes: what else there is of them, see details
	partClasses         // what many notes have in common
	partFiles           // 4 bytes each: the first note of a file
	partTerms           // 12 bytes each, by text: where text and postings are, and the letters
	partTexts           // of terms
	partPostings        // of terms: how many notes, and which
	parts
)

const (
	segmentMagic = "pp-index-segment-1\n"
	headerSize   = 192
	noteSize     = 24
	contentSize  = len(content{})
	termSize     = 12
)

var le = binary.LittleEndian

// segment is an immutable index of some files. It may be mapped memory: whoever reads it
// does so in guarded, and keeps nothing of it.
type segment struct {
	segmentID
	raw     []byte
	mapped  bool
	part    [parts][]byte
	words   uint64 // of all its notes
	checks  sync.Once
	checked atomic.Bool
	sound   error
	reads   sync.Once
	class   []class
}

// segmentID names a segment.
type segmentID struct {
	number uint64 // of its file; 0 of one that is in memory alone
	base   uint32 // keys of its notes follow this number
	size   uint64
	sum    uint32 // checksum of all behind the header
}

// newSegment takes a segment's bytes, and looks at the header alone.
func newSegment(raw []byte, mapped bool) (*segment, error) {
	s := &segment{raw: raw, mapped: mapped}
	if len(raw) < headerSize || !bytes.HasPrefix(raw, []byte(segmentMagic)) ||
		le.Uint32(raw[headerSize-4:]) != checksum(raw[:headerSize-4]) {
		return nil, ErrDamaged
	}
	s.size, s.sum = uint64(len(raw)), le.Uint32(raw[headerSize-8:])
	at, sizes := uint64(headerSize), raw[32:]
	for i := range s.part {
		n := le.Uint64(sizes[8*i:])
		if n > uint64(len(raw))-at {
			return nil, ErrDamaged
		}
		s.part[i], at = raw[at:at+n:at+n], at+n
	}
	s.words = le.Uint64(raw[24:])
	return s, nil
}

// check compares the whole with its checksum, the first time.
func (s *segment) check() error {
	s.checks.Do(func() {
		s.sound = guarded(func() error {
			if checksum(s.raw[headerSize:]) != s.sum {
				return ErrDamaged
			}
			return nil
		})
		s.checked.Store(true)
	})
	return s.sound
}

// checking begins to check the segments that were not yet, and gives what waits for the end.
func (g *generation) checking() (sound func() error) {
	var waits []chan error
	for _, s := range g.segments {
		if !s.checked.Load() {
			done := make(chan error, 1)
			waits = append(waits, done)
			go func() { done <- s.check() }()
		}
	}
	return func() error {
		for _, w := range waits {
			<-w
		}
		for _, s := range g.segments {
			if err := s.check(); err != nil {
				return err
			}
		}
		return nil
	}
}

func (s *segment) close() error {
	if !s.mapped {
		return nil
	}
	raw := s.raw
	s.raw, s.part, s.mapped = nil, [parts][]byte{}, false
	return unix.Munmap(raw)
}

func (s *segment) notes() int { return len(s.part[partNorms]) }
func (s *segment) files() int { return len(s.part[partFiles]) / 4 }
func (s *segment) terms() int { return len(s.part[partTerms]) / termSize }

// fileNotes gives the first note of a file and the one behind its last.
func (s *segment) fileNotes(file int) (first, end int) {
	first, end = int(le.Uint32(s.part[partFiles][4*file:])), s.notes()
	if file+1 < s.files() {
		end = int(le.Uint32(s.part[partFiles][4*file+4:]))
	}
	return first, end
}

// fileOf gives the file of a note.
func (s *segment) fileOf(note int) int {
	return sort.Search(s.files(), func(i int) bool { return int(le.Uint32(s.part[partFiles][4*i:])) > note }) - 1
}

// note is the record of a note.
type note []byte

func (s *segment) note(i int) note { return s.part[partNotes][i*noteSize : (i+1)*noteSize] }

func (n note) ident() ident  { return ident(le.Uint64(n)) }
func (n note) parent() int   { return int(le.Uint32(n[8:])) - 1 } // -1 of none
func (n note) start() int    { return int(le.Uint32(n[12:])) }
func (n note) class() uint32 { return le.Uint32(n[16:]) }
func (n note) details() int  { return int(le.Uint32(n[20:])) }

// ordered gives the note at a place of the order by ident.
func (s *segment) ordered(i int) int { return int(le.Uint32(s.part[partOrder][4*i:])) }

// recent gives the note at a place of the order by time.
func (s *segment) recent(i int) int { return int(le.Uint32(s.part[partRecent][4*i:])) }

// from gives the first place in the order of an ident that is not under id.
func (s *segment) from(id ident) int {
	return sort.Search(s.notes(), func(i int) bool { return s.note(s.ordered(i)).ident() >= id })
}

// content gives the beginning of the hash of a note's own text.
func (s *segment) content(i int) content {
	return content(s.part[partContents][i*contentSize : (i+1)*contentSize])
}

// details are what else there is of a note.
type details struct {
	level, end, own, children int
	when                      int64 // seconds since 1970; 0: the file's
	title                     []byte
	rest                      reader
}

// details reads them. The title must not be kept.
func (s *segment) details(i int) (d details) {
	n := s.note(i)
	r := reader(s.part[partDetails][n.details():])
	d.level, d.end = int(r.number()), n.start()+int(r.number())
	d.own, d.children, d.when = n.start()+int(r.number()), int(r.number()), int64(r.number())
	d.title = r.bytes()
	d.rest = r
	return d
}

// id is the note's ID.
func (d *details) id() string {
	r := d.rest
	return unpackID(r.number(), r.bytes())
}

// around gives the IDs of an object's parent and children.
func (d *details) around() (above string, below []string) {
	r := d.rest
	r.number()
	r.bytes()
	above = r.text()
	for n := r.number(); n > 0; n-- {
		below = append(below, r.text())
	}
	return above, below
}

func (d *details) time(file time.Time) time.Time {
	if d.when == 0 {
		return file
	}
	return time.UnixMilli(d.when).UTC()
}

// packID writes an ID: one that is a UUID as 16 bytes.
func packID(b []byte, id string) []byte {
	if plain := strings.ReplaceAll(id, "-", ""); len(id) == 36 && len(plain) == 32 {
		if raw, err := hex.DecodeString(plain); err == nil && unpackID(1, raw) == id {
			return appendText(append(b, 1), string(raw))
		}
	}
	return appendText(append(b, 0), id)
}

func unpackID(packed uint64, b []byte) string {
	if packed == 0 {
		return string(b)
	}
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// classes gives what many notes have in common. It is read the first time.
func (s *segment) classes() []class {
	s.reads.Do(func() {
		for r := reader(s.part[partClasses]); len(r) > 0; {
			c := class{kind: r.text(), todo: r.text(), tags: r.text(), done: r.number() == 1,
				origin: engine.Origin(r.number()), scope: memory.Scope{Kind: memory.ScopeKind(r.number())}}
			c.scope.Name = r.text()
			s.class = append(s.class, c)
		}
	})
	return s.class
}

func (c class) append(b []byte) []byte {
	b = appendText(appendText(appendText(b, c.kind), c.todo), c.tags)
	done := uint64(0)
	if c.done {
		done = 1
	}
	b = binary.AppendUvarint(binary.AppendUvarint(b, done), uint64(c.origin))
	return appendText(binary.AppendUvarint(b, uint64(c.scope.Kind)), c.scope.Name)
}

// term gives a term's text, which must not be kept, and where its postings begin.
func (s *segment) term(i int) (text []byte, postings int) {
	rec := s.part[partTerms][i*termSize:]
	end := len(s.part[partTexts])
	if i+1 < s.terms() {
		end = int(le.Uint32(rec[termSize:]))
	}
	return s.part[partTexts][le.Uint32(rec):end], int(le.Uint32(rec[4:]))
}

// letters of a term, as lettersOf gives them.
func (s *segment) letters(i int) uint32 { return le.Uint32(s.part[partTerms][i*termSize+8:]) }

// find gives the postings of a term, and of how many notes they are.
func (s *segment) find(term string) (p reader, notes int) {
	i := sort.Search(s.terms(), func(i int) bool {
		text, _ := s.term(i)
		return string(text) >= term
	})
	if i == s.terms() {
		return nil, 0
	}
	text, at := s.term(i)
	if string(text) != term {
		return nil, 0
	}
	p = reader(s.part[partPostings][at:])
	return p, int(p.number())
}

// reader reads numbers and texts one after another.
type reader []byte

var errShort = errors.New("it ends too early")

func (r *reader) number() uint64 {
	if len(*r) > 0 && (*r)[0] < 0x80 {
		n := (*r)[0]
		*r = (*r)[1:]
		return uint64(n)
	}
	v, n := binary.Uvarint(*r)
	if n <= 0 {
		panic(fault{errShort})
	}
	*r = (*r)[n:]
	return v
}

func (r *reader) bytes() []byte {
	n := r.number()
	if n > uint64(len(*r)) {
		panic(fault{errShort})
	}
	b := (*r)[:n]
	*r = (*r)[n:]
	return b
}

func (r *reader) text() string { return string(r.bytes()) }

// fault is what a reader says of bytes that are not what they should be; guarded takes it.
type fault struct{ error }

func (fault) RuntimeError() {}

// Error says what it is.
func (f fault) Error() string { return fmt.Sprintf("reading the index: %v", f.error) }

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

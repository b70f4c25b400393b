package memory

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
)

// row is what is known of a record without reading it: where it stands, and what it is
// found by. The file "positions" of a generation has one for each record, so that
// opening a journal does not read it. It is made anew where it is missing.
type row struct {
	number  int64
	kind    kind
	blob    bool // its content is a blob
	version int32
	segment int32
	offset  int32
	length  int32
	id      [16]byte // of the ID's hash
	hash    [16]byte // of the object's
	scope   uint64   // these three: of the hash of the text
	session uint64
	place   uint64
	sum     [8]byte // of the record's
}

// mostRows is how many are read; what is behind them is read from the journal.
const mostRows = 1 << 25

// rowLen is the length of a row in its file, with its checksum.
const rowLen = 8 + 4*5 + 16*2 + 8*4 + 4

// automaticMark stands for the version in the row of a snapshot without a name.
const automaticMark = -1

func digest(s string) [16]byte {
	sum := sha256.Sum256([]byte(s))
	return [16]byte(sum[:16])
}

// word is a text's digest cut to eight bytes; 0 is that of none.
func word(s string) uint64 {
	if s == "" {
		return 0
	}
	d := digest(s)
	return binary.LittleEndian.Uint64(d[:])
}

func (r record) row(segment int32, offset, length int64, sum Hash) row {
	w := row{number: r.number, kind: r.kind, segment: segment, offset: int32(offset), length: int32(length),
		blob: r.blob != Hash{}, session: word(r.by.Session), place: word(r.by.Place), sum: [8]byte(sum[:8])}
	if r.kind == kindSnapshot && r.name == "" {
		w.version = automaticMark
	}
	if w.ofObject() {
		w.version, w.id, w.hash = int32(r.object.Version), digest(r.object.ID), [16]byte(r.object.Hash[:16])
		w.scope = word(r.object.Scope.String())
	}
	return w
}

// ofObject reports whether a record has a version of an object.
func (w row) ofObject() bool { return w.kind == kindObject || w.kind == kindShown }

func (w row) append(b []byte) []byte {
	begin := len(b)
	le := binary.LittleEndian
	b = le.AppendUint64(b, uint64(w.number))
	first := int32(w.kind)
	if w.blob {
		first |= 1 << 8
	}
	for _, n := range []int32{first, w.version, w.segment, w.offset, w.length} {
		b = le.AppendUint32(b, uint32(n))
	}
	b = append(append(b, w.id[:]...), w.hash[:]...)
	for _, n := range []uint64{w.scope, w.session, w.place} {
		b = le.AppendUint64(b, n)
	}
	b = append(b, w.sum[:]...)
	return le.AppendUint32(b, crc32.ChecksumIEEE(b[begin:]))
}

// parseRow reads a row; it reports false for one that is not whole.
func parseRow(b []byte) (w row, ok bool) {
	le := binary.LittleEndian
	if len(b) < rowLen || crc32.ChecksumIEEE(b[:rowLen-4]) != le.Uint32(b[rowLen-4:]) {
		return w, false
	}
	w.number, w.kind = int64(le.Uint64(b)), kind(b[8])
	w.blob = b[9] != 0
	for i, n := range []*int32{&w.version, &w.segment, &w.offset, &w.length} {
		*n = int32(le.Uint32(b[12+4*i:]))
	}
	copy(w.id[:], b[28:])
	copy(w.hash[:], b[44:])
	w.scope, w.session, w.place = le.Uint64(b[60:]), le.Uint64(b[68:]), le.Uint64(b[76:])
	copy(w.sum[:], b[84:])
	return w, w.number > 0 && w.segment > 0 && w.offset >= 0 && w.length > 0
}

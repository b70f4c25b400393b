package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// The names in a generation's directory.
const (
	segmentSuffix = ".journal"
	rowsName      = "positions"
	blobsName     = "blobs"
)

// inline is the longest content, in bytes, that stands in the record itself.
const inline = 4 << 10

// limits bound a segment: a record has its content in it, or the content is a blob.
func limits() store.Limits { return store.Limits{Record: 4 << 20, File: 1 << 30, Strict: true} }

// generation is one journal: its segments, the rows of its records, and the contents that
// are too long for a record. It is only appended to; what is to be removed from it is left
// out of the next generation. It is not safe for concurrent use.
type generation struct {
	dir  string
	most int64 // bytes of a segment

	rows    []row
	written int   // rows that are in their file
	segment int32 // the last one; 0 of none
	size    int64 // of its whole records
	torn    int64 // bytes after them that are no whole record
	number  int64 // of the last record
	sum     Hash  // of it
}

func (g *generation) file(segment int32) string {
	return filepath.Join(g.dir, fmt.Sprintf("%06d%s", segment, segmentSuffix))
}

// segments is the number of the last segment.
func (g *generation) segments() (int32, error) {
	names, err := store.FileNames(g.dir, segmentSuffix)
	if err != nil || len(names) == 0 {
		return 0, err
	}
	n, err := strconv.ParseInt(names[len(names)-1], 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s has the file %.40q, which is none of pp's", g.dir, names[len(names)-1])
	}
	return int32(n), nil
}

// load begins with the rows in their file and goes on with the journal itself.
func (g *generation) load() error {
	if _, err := os.Lstat(g.dir); err != nil {
		return fmt.Errorf("the journal is gone: %w", err)
	}
	trusted, err := g.loadRows()
	if err != nil {
		return err
	}
	if !trusted {
		*g = generation{dir: g.dir, most: g.most}
	}
	return g.catchUp(nil)
}

// loadRows reads the file of rows, as far as it is sound. It reports whether the last row
// is of what stands in the journal. A journal that is shorter was cut: a row is written
// when its record is on disk.
func (g *generation) loadRows() (bool, error) {
	f, err := store.Open(filepath.Join(g.dir, rowsName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	data, err := io.ReadAll(io.LimitReader(f, mostRows*rowLen))
	if err = errors.Join(err, f.Close()); err != nil {
		return false, err
	}
	g.rows = make([]row, 0, len(data)/rowLen+64)
	for ; len(data) >= rowLen; data = data[rowLen:] {
		w, ok := parseRow(data)
		if !ok {
			break
		}
		g.rows = append(g.rows, w)
	}
	g.written = len(g.rows)
	if g.written == 0 {
		return false, nil
	}
	last := g.rows[g.written-1]
	info, err := os.Lstat(g.file(last.segment))
	end := int64(last.offset) + int64(last.length)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() < end {
		return false, g.damaged(last.segment, int64(last.offset), len(g.rows), "it was cut off here: records that were "+
			"acknowledged are missing")
	}
	if err != nil {
		return false, err
	}
	var files segments
	defer files.close()
	raw, err := files.read(g, last)
	if err != nil {
		return false, nil // the journal itself says what is wrong
	}
	g.segment, g.size, g.number, g.sum = last.segment, end, last.number, raw.Sum
	return true, nil
}

func (g *generation) damaged(segment int32, offset int64, n int, why string) error {
	return fmt.Errorf("%s: %w", g.file(segment), &store.DamageError{Record: n, Offset: offset, Why: why})
}

// catchUp reads what stands behind the records that are known, and hands each to visit,
// which may be nil. The chain is checked.
func (g *generation) catchUp(visit func(record, row) error) error {
	last, err := g.segments()
	if err == nil && last < g.segment {
		err = g.damaged(g.segment, 0, len(g.rows)+1, "the file is missing")
	}
	if err != nil {
		return err
	}
	for seg := max(1, g.segment); seg <= last; seg++ {
		if seg > g.segment {
			g.segment, g.size = seg, 0
		}
		if err := g.scan(seg, visit); err != nil {
			return err
		}
		if g.torn > 0 && seg < last {
			return g.damaged(seg, g.size, len(g.rows)+1, "its end is missing")
		}
	}
	return nil
}

func (g *generation) scan(seg int32, visit func(record, row) error) error {
	f, err := store.Open(g.file(seg))
	if errors.Is(err, fs.ErrNotExist) {
		return g.damaged(seg, 0, len(g.rows)+1, "the file is missing")
	}
	if err != nil {
		return err
	}
	defer f.Close()
	g.torn = 0
	from := g.size
	switch {
	case f.Size() < from:
		return g.damaged(seg, f.Size(), len(g.rows), "it was cut off here: records that were acknowledged are missing")
	case f.Size() == from:
		return nil
	}
	var refused error
	state, err := store.ScanRaw(io.NewSectionReader(f, from, f.Size()-from), limits(), func(raw store.Raw) error {
		raw.Offset += from
		refused = g.take(seg, raw, visit)
		return refused
	})
	g.torn = state.Torn
	var damage *store.DamageError
	if refused == nil && errors.As(err, &damage) { // its offset is the section's
		return g.damaged(seg, from+damage.Offset, len(g.rows)+1, damage.Why)
	}
	return err
}

// take adds a record that was read.
func (g *generation) take(seg int32, raw store.Raw, visit func(record, row) error) error {
	r, err := parse(raw)
	why := ""
	switch {
	case err != nil:
		why = "it cannot be read: " + err.Error()
	case r.prev != g.sum || r.number <= g.number:
		why = "it does not follow the record before it"
	}
	if why != "" {
		return g.damaged(seg, raw.Offset, len(g.rows)+1, why)
	}
	w := r.row(seg, raw.Offset, raw.Length, raw.Sum)
	if visit != nil {
		if err := visit(r, w); err != nil {
			return err
		}
	}
	g.rows = append(g.rows, w)
	g.size, g.number, g.sum = raw.Offset+raw.Length, r.number, raw.Sum
	return nil
}

// item is a record's text with its row, on the way to the journal. The hash of the record
// before it is filled in there.
type item struct {
	body []byte
	row  row
}

// append writes records, on disk when it returns, and then their rows. After an error the
// generation is to be loaded anew.
func (g *generation) append(items []item) error {
	for len(items) > 0 {
		var buf []byte
		size, n := g.size, 0
		if g.segment == 0 || size > 0 && size+int64(len(items[0].body))+100 > g.most {
			g.segment, size, g.torn = g.segment+1, 0, 0
		}
		from := size
		for ; n < len(items) && (n == 0 || size+int64(len(items[n].body))+100 <= g.most); n++ {
			it := &items[n]
			hex.Encode(it.body[prevAt:], g.sum[:])
			before := len(buf)
			var err error
			if buf, err = store.AppendRaw(buf, it.body, limits()); err != nil {
				return err
			}
			g.sum = sha256.Sum256(it.body)
			it.row.segment, it.row.offset, it.row.length = g.segment, int32(size), int32(len(buf)-before)
			it.row.sum = [8]byte(g.sum[:8])
			g.rows = append(g.rows, it.row)
			g.number, size = it.row.number, size+int64(len(buf)-before)
		}
		if err := g.write(buf, from); err != nil {
			return err
		}
		g.size, items = size, items[n:]
	}
	_ = g.writeRows() // the records are on disk; rows that are missing are made anew
	return nil
}

// write appends to the last segment, which has that many bytes of whole records.
func (g *generation) write(buf []byte, from int64) error {
	tail, err := store.OpenTail(g.file(g.segment), func(io.Reader) (whole, torn int64, err error) {
		return from, g.torn, nil
	})
	if err != nil {
		return err
	}
	g.torn = 0
	if g.written > 0 && g.rows[g.written-1].segment == g.segment {
		tail.Rooted() // a row is written when its record is on disk
	}
	return errors.Join(tail.Append(buf, true), tail.Close())
}

// writeRows adds the rows that are not in their file to it, after those that are.
func (g *generation) writeRows() error {
	name := filepath.Join(g.dir, rowsName)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return err
	}
	var b []byte
	for _, w := range g.rows[g.written:] {
		b = w.append(b)
	}
	at := int64(g.written) * rowLen
	err = f.Truncate(at)
	if err == nil {
		_, err = f.WriteAt(b, at)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		g.written = len(g.rows)
	}
	return err
}

// segments are files of a generation that are open for reading.
type segments map[int32]*store.File

func (s *segments) close() {
	for _, f := range *s {
		f.Close()
	}
}

// read gives the record of a row, checked against the row.
func (s *segments) read(g *generation, w row) (store.Raw, error) {
	f := (*s)[w.segment]
	if f == nil {
		var err error
		if f, err = store.Open(g.file(w.segment)); err != nil {
			return store.Raw{}, err
		}
		if *s == nil {
			*s = segments{}
		}
		(*s)[w.segment] = f
	}
	data := make([]byte, w.length)
	if _, err := f.ReadAt(data, int64(w.offset)); err != nil && !errors.Is(err, io.EOF) {
		return store.Raw{}, err
	}
	raw, ok := store.ParseRecord(data, limits())
	raw.Offset = int64(w.offset)
	if !ok || raw.Length != int64(w.length) || [8]byte(raw.Sum[:8]) != w.sum {
		return raw, g.damaged(w.segment, raw.Offset, int(w.number), "its content does not match its hash")
	}
	return raw, nil
}

// record reads the record of a row, with its content.
func (s *segments) record(g *generation, w row) (record, error) {
	raw, err := s.read(g, w)
	if err != nil {
		return record{}, err
	}
	r, err := parse(raw)
	if err == nil && (r.blob != Hash{}) {
		r.object.Content, err = g.blob(r.blob)
	}
	if err != nil {
		return r, g.damaged(w.segment, raw.Offset, int(w.number), "it cannot be read: "+err.Error())
	}
	return r, nil
}

func (g *generation) blobFile(h Hash) string { return filepath.Join(g.dir, blobsName, h.String()) }

// blob reads a content that has a file of its own.
func (g *generation) blob(h Hash) (string, error) {
	f, err := store.Open(g.blobFile(h))
	if err != nil {
		return "", fmt.Errorf("its content: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, MaxContent+1))
	if err == nil && sha256.Sum256(b) != h {
		err = errors.New("its content is not what was kept")
	}
	return string(b), err
}

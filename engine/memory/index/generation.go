package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/memory"
	"pp/engine/regular"
)

// generation is one state of an index: its segments, and the files that they are of. It is
// never changed, but for being closed.
type generation struct {
	meta
	segments []*segment
	files    fileTable
	local    [][]uint32 // by segment and its file: the place among files and one, 0 of none
	stamp    stamp      // of the file that it stands in
	maps     [][]byte
}

// meta is what a generation says of the whole.
type meta struct {
	options [32]byte // what it was made with
	head    string   // of the objects
	looked  string   // the path that was looked at last
	built   int64    // nanoseconds since 1970
	next    uint64   // the number of the next segment
	notes   int
	private int
	counted int // files without faults that are no objects
	hidden  int // files that are private as a whole
}

// fileTable holds the files of a generation, each in fileSize bytes, and their paths.
type fileTable struct{ records, paths []byte }

const (
	fileSize        = 64
	generationMagic = "pp-index-generation-1\n"
	currentName     = "current"
	segmentSuffix   = ".segment"
)

// objectRoot stands for the root of a record that is of an object.
const objectRoot = 0xFFFF

// fileRecord is what is known of a file, or of an object.
type fileRecord struct {
	root    int    // among Options.Roots, or objectRoot
	path    string // below it; of an object its ID
	stamp   stamp
	hash    fileHash // of the whole
	private int      // headlines left out
	fault   string   // why it is not in the index; "" when it is
	segment int      // among the segments; -1 when it has no notes
	local   int      // among the files of that

	seen, listed bool // in the pass that this record is of
}

func (f *fileRecord) key() fileKey { return fileKey{f.root, f.path} }

// fileHash is the beginning of the hash of a file, or of an object's.
type fileHash [20]byte

// stamp tells whether a file was changed.
type stamp struct {
	size, inode uint64
	mtime       int64
	// unsettled says that the file was so new that it may yet have changed with the same
	// time: it is read again.
	unsettled bool
}

func stampOf(st *unix.Stat_t) stamp {
	return stamp{size: uint64(st.Size), inode: uint64(st.Ino), mtime: st.Mtim.Nano()}
}

func (t fileTable) len() int { return len(t.records) / fileSize }

// at reads a record.
func (t fileTable) at(i int) fileRecord {
	r := t.records[i*fileSize : (i+1)*fileSize]
	paths := reader(t.paths[le.Uint32(r):])
	return fileRecord{root: int(le.Uint16(r[4:])), path: paths.text(), fault: paths.text(),
		stamp:   stamp{le.Uint64(r[8:]), le.Uint64(r[16:]), int64(le.Uint64(r[24:])), r[6] == 1},
		segment: int(le.Uint32(r[32:])) - 1, local: int(le.Uint32(r[36:])), private: int(le.Uint32(r[40:])),
		hash: fileHash(r[44:fileSize])}
}

// root reads a file's root alone.
func (t fileTable) root(i int) int { return int(le.Uint16(t.records[i*fileSize+4:])) }

// mtime reads a file's time alone.
func (t fileTable) mtime(i int) time.Time {
	return time.Unix(0, int64(le.Uint64(t.records[i*fileSize+24:])))
}

func (t *fileTable) append(f *fileRecord) {
	var buf [fileSize]byte
	r := buf[:]
	le.PutUint32(r, uint32(len(t.paths)))
	le.PutUint16(r[4:], uint16(f.root))
	if f.stamp.unsettled {
		r[6] = 1
	}
	le.PutUint64(r[8:], f.stamp.size)
	le.PutUint64(r[16:], f.stamp.inode)
	le.PutUint64(r[24:], uint64(f.stamp.mtime))
	le.PutUint32(r[32:], uint32(f.segment+1))
	le.PutUint32(r[36:], uint32(f.local))
	le.PutUint32(r[40:], uint32(f.private))
	copy(r[44:], f.hash[:])
	t.records = append(t.records, r...)
	t.paths = appendText(appendText(t.paths, f.path), f.fault)
}

// newGeneration makes a generation of segments and the records of files, and numbers the keys.
func newGeneration(m meta, segments []*segment, files []*fileRecord) *generation {
	g := &generation{meta: m, segments: segments}
	g.notes, g.private, g.counted = 0, 0, 0
	g.files.records = make([]byte, 0, len(files)*fileSize)
	for _, f := range files {
		g.files.append(f)
		g.private += f.private
		if f.root != objectRoot && f.fault == "" {
			g.counted++
		}
		if f.segment >= 0 {
			first, end := segments[f.segment].fileNotes(f.local)
			g.notes += end - first
		}
	}
	g.link()
	return g
}

// link finds the files of the segments' files.
func (g *generation) link() {
	g.local = make([][]uint32, len(g.segments))
	for i, s := range g.segments {
		g.local[i] = make([]uint32, s.files())
	}
	for i := range g.files.len() {
		r := g.files.records[i*fileSize:]
		if s := le.Uint32(r[32:]); s > 0 {
			g.local[s-1][le.Uint32(r[36:])] = uint32(i) + 1
		}
	}
}

// encode gives the generation as it stands on disk.
func (g *generation) encode() []byte {
	var b []byte
	b = append(b, g.options[:]...)
	b = appendText(appendText(b, g.head), g.looked)
	for _, n := range []uint64{uint64(g.built), g.next, uint64(g.notes), uint64(g.private), uint64(g.counted),
		uint64(g.hidden), uint64(len(g.segments))} {
		b = binary.AppendUvarint(b, n)
	}
	for _, s := range g.segments {
		for _, n := range []uint64{s.number, uint64(s.base), s.size, uint64(s.sum)} {
			b = binary.AppendUvarint(b, n)
		}
	}
	b = appendText(b, string(g.files.records))
	b = append(b, g.files.paths...)
	head := []byte(generationMagic)
	head = le.AppendUint32(head, checksum(b))
	return append(head, b...)
}

// openGeneration reads the generation in a directory: fs.ErrNotExist when there is none, and
// ErrDamaged. It looks at the segments' headers alone.
func openGeneration(dir string) (g *generation, err error) {
	for range 5 { // another process may put a newer one in its place meanwhile
		if g, err = tryOpen(dir); err == nil || !errors.Is(err, errMissing) {
			return g, err
		}
	}
	return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
}

var errMissing = errors.New("a segment is missing")

func tryOpen(dir string) (g *generation, err error) {
	name := filepath.Join(dir, currentName)
	raw, at, err := mapFile(name, -1)
	if err != nil {
		return nil, err
	}
	g = &generation{maps: [][]byte{raw}, stamp: at}
	if err = guarded(func() error { return g.decode(dir, raw) }); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

func (g *generation) decode(dir string, raw []byte) error {
	head := len(generationMagic) + 4
	if len(raw) < head || !bytes.HasPrefix(raw, []byte(generationMagic)) ||
		le.Uint32(raw[head-4:]) != checksum(raw[head:]) {
		return ErrDamaged
	}
	r := reader(raw[head+len(g.options):])
	copy(g.options[:], raw[head:])
	g.head, g.looked = r.text(), r.text()
	g.built, g.next = int64(r.number()), r.number()
	for _, n := range []*int{&g.notes, &g.private, &g.counted, &g.hidden} {
		*n = int(r.number())
	}
	for n := r.number(); n > 0; n-- {
		id := segmentID{r.number(), uint32(r.number()), r.number(), uint32(r.number())}
		s, err := openSegment(dir, id)
		if err != nil {
			return err
		}
		g.segments = append(g.segments, s)
	}
	g.files = fileTable{records: r.bytes()}
	g.files.paths = r
	g.link()
	return nil
}

// openSegment maps a segment, whose size and header are those that are expected.
func openSegment(dir string, id segmentID) (*segment, error) {
	raw, _, err := mapFile(segmentFile(dir, id.number), int64(id.size))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", errMissing, err)
	}
	if err != nil {
		return nil, err
	}
	s, err := newSegment(raw, true)
	if err == nil && s.sum != id.sum {
		err = ErrDamaged
	}
	if err != nil {
		return nil, errors.Join(err, unix.Munmap(raw))
	}
	s.segmentID = id
	return s, nil
}

func segmentFile(dir string, number uint64) string {
	return filepath.Join(dir, fmt.Sprintf("%016x%s", number, segmentSuffix))
}

// close gives back all that the generation holds, but segments that are kept.
func (g *generation) close(kept ...*segment) (err error) {
	keep := map[*segment]bool{}
	for _, s := range kept {
		keep[s] = true
	}
	for _, s := range g.segments {
		if !keep[s] {
			err = errors.Join(err, s.close())
		}
	}
	for _, m := range g.maps {
		err = errors.Join(err, unix.Munmap(m))
	}
	g.segments, g.maps, g.files = nil, nil, fileTable{}
	return err
}

// place is where a note stands.
type place struct {
	seg  int
	note int
}

// place gives where the note with a key stands; false when it is not there or no longer.
func (g *generation) place(key memory.Key) (place, bool) {
	i := sort.Search(len(g.segments), func(i int) bool { return g.segments[i].base >= uint32(key) }) - 1
	if i < 0 || int(uint32(key)-g.segments[i].base) > g.segments[i].notes() {
		return place{}, false
	}
	p := place{i, int(uint32(key)-g.segments[i].base) - 1}
	return p, g.file(p) >= 0
}

func (g *generation) key(p place) memory.Key {
	return memory.Key(g.segments[p.seg].base + uint32(p.note) + 1)
}

// file gives the file of a note; -1 when that has changed since.
func (g *generation) file(p place) int {
	return int(g.local[p.seg][g.segments[p.seg].fileOf(p.note)]) - 1
}

func (g *generation) at(p place) note { return g.segments[p.seg].note(p.note) }

// class is what a note has in common with others.
func (g *generation) class(p place) *class {
	return &g.segments[p.seg].classes()[g.at(p).class()]
}

// publish puts a generation in its place in a directory, and removes what it does not need.
func (g *generation) publish(dir string) error {
	name := filepath.Join(dir, currentName)
	if err := regular.Replace(name, g.encode(), regular.Fresh{}); err != nil {
		return err
	}
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return err
	}
	g.stamp = stampOf(&st)
	needed := map[string]bool{}
	for _, s := range g.segments {
		needed[filepath.Base(segmentFile(dir, s.number))] = true
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, n := range names {
		old := strings.HasSuffix(n.Name(), segmentSuffix) && !needed[n.Name()]
		if old || strings.HasPrefix(n.Name(), regular.Temporary) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, n.Name())))
		}
	}
	return err
}

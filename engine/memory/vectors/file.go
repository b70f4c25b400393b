package vectors

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"

	"golang.org/x/sys/unix"

	"pp/engine/memory"
)

// A file is a head and blocks. A block is the records of so many slots, one behind the other,
// and then as many bodies: what is scanned lies together. Numbers are little end first.
//
//	head    magic, generation, dimension, SHA-256 of the space, CRC of the last two
//	record  hash, sign bits, norm of the values, CRC of the record
//	body    the values, of a byte each: the largest is 127; CRC of the hash and the values
//
// A record whose CRC is wrong, as that of zeros is, is a free slot, and free slots are filled
// before a file grows. Whoever changes a file raises its generation.
const (
	magic     = "pp-vectors-1\n\x00\x00\x00"
	headSize  = 64
	block     = 512 // slots
	mostSlots = 1 << 22
)

var (
	errForeign = errors.New("not a file of this space's vectors")
	order      = binary.LittleEndian
)

// checksum is the CRC-32C.
func checksum(data []byte) uint32 { return crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)) }

// sealed is data with its last four bytes its checksum.
func sealed(data []byte) []byte {
	order.PutUint32(data[len(data)-4:], checksum(data[:len(data)-4]))
	return data
}

func whole(data []byte) bool { return order.Uint32(data[len(data)-4:]) == checksum(data[:len(data)-4]) }

func head(generation uint64, dimension int, id [32]byte) []byte {
	out := order.AppendUint64([]byte(magic), generation)
	about := append(order.AppendUint32(nil, uint32(dimension)), id[:]...)
	return append(out, sealed(append(about, 0, 0, 0, 0))...)
}

// layout is where things are, by the dimension.
type layout int

func (l layout) dimension() int       { return int(l) }
func (l layout) words() int           { return (int(l) + 63) / 64 }
func (l layout) record() int          { return 32 + 4 + 8*l.words() + 4 }
func (l layout) body() int            { return int(l) + 4 }
func (l layout) start(b int) int64    { return headSize + int64(b)*block*int64(l.record()+l.body()) }
func (l layout) recordAt(s int) int64 { return l.start(s/block) + int64(s%block*l.record()) }
func (l layout) bodyAt(s int) int64 {
	return l.start(s/block) + int64(block*l.record()) + int64(s%block*l.body())
}

// file is an open file with its records.
type file struct {
	layout
	f          *os.File
	info       os.FileInfo
	generation uint64
	records    []byte              // by slot; zeros of a free one
	known      map[memory.Hash]int // the slots; made when they are first asked for
	free       int                 // no slot before it is free
}

func (f *file) count() int                { return len(f.records) / f.record() }
func (f *file) at(slot int) []byte        { return f.records[slot*f.record():][:f.record()] }
func (f *file) hash(slot int) memory.Hash { return memory.Hash(f.at(slot)[:32]) }

// norm is 0 where there is nothing to compare.
func (f *file) norm(slot int) float32 {
	return math.Float32frombits(order.Uint32(f.at(slot)[f.record()-8:]))
}

func open(path string, id [32]byte) (*file, error) {
	f, err := os.OpenFile(path, os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	out := &file{f: f}
	if err := out.read(id); err != nil {
		_ = f.Close()
		return nil, err
	}
	return out, nil
}

func (f *file) read(id [32]byte) (err error) {
	data := make([]byte, len(head(0, 0, id)))
	if f.info, err = f.f.Stat(); err != nil {
		return err
	}
	if _, err := f.f.ReadAt(data, 0); err != nil && err != io.EOF {
		return err
	}
	f.generation, f.layout = order.Uint64(data[16:]), layout(order.Uint32(data[24:]))
	if string(data) != string(head(f.generation, int(f.layout), id)) || f.layout < 1 || f.layout > MaxDimension {
		return errForeign
	}
	blocks := (f.info.Size() - headSize + f.start(1) - headSize - 1) / (f.start(1) - headSize)
	f.grow(int(min(max(blocks, 0), mostSlots/block)))
	for slot := 0; slot < f.count(); slot += block {
		n, err := f.f.ReadAt(f.records[slot*f.record():][:block*f.record()], f.recordAt(slot))
		if err != nil && err != io.EOF {
			return err
		}
		for i := slot; i < slot+block; i++ {
			if (i-slot+1)*f.record() > n || !whole(f.at(i)) {
				clear(f.at(i))
			}
		}
	}
	return nil
}

// current reports whether nobody has changed the file, which info is now of, since it was read.
func (f *file) current(info os.FileInfo) bool {
	now := make([]byte, 8)
	_, err := f.f.ReadAt(now, 16)
	return err == nil && os.SameFile(info, f.info) && order.Uint64(now) == f.generation
}

// grow adds blocks of free slots.
func (f *file) grow(blocks int) {
	f.records = append(f.records, make([]byte, blocks*block*f.record())...)
}

// slots are where the hashes are; none of no file.
func (f *file) slots() map[memory.Hash]int {
	if f == nil {
		return nil
	}
	if f.known != nil {
		return f.known
	}
	f.known = make(map[memory.Hash]int, f.count())
	for slot := range f.count() {
		if h := f.hash(slot); h != (memory.Hash{}) {
			f.known[h] = slot
		}
	}
	return f.known
}

// put writes vectors, each its body first, so that a record that is whole has one.
func (f *file) put(vs []Vector) error {
	for _, v := range vs {
		slot, kept := f.slots()[v.Hash]
		if !kept {
			slot = f.nextFree()
		}
		if slot >= mostSlots {
			return fmt.Errorf("there are %d already", mostSlots)
		}
		record, body := f.pack(v)
		if err := f.write(slot, record, body); err != nil {
			return err
		}
		f.known[v.Hash] = slot
	}
	return f.changed()
}

func (f *file) nextFree() int {
	for f.free < f.count() && f.hash(f.free) != (memory.Hash{}) {
		f.free++
	}
	if f.free == f.count() {
		f.grow(1)
	}
	return f.free
}

func (f *file) write(slot int, record, body []byte) error {
	_, err := f.f.WriteAt(body, f.bodyAt(slot))
	if err == nil {
		_, err = f.f.WriteAt(record, f.recordAt(slot))
	}
	copy(f.at(slot), record)
	return err
}

// pack is a vector as the file has it. What no cosine can be made of has a norm of 0.
func (l layout) pack(v Vector) (record, body []byte) {
	values, norm := quantize(v.Values, math.MaxInt8)
	record = v.Hash[:]
	for _, word := range signsOf(v.Values, l.words()) {
		record = order.AppendUint64(record, word)
	}
	record = order.AppendUint32(record, math.Float32bits(float32(norm)))
	body = make([]byte, l.body())
	for i, value := range values {
		body[i] = byte(int8(value))
	}
	order.PutUint32(body[l:], checksum(append(v.Hash[:], body[:l]...)))
	return sealed(append(record, 0, 0, 0, 0)), body
}

// values reads what is ranked; ok is false of what is damaged, or of other content by now.
func (f *file) values(slot int, into []byte) (ok bool) {
	copy(into, f.at(slot)[:32])
	_, err := f.f.ReadAt(into[32:], f.bodyAt(slot))
	return err == nil && whole(into)
}

// drop overwrites what is gone, on the disk too. Its slots are the next to be used.
func (f *file) drop(gone func(memory.Hash) bool) error {
	n := 0
	for slot := range f.count() {
		h := f.hash(slot)
		if h == (memory.Hash{}) || !gone(h) && f.slots()[h] == slot {
			continue
		}
		if err := f.write(slot, make([]byte, f.record()), make([]byte, f.body())); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return nil
	}
	f.free, f.known = 0, nil
	if err := f.changed(); err != nil {
		return err
	}
	return f.f.Sync()
}

// changed tells other processes.
func (f *file) changed() error {
	f.generation++
	_, err := f.f.WriteAt(order.AppendUint64(nil, f.generation), 16)
	return err
}

package layer

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path"

	"golang.org/x/sys/unix"
)

// maxIndex bounds git's index, in bytes, that is brought up to date; git does the rest itself.
const maxIndex = 256 << 20

// gitIndex is git's index (gitformat-index(5)).
type gitIndex struct {
	data    []byte
	entries []indexEntry
	hash    int // bytes of an object's name
}

type indexEntry struct {
	at   int // of the 40 bytes that stat gave
	name string
}

// Offsets in an entry, of 32-bit numbers.
const (
	indexCtime = 0
	indexMtime = 8
	indexDev   = 16
	indexIno   = 20
	indexMode  = 24
	indexSize  = 36
	indexName  = 40 // the object's
)

// readIndex reads an index, whatever its checksum, which is not right if pp was killed while it
// wrote one.
func readIndex(name string) (gitIndex, bool) {
	var st unix.Stat_t
	if unix.Lstat(name, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > maxIndex {
		return gitIndex{}, false
	}
	data, err := os.ReadFile(name)
	if err != nil || len(data) < 12 || string(data[:4]) != "DIRC" {
		return gitIndex{}, false
	}
	for _, hash := range [...]int{sha1.Size, sha256.Size} {
		x := gitIndex{data: data, hash: hash}
		if x.parse() {
			return x, true
		}
	}
	return gitIndex{}, false
}

func (x *gitIndex) parse() bool {
	version, count := binary.BigEndian.Uint32(x.data[4:]), binary.BigEndian.Uint32(x.data[8:])
	if version < 2 || version > 4 || int(count) > len(x.data)/(indexName+x.hash) {
		return false
	}
	at, end, last := 12, len(x.data)-x.hash, ""
	for range count {
		fixed := indexName + x.hash + 2
		if at+fixed+2 > end {
			return false
		}
		e := x.data[at:end]
		switch binary.BigEndian.Uint32(e[indexMode:]) >> 12 {
		case 0o04, 0o10, 0o12, 0o16: // a sparse directory, file, link, repository
		default:
			return false
		}
		if version >= 3 && e[fixed-2]&0x40 != 0 {
			fixed += 2
		}
		keep := 0
		if version == 4 {
			n, size := offset(e[fixed:])
			if size == 0 || n > len(last) {
				return false
			}
			fixed, keep = fixed+size, len(last)-n
		}
		length := bytes.IndexByte(e[fixed:], 0)
		if length < 0 {
			return false
		}
		last = last[:keep] + string(e[fixed:fixed+length])
		x.entries = append(x.entries, indexEntry{at, last})
		length += fixed + 1
		if version < 4 {
			length = (length + 7) &^ 7
		}
		at += length
	}
	return at <= end
}

// offset reads a number as git packs it.
func offset(b []byte) (n, size int) {
	for size < len(b) && size < 5 {
		c := b[size]
		size++
		n |= int(c & 0x7f)
		if c&0x80 == 0 {
			return n, size
		}
		n = (n + 1) << 7
	}
	return 0, 0
}

// refreshIndex writes into an index which inode each file of the work tree is, where size and time say
// that it is the one that git looked at; else git takes all that was renamed for changed. Only entries that
// were looked at since a time are. What cannot be done is left: git does it at its next status.
func refreshIndex(name, root string, since int64) {
	x, ok := readIndex(name)
	if !ok {
		return
	}
	changed := false
	for _, e := range x.entries {
		b := x.data[e.at:]
		get := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
		var st unix.Stat_t
		if int64(get(indexCtime)) < since/1e9 || unix.Lstat(path.Join(root, e.name), &st) != nil ||
			get(indexMtime) != uint32(st.Mtim.Sec) || get(indexMtime+4) != uint32(st.Mtim.Nsec) ||
			get(indexSize) != uint32(st.Size) {
			continue
		}
		for at, v := range map[int]uint32{indexCtime: uint32(st.Ctim.Sec), indexCtime + 4: uint32(st.Ctim.Nsec),
			indexDev: uint32(st.Dev), indexIno: uint32(st.Ino)} {
			if get(at) != v {
				binary.BigEndian.PutUint32(b[at:], v)
				changed = true
			}
		}
	}
	if changed {
		x.write(name)
	}
}

// write writes the index in place, with its checksum if it has one, and keeps its time, by which git knows what
// it may trust.
func (x *gitIndex) write(name string) {
	var st unix.Stat_t
	body, sum := x.data[:len(x.data)-x.hash], x.data[len(x.data)-x.hash:]
	if !bytes.Equal(sum, make([]byte, x.hash)) {
		if x.hash == sha1.Size {
			s := sha1.Sum(body)
			copy(sum, s[:])
		} else {
			s := sha256.Sum256(body)
			copy(sum, s[:])
		}
	}
	f, err := os.OpenFile(name, os.O_WRONLY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer f.Close()
	if unix.Fstat(int(f.Fd()), &st) == nil {
		_, _ = f.WriteAt(x.data, 0)
		_ = setTime(unix.AT_FDCWD, name, st.Mtim.Nano())
	}
}

// indexSum is the digest of what an index says, but for what stat gave: git writes a new one
// whenever it looks. It is "" for what is no index.
func indexSum(name string) string {
	x, ok := readIndex(name)
	if !ok {
		return ""
	}
	sum := sha256.New()
	for _, e := range x.entries {
		b := x.data[e.at:]
		sum.Write(b[indexMode : indexMode+4])
		sum.Write(b[indexName : indexName+x.hash+2])
		sum.Write(append([]byte(e.name), 0))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

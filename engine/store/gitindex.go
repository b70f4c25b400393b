package store

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"strconv"
)

// GitIndex is git's index (gitformat-index(5)): which files a repository tracks, and as what content.
// What is no index is refused, whatever its checksum says.
type GitIndex struct {
	Data    []byte // the whole file
	Entries []GitEntry
	Hash    int // bytes of an object's name
}

// GitEntry is one tracked path.
type GitEntry struct {
	At   int // in Data, of the 40 bytes that stat gave
	Name string
}

// Offsets in an entry, of 32-bit numbers.
const (
	GitCtime = 0
	GitMtime = 8
	GitDev   = 16
	GitInode = 20
	GitMode  = 24
	GitSize  = 36
	GitName  = 40 // the object's
)

// maxName is the longest name whose length stands in its entry, in bytes.
const maxName = 0xfff

// ParseGitIndex reads an index that is all in one file, whatever its checksum, which is not right if its writer was
// killed.
func ParseGitIndex(data []byte) (GitIndex, bool) {
	if len(data) < 12 || string(data[:4]) != "DIRC" {
		return GitIndex{}, false
	}
	for _, hash := range [...]int{sha1.Size, sha256.Size} {
		x := GitIndex{Data: data, Hash: hash}
		if x.parse() {
			return x, true
		}
	}
	return GitIndex{}, false
}

func (x *GitIndex) parse() bool {
	version, count := binary.BigEndian.Uint32(x.Data[4:]), binary.BigEndian.Uint32(x.Data[8:])
	if version < 2 || version > 4 || int(count) > len(x.Data)/(GitName+x.Hash) {
		return false
	}
	at, end, last := 12, len(x.Data)-x.Hash, ""
	text := string(x.Data) // of which the names are parts: there may be hundreds of thousands
	x.Entries = make([]GitEntry, 0, count)
	for range count {
		fixed := GitName + x.Hash + 2
		if at+fixed+2 > end {
			return false
		}
		e := x.Data[at:end]
		switch binary.BigEndian.Uint32(e[GitMode:]) >> 12 {
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
		if name := text[at+fixed : at+fixed+length]; keep > 0 {
			last = last[:keep] + name
		} else {
			last = name
		}
		flags := binary.BigEndian.Uint16(x.Data[at+GitName+x.Hash:])
		if last == "" || int(flags&maxName) != min(len(last), maxName) {
			return false
		}
		x.Entries = append(x.Entries, GitEntry{at, last})
		length += fixed + 1
		if version < 4 {
			length = (length + 7) &^ 7
		}
		at += length
	}
	return x.extended(at, end)
}

// extended reads what follows the entries to its end. An index that is split has only some of them itself.
func (x *GitIndex) extended(at, end int) bool {
	for at+8 <= end {
		if string(x.Data[at:at+4]) == "link" {
			return false
		}
		size := int(binary.BigEndian.Uint32(x.Data[at+4:]))
		if size > end-at-8 {
			return false
		}
		at += 8 + size
	}
	return at == end
}

// Fresh reports whether a file of a size, changed at a time in nanoseconds since 1970, is as it was when it was
// entered, as far as git looks before it reads it.
func (x GitIndex) Fresh(e GitEntry, size, modified int64) bool {
	at := x.Data[e.At:]
	field := func(offset int) uint32 { return binary.BigEndian.Uint32(at[offset:]) }
	return field(GitSize) == uint32(size) && field(GitMtime) == uint32(modified/1e9) &&
		field(GitMtime+4) == uint32(modified%1e9)
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

// Merged reports whether an entry is all there is of its path: none of the sides of a conflict.
func (x *GitIndex) Merged(e GitEntry) bool {
	return binary.BigEndian.Uint16(x.Data[e.At+GitName+x.Hash:])>>12&3 == 0
}

// Assumed reports whether git takes the file for unchanged without looking at it.
func (x *GitIndex) Assumed(e GitEntry) bool {
	flags := x.Data[e.At+GitName+x.Hash:]
	return flags[0]&0x80 != 0 || flags[0]&0x40 != 0 && flags[2]&0x40 != 0
}

// Apart reports whether a sparse checkout leaves the entry out of the working tree.
func (x *GitIndex) Apart(e GitEntry) bool {
	b := x.Data[e.At:]
	at := GitName + x.Hash
	extended := binary.BigEndian.Uint16(b[at:])&0x4000 != 0
	return binary.BigEndian.Uint32(b[GitMode:])>>12 == 0o04 || extended && binary.BigEndian.Uint16(b[at+2:])&0x4000 != 0
}

// Object is the name of an entry's object, in bytes, with its mode: two entries with the same
// have the same content.
func (x *GitIndex) Object(e GitEntry) string {
	b := x.Data[e.At:]
	return string(b[GitMode:GitMode+4]) + string(b[GitName:GitName+x.Hash])
}

// Holds reports whether an entry is of exactly this content: that of a file, or the
// text of a symbolic link. What git stores otherwise, such as with other line ends,
// it does not hold.
func (x *GitIndex) Holds(e GitEntry, content []byte, link bool) bool {
	kind := binary.BigEndian.Uint32(x.Data[e.At+GitMode:]) >> 12
	if kind != 0o12 && link || kind != 0o10 && !link {
		return false
	}
	var sum hash.Hash = sha1.New()
	if x.Hash == sha256.Size {
		sum = sha256.New()
	}
	sum.Write([]byte("blob " + strconv.Itoa(len(content)) + "\x00"))
	sum.Write(content)
	object := x.Data[e.At+GitName:][:x.Hash]
	return bytes.Equal(sum.Sum(nil), object)
}

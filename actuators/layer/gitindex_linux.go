package layer

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine/gitindex"
	"pp/engine/regular"
)

// maxIndex bounds git's index, in bytes, that is brought up to date; git does the rest itself.
const maxIndex = 256 << 20

// readIndex reads an index from its file.
func readIndex(name string) (gitindex.Index, bool) {
	var st unix.Stat_t
	if unix.Lstat(name, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > maxIndex {
		return gitindex.Index{}, false
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return gitindex.Index{}, false
	}
	return gitindex.Parse(data)
}

// RefreshIndex writes into an index which inode each file of the work tree is, where size and time say
// that it is the one that git looked at; else git takes all that was renamed for changed. Only entries that
// were looked at since a time, in nanoseconds since 1970, are. Of what a filler stood for, by its name below the root,
// git looked at the filler: there the content says it. What cannot be done is left: git does it at its next status.
func RefreshIndex(name, root string, since int64, filled func(name string) bool) {
	x, ok := readIndex(name)
	if !ok {
		return
	}
	changed := false
	for _, e := range x.Entries {
		b := x.Data[e.At:]
		get := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
		var st unix.Stat_t
		if int64(get(gitindex.Ctime)) < since/1e9 || unix.Lstat(path.Join(root, e.Name), &st) != nil ||
			get(gitindex.Size) != uint32(st.Size) ||
			!x.Fresh(e, st.Size, st.Mtim.Nano()) && !(filled(e.Name) && holds(&x, e, path.Join(root, e.Name))) {
			continue
		}
		for at, v := range map[int]uint32{gitindex.Ctime: uint32(st.Ctim.Sec), gitindex.Ctime + 4: uint32(st.Ctim.Nsec),
			gitindex.Mtime: uint32(st.Mtim.Sec), gitindex.Mtime + 4: uint32(st.Mtim.Nsec),
			gitindex.Dev: uint32(st.Dev), gitindex.Inode: uint32(st.Ino)} {
			if get(at) != v {
				binary.BigEndian.PutUint32(b[at:], v)
				changed = true
			}
		}
	}
	if changed {
		writeIndex(x, name)
	}
}

// holds reports whether an entry is of what a file holds.
func holds(x *gitindex.Index, e gitindex.Entry, name string) bool {
	content, err := regular.Read(context.Background(), name, MaxFiller)
	return err == nil && x.Merged(e) && x.Holds(e, content, false)
}

// writeIndex writes an index in place, with its checksum if it has one, and keeps its time, by which git knows what
// it may trust.
func writeIndex(x gitindex.Index, name string) {
	var st unix.Stat_t
	body, sum := x.Data[:len(x.Data)-x.Hash], x.Data[len(x.Data)-x.Hash:]
	if !bytes.Equal(sum, make([]byte, x.Hash)) {
		if x.Hash == sha1.Size {
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
		_, _ = f.WriteAt(x.Data, 0)
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
	for _, e := range x.Entries {
		b := x.Data[e.At:]
		sum.Write(b[gitindex.Mode : gitindex.Mode+4])
		sum.Write(b[gitindex.Name : gitindex.Name+x.Hash+2])
		sum.Write(append([]byte(e.Name), 0))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

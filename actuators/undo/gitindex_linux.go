package undo

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
)

// maxIndex bounds git's index, in bytes, that is brought up to date; git does the rest itself.
const maxIndex = 256 << 20

// ReadIndex reads an index from its file; false for one that is split, too large or none.
func ReadIndex(name string) (store.GitIndex, bool) {
	var st unix.Stat_t
	if unix.Lstat(name, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > maxIndex {
		return store.GitIndex{}, false
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return store.GitIndex{}, false
	}
	return store.ParseGitIndex(data)
}

// RefreshIndex does what refreshed says to an index that others use: under git's lock, and whole. What cannot be done
// is left.
func RefreshIndex(name, root string, since int64, filled func(name string) bool) {
	lock := name + ".lock"
	f, err := os.OpenFile(lock, os.O_CREATE|os.O_EXCL|os.O_WRONLY|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return
	}
	var st unix.Stat_t
	x, ok := refreshed(name, root, since, filled)
	if ok && unix.Lstat(name, &st) == nil {
		_, err = f.Write(x.Data)
		if os.Geteuid() == 0 {
			err = errors.Join(err, f.Chown(int(st.Uid), int(st.Gid)))
		}
		err = errors.Join(err, f.Chmod(os.FileMode(st.Mode&0o777)), setTime(unix.AT_FDCWD, lock, st.Mtim.Nano()))
		if err == nil && os.Rename(lock, name) == nil {
			_ = f.Close()
			return
		}
	}
	_ = errors.Join(f.Close(), os.Remove(lock))
}

// refreshed is an index in which stands which inode each file of the work tree is, where size and time say
// that it is the one that git looked at; else git takes all that was renamed for changed. Only entries that
// were looked at since a time, in nanoseconds since 1970, are. Of what a filler stood for, by its name below the root,
// git looked at the filler: there the content says it. It is false where nothing is to be done.
func refreshed(name, root string, since int64, filled func(name string) bool) (x store.GitIndex, changed bool) {
	x, ok := ReadIndex(name)
	if !ok {
		return x, false
	}
	for _, e := range x.Entries {
		b := x.Data[e.At:]
		get := func(at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
		var st unix.Stat_t
		if int64(get(store.GitCtime)) < since/1e9 || unix.Lstat(path.Join(root, e.Name), &st) != nil ||
			get(store.GitSize) != uint32(st.Size) ||
			!x.Fresh(e, st.Size, st.Mtim.Nano()) && !(filled(e.Name) && holds(&x, e, path.Join(root, e.Name))) {
			continue
		}
		for at, v := range map[int]uint32{store.GitCtime: uint32(st.Ctim.Sec), store.GitCtime + 4: uint32(st.Ctim.Nsec),
			store.GitMtime: uint32(st.Mtim.Sec), store.GitMtime + 4: uint32(st.Mtim.Nsec),
			store.GitDev: uint32(st.Dev), store.GitInode: uint32(st.Ino)} {
			if get(at) != v {
				binary.BigEndian.PutUint32(b[at:], v)
				changed = true
			}
		}
	}
	if changed {
		sign(x)
	}
	return x, changed
}

// holds reports whether an entry is of what a file holds.
func holds(x *store.GitIndex, e store.GitEntry, name string) bool {
	content, err := store.Read(context.Background(), name, MaxFiller)
	return err == nil && x.Merged(e) && x.Holds(e, content, false)
}

// sign gives an index its checksum, if it has one.
func sign(x store.GitIndex) {
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
}

// refreshIndex does what refreshed says to an index that nobody else uses, in place, and keeps its time, by which git
// knows what it may trust. What cannot be done is left: git does it at its next status.
func refreshIndex(name, root string, since int64, filled func(name string) bool) {
	x, ok := refreshed(name, root, since, filled)
	if !ok {
		return
	}
	f, err := os.OpenFile(name, os.O_WRONLY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(int(f.Fd()), &st) == nil {
		_, _ = f.WriteAt(x.Data, 0)
		_ = setTime(unix.AT_FDCWD, name, st.Mtim.Nano())
	}
}

// indexSum is the digest of what an index says, but for what stat gave: git writes a new one
// whenever it looks. It is "" for what is no index.
func indexSum(name string) string {
	x, ok := ReadIndex(name)
	if !ok {
		return ""
	}
	sum := sha256.New()
	for _, e := range x.Entries {
		b := x.Data[e.At:]
		sum.Write(b[store.GitMode : store.GitMode+4])
		sum.Write(b[store.GitName : store.GitName+x.Hash+2])
		sum.Write(append([]byte(e.Name), 0))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Scratch reports whether a change is of what git leaves and nothing refers to: the message of a commit, objects, and
// an index that says what it said.
func (l *Layer) Scratch(c *Change) bool {
	_, name, in := gitPath(c.Path + "/")
	switch t := l.trees[c.Tree]; {
	case !in || c.Kind == engine.ChangeDeleted || !c.takeable():
		return false
	case name == "COMMIT_EDITMSG/":
		return true
	case name == "index/":
		sum := indexSum(t.upper(c.Path))
		return c.Kind == engine.ChangeModified && sum != "" && sum == indexSum(t.lower(c.Path))
	}
	dir, isObject := strings.CutPrefix(name, "objects/")
	return isObject && len(dir) > 2 && strings.Trim(dir, "0123456789abcdef/") == ""
}

package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strconv"
	"strings"
)

// PrivateName is what stands in a record for a private path: nothing that tells it, and
// always the same.
func PrivateName(name string) string {
	sum := sha256.Sum256([]byte("private\x00" + name))
	return privateMark + hex.EncodeToString(sum[:8])
}

// privateMark begins what stands for a private path. No file is called so: a slash is in it.
const privateMark = "#/"

// IsPrivateName reports whether a path ends in what PrivateName gives.
func IsPrivateName(name string) (string, bool) {
	i := strings.LastIndex(name, privateMark)
	return name[max(i, 0):], i >= 0 && len(name) == i+len(privateMark)+16
}

// The letters of the kinds of files, as ls has them, and the bits beside the permissions.
var (
	modeKinds = [...]struct {
		letter byte
		mode   fs.FileMode
	}{{'-', 0}, {'d', fs.ModeDir}, {'l', fs.ModeSymlink}, {'p', fs.ModeNamedPipe}, {'s', fs.ModeSocket},
		{'c', fs.ModeDevice | fs.ModeCharDevice}, {'b', fs.ModeDevice}}
	modeBits = [...]struct {
		bit  uint32
		mode fs.FileMode
	}{{0o4000, fs.ModeSetuid}, {0o2000, fs.ModeSetgid}, {0o1000, fs.ModeSticky}}
)

// ModeCode is a file's kind and mode in a record: "-644" of an ordinary file.
func ModeCode(m fs.FileMode) string {
	letter := byte('?')
	for _, k := range modeKinds {
		if m.Type() == k.mode {
			letter = k.letter
		}
	}
	bits := uint32(m.Perm())
	for _, b := range modeBits {
		if m&b.mode != 0 {
			bits |= b.bit
		}
	}
	return string(letter) + strconv.FormatUint(uint64(bits), 8)
}

// ParseModeCode reads what ModeCode writes.
func ParseModeCode(code string) (m fs.FileMode, ok bool) {
	if code == "" {
		return 0, false
	}
	for _, k := range modeKinds {
		if code[0] == k.letter {
			m, ok = k.mode, true
		}
	}
	bits, err := strconv.ParseUint(strings.TrimSpace(code[1:]), 8, 12)
	for _, b := range modeBits {
		if uint32(bits)&b.bit != 0 {
			m |= b.mode
		}
	}
	return m | fs.FileMode(bits)&fs.ModePerm, ok && err == nil
}

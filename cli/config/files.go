package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// Files opens a file by its absolute path in the operating system's notation.
// Errors wrap those of io/fs.
type Files interface {
	Open(name string) (fs.File, error)
}

// OSFiles is the machine's own file system. Opening never waits, not even for
// a FIFO.
type OSFiles struct{}

// Open opens the named file for reading.
func (OSFiles) Open(name string) (fs.File, error) {
	return os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// maxFileBytes is the most that any of the three files may hold. A person's
// file is ten times smaller. The bound also bounds time: the TOML library
// compares each key with its siblings, so that 10,000 keys take 0.2 s and ten
// times as many would take 20 s.
const maxFileBytes = 64 << 10

// readFile returns a whole file, nothing when there is no such file. Anything else
// that keeps a file from being read is an error: a file of rules that cannot be read
// must not count as no rules.
func readFile(files Files, from Origin) (data []byte, mode fs.FileMode, err error) {
	file, err := files.Open(from.Name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, unreadable(from, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, unreadable(from, err)
	}
	if !info.Mode().IsRegular() {
		return nil, 0, from.fail("", "is not a regular file", "Move it away, or put a file in its place")
	}
	data, err = io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err != nil {
		return nil, 0, unreadable(from, err)
	}
	if len(data) > maxFileBytes {
		return nil, 0, tooLarge(from)
	}
	return data, info.Mode(), nil
}

func tooLarge(file Origin) error {
	return file.fail("", fmt.Sprintf("is larger than %d bytes", maxFileBytes), "Make it shorter")
}

func unreadable(file Origin, err error) error {
	cause := err
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		cause = pathErr.Err // the path is already in the message
	}
	return &Error{Origin: file, Message: "cannot be read: " + cause.Error(), Err: err,
		Hint: "Make it readable for you, or move it away"}
}

// refuseWritable returns an error when anyone on the machine may change the
// file: it holds rules, commands or keys.
func refuseWritable(file Origin, mode fs.FileMode) error {
	if mode.Perm()&0o002 == 0 {
		return nil
	}
	return file.fail("", fmt.Sprintf("may be changed by anyone (mode %04o)", mode.Perm()),
		"Run: chmod 600 "+shellWord(file.Name))
}

// shellWord quotes a path for the remedy a person pastes.
func shellWord(path string) string {
	if only(path, letters+digits+"/.-_") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

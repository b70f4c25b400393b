package command

import (
	"io/fs"
	"slices"

	"pp/engine/effect"
)

// systemDirectories are what is at the root of every system.
var systemDirectories = [...]string{"bin", "boot", "dev", "etc", "home", "lib", "lib64", "media", "mnt", "opt", "proc",
	"root", "run", "sbin", "srv", "sys", "tmp", "usr", "var"}

func systemDirectory(name string) bool {
	return name == "/" || name != "" && slices.Contains(systemDirectories[:], name[1:])
}

// treeView is a view of one tree. Of the rest, only the directories are there that every system has, empty.
type treeView struct {
	effect.FS
	root   string    // "" is nothing at all
	staged *gitIndex // what files hold there, nil for what they hold now
}

func (b treeView) in(name string) bool { return b.root != "" && effect.Within(name, b.root) }

// Lstat implements effect.FS.
func (b treeView) Lstat(name string) (effect.FileInfo, error) {
	if !b.in(name) {
		if systemDirectory(name) {
			return effect.FileInfo{Mode: fs.ModeDir | 0o755}, nil
		}
		return effect.FileInfo{}, &fs.PathError{Op: "lstat", Path: name, Err: fs.ErrNotExist}
	}
	return b.FS.Lstat(name)
}

// Readlink implements effect.FS.
func (b treeView) Readlink(name string) (string, error) {
	if !b.in(name) {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrNotExist}
	}
	return b.FS.Readlink(name)
}

// ReadDir implements effect.FS.
func (b treeView) ReadDir(name string) ([]string, error) {
	switch {
	case b.in(name):
		return b.FS.ReadDir(name)
	case name == "/":
		return slices.Clone(systemDirectories[:]), nil
	case systemDirectory(name):
		return nil, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadFile implements effect.FS.
func (b treeView) ReadFile(name string, max int) ([]byte, error) {
	if !b.in(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if b.staged != nil {
		return b.staged.read(name, max)
	}
	return b.FS.ReadFile(name, max)
}

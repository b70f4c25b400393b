package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Fresh says how a file is put in the place of another.
type Fresh struct {
	Mode    fs.FileMode             // 0 is for its owner alone
	Durable bool                    // it is on disk before it is in its place, and that it is there, afterwards
	Alone   bool                    // a lock keeps others off: what a kill leaves is at most NAME.new
	Check   func(name string) error // is shown it before that; nil takes any
}

// Replace puts a file in the place of another, or of none, whole or not at all: it is written
// beside it first. Of processes that do so at once one prevails.
func Replace(name string, data []byte, how Fresh) error {
	f, err := beside(name, how.Alone)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && how.Mode != 0 {
		err = f.Chmod(how.Mode)
	}
	if err == nil && how.Durable {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil && how.Check != nil {
		err = how.Check(f.Name())
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	if how.Durable {
		return SyncDir(filepath.Dir(name))
	}
	return nil
}

// Temporary is what the names of files begin with that are not in their place yet.
const Temporary = ".pp-"

// beside makes a file of mode 0600 in the directory of another.
func beside(name string, alone bool) (*os.File, error) {
	if alone {
		return os.OpenFile(name+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	}
	return os.CreateTemp(filepath.Dir(name), Temporary+"*")
}

// SyncDir waits until the names in a directory are on disk, where its file system can.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, unix.EINVAL) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

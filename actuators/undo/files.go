package undo

import (
	"errors"
	"io"
	"os"
	"path"

	"golang.org/x/sys/unix"
)

// writeBlob writes at most size bytes of r to a file that must not exist, and syncs it.
func writeBlob(name string, r io.Reader, size int64) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := io.Copy(f, io.LimitReader(r, size)); err != nil {
		return err
	}
	return f.Sync()
}

// writeSynced writes a file, new or in place of what is there, and syncs it.
func writeSynced(name, text string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Sync()
}

// writeWhole writes a file so that it is there whole or not at all.
func writeWhole(name, text string) error {
	temp := path.Join(path.Dir(path.Dir(name)), tempPrefix+path.Base(path.Dir(name))+"-"+path.Base(name))
	if err := writeSynced(temp, text); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	if err := os.Rename(temp, name); err != nil {
		return err
	}
	return syncDir(path.Dir(name))
}

// syncDir makes the names in a directory durable, where its file system can.
func syncDir(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, unix.EINVAL) {
		return err
	}
	return nil
}

package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pp/engine/store"
)

// maxBackups bounds how many files of one agent are kept.
const maxBackups = 100

// write replaces a file whole or not at all, with its mode, after it kept the old text beside it; a link
// to it stays. With nil for the new text the file goes.
func write(name string, old, text []byte) (backup string, err error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if old != nil {
		if backup, err = keep(name, old, mode); err != nil {
			return "", err
		}
	}
	if text == nil {
		return backup, os.Remove(name)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", err
	}
	return backup, store.Replace(name, text, store.Fresh{Mode: mode, Durable: true})
}

// keep writes a text under a name beside a file that nothing has yet, and no agent reads.
func keep(name string, text []byte, mode os.FileMode) (string, error) {
	for i := 1; i <= maxBackups; i++ {
		backup := name + ".pp-backup"
		if i > 1 {
			backup += fmt.Sprintf("-%d", i)
		}
		f, err := os.OpenFile(backup, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			if same, err := os.ReadFile(backup); err == nil && bytes.Equal(same, text) {
				return backup, nil
			}
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		return backup, errors.Join(err, f.Sync(), f.Close())
	}
	return "", fmt.Errorf("there are %d files %s.pp-backup* already: remove some", maxBackups, name)
}

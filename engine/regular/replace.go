package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Fresh says how a file is put in the place of another.
type Fresh struct {
	Mode    fs.FileMode             // 0 is for its owner alone
	Durable bool                    // it is on disk before it is in its place
	Check   func(name string) error // is shown it before that; nil takes any
}

// Replace puts a file in the place of another, or of none, whole or not at all: it is written
// beside it first. Of processes that do so at once one prevails.
func Replace(name string, data []byte, how Fresh) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".pp-*") // of mode 0600
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
	}
	return err
}

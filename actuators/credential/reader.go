package credential

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"pp/engine/effect"
)

// reader reads the person's own files. What a link puts into the workspace is not theirs alone: a build may have
// written it.
type reader struct{ workspace effect.Workspace }

// read reads a regular file of at most so many bytes.
func (r reader) read(name string, most int64) ([]byte, error) {
	resolved, err := r.resolve(name)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(resolved, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%s is no regular file of at most %d bytes", name, most)
	}
	return io.ReadAll(io.LimitReader(f, most))
}

// resolve follows the links of a name, which must not end in the workspace.
func (r reader) resolve(name string) (string, error) {
	resolved, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	if _, in := r.workspace.Contains(resolved); in {
		return "", fmt.Errorf("%s lies in the workspace, where a command may have written it", name)
	}
	return resolved, nil
}

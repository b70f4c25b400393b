package credential

import (
	"fmt"
	"path/filepath"

	"pp/engine/effect"
	"pp/engine/store"
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
	return store.Whole(resolved, most)
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

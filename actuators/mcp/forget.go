package mcp

import (
	"errors"
	"io/fs"
	"os"
)

// Forget forgets what was reviewed of a server: its tools are there again once it was reviewed.
func (s *Set) Forget(name string) error {
	one, err := s.server(name)
	if err != nil {
		return err
	}
	if err := os.Remove(pinFile(s.opts.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	one.pinned, one.known = nil, false
	return nil
}

package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pp/engine/store"
)

// maxPinFile bounds a file of pins, and of tokens, in bytes.
const maxPinFile = 4 << 20

// pinned is what was reviewed of a server, as its file holds it.
type pinned struct {
	Version  int          `json:"version"`
	Identity string       `json:"identity"` // Server.identity
	Tools    []Definition `json:"tools"`
	Says     string       `json:"says,omitempty"` // its instructions, which no model is told
	// Drift says how the server's tools differed when it was last started; "" when they did not. Until a person has
	// looked at them, none of its tools is there.
	Drift string `json:"drift,omitempty"`
}

// pin is a hash of everything that an approval of a call is bound to.
func (p pinned) pin() string { return hashOf([]byte(p.Identity + "\x00" + setHash(p.Tools) + p.Says)) }

// pinFile is where the pins of a server are.
func pinFile(dir, server string) string { return filepath.Join(dir, server+".json") }

// readPins reads what was pinned of a server. ok is false when nothing was, of the server as it is configured now.
func readPins(dir string, s Server) (p pinned, ok bool, err error) {
	data, err := store.Read(context.Background(), pinFile(dir, s.Name), maxPinFile)
	if errors.Is(err, fs.ErrNotExist) {
		return p, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err == nil && p.Version != 1 {
		err = fmt.Errorf("version %d is not known", p.Version)
	}
	if err == nil {
		err = checkSet(p.Tools)
	}
	if err != nil {
		return pinned{}, false, fmt.Errorf("reading the pins of the MCP server %s: %w; look at its tools with "+
			"`pp mcp review %s`", s.Name, err, s.Name)
	}
	return p, p.Identity == s.identity(), nil
}

// writePins keeps what was pinned.
func writePins(dir, server string, p pinned) error {
	data, err := json.Marshal(p) // each schema as it was said, on one line
	if err == nil {
		err = writeFile(dir, pinFile(dir, server), append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keeping the pins of the MCP server %s: %w", server, err)
	}
	return nil
}

// Forget drops the pins of a server: its tools are unusable until a person reviews it again.
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

// writeFile replaces a file of pp's own state whole, readable by its owner alone.
func writeFile(dir, name string, data []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return store.Replace(name, data, store.Fresh{Durable: true})
}

// Change is how a tool differs from what was pinned.
type Change struct {
	Tool        string
	Before, Now *Definition // nil where it was not, or is no more
}

// changes are how a list of tools differs from another.
func changes(before, now []Definition) (out []Change) {
	was := byName(before)
	is := byName(now)
	for _, d := range now {
		if old := was[d.Name]; old == nil || old.Hash() != d.Hash() {
			out = append(out, Change{d.Name, old, is[d.Name]})
		}
	}
	for _, d := range before {
		if is[d.Name] == nil {
			out = append(out, Change{d.Name, was[d.Name], nil})
		}
	}
	return out
}

func byName(list []Definition) map[string]*Definition {
	out := map[string]*Definition{}
	for i := range list {
		out[list[i].Name] = &list[i]
	}
	return out
}

// inWords says briefly what changed; the names are the server's.
func inWords(list []Change) string {
	added, gone, changed := 0, 0, 0
	for _, c := range list {
		switch {
		case c.Before == nil:
			added++
		case c.Now == nil:
			gone++
		default:
			changed++
		}
	}
	return fmt.Sprintf("%d new, %d changed, %d gone", added, changed, gone)
}

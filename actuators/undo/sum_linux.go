package undo

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"strings"

	"pp/engine"
	"pp/engine/store"
)

// LookAtLayer reads the record of a layer and no more: many processes may at once, while another one has it. What it
// gives can neither be taken over nor dropped.
func LookAtLayer(dir string) (*Layer, error) {
	l := &Layer{dir: dir, at: func() {}}
	_, err := store.Load(path.Join(dir, journalName), store.Limits{}, l.read)
	if err == nil {
		err = l.check()
	}
	if err != nil {
		return nil, fmt.Errorf("the record %s: %w", dir, err)
	}
	return l, nil
}

// Kept reports whether the layer waits for a decision.
func (l *Layer) Kept() bool { return l.state == stateKept }

// Sum is a digest of what the changes make of the trees: of each that is Real its path, what becomes of it, mode,
// owner, attributes, and what a file holds and held. Times are left out, so that a command that does the same once
// more has the same sum.
func (l *Layer) Sum(changes Changes) (sum [sha256.Size]byte, err error) {
	all := sha256.New()
	for i := range changes.List {
		c := &changes.List[i]
		if !c.Real() {
			continue
		}
		size := c.Size
		if c.Mode.IsDir() {
			size = 0 // as its file system likes
		}
		fmt.Fprintf(all, "%d %q %s %d %d %d %q %q %d %t %q %d %d\n", c.Tree, c.Path, c.Kind, c.Mode, c.Was, size, c.Link,
			c.From, c.Entries, c.Conflict != "", c.Refused, c.ours.UID, c.ours.GID)
		// What a person wrote meanwhile is not what they were asked about.
		if (c.Kind == engine.ChangeDeleted || c.Kind == engine.ChangeModified) && c.Was.IsRegular() {
			err := addContent(all, l.trees[c.Tree].lower(c.Path))
			if err != nil && !errors.Is(err, fs.ErrNotExist) && c.Conflict == "" {
				return sum, err
			}
		}
		if c.Kind == engine.ChangeDeleted || c.From != "" {
			continue
		}
		if err := addFile(all, l.trees[c.Tree].upper(c.Path), c); err != nil {
			return sum, err
		}
	}
	return [sha256.Size]byte(all.Sum(nil)), nil
}

// addFile adds the attributes of a file to a digest, and what it holds.
func addFile(all hash.Hash, name string, c *Change) error {
	attrs, err := attributes(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, a := range attrs {
		if !strings.HasPrefix(a, overlayPrefix) && a != maskAttribute {
			value, _ := attribute(name, a)
			fmt.Fprintf(all, "%q %q\n", a, value)
		}
	}
	if !c.Mode.IsRegular() {
		return nil
	}
	return addContent(all, name)
}

// addContent adds to a digest what a file holds.
func addContent(all hash.Hash, name string) error {
	f, err := store.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	one := sha256.New()
	if _, err := io.Copy(one, f); err != nil {
		return err
	}
	all.Write(one.Sum(nil))
	return nil
}

package undo

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"pp/engine/store"
)

// record is the directory of one entry.
type record struct{ dir string }

// record is that of an entry, whether there is one or not.
func (s *Store) record(id string) record { return record{path.Join(s.dir, id)} }

// read reads an entry and its before-images.
func (s *Store) read(id string) (Entry, []image, error) {
	if id == "" || strings.ContainsAny(id, "/.") || strings.HasPrefix(id, tempPrefix) {
		return Entry{}, nil, ErrUnknown
	}
	return s.record(id).read()
}

func (r record) read() (Entry, []image, error) {
	var e Entry
	var before []image
	err := readForm(path.Join(r.dir, headName), head(&e, &before))
	if errors.Is(err, fs.ErrNotExist) {
		return Entry{}, nil, ErrUnknown
	}
	if err != nil {
		return Entry{}, nil, fmt.Errorf("the undo record %s: %w", path.Base(r.dir), err)
	}
	e.Undone = exists(path.Join(r.dir, undoneName))
	e.hidden = exists(path.Join(r.dir, waitingName)) || exists(path.Join(r.dir, copiesName))
	return e, before, nil
}

// after reads what an action left; known is false when pp ended before it was noted.
func (r record) after() (images []image, known bool, err error) {
	err = readForm(path.Join(r.dir, afterName), left(&images))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return images, err == nil, err
}

// List gives the entries of a workspace, the newest first; of all workspaces
// for "". An entry that cannot be read is left out.
func (s *Store) List(workspace string) ([]Entry, error) {
	list, err := s.all()
	return slices.DeleteFunc(list, func(e Entry) bool {
		return e.hidden || workspace != "" && e.Workspace != workspace
	}), err
}

// all gives the entries of all workspaces, also those that hold nothing to undo.
func (s *Store) all() ([]Entry, error) {
	names, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, n := range names {
		if !n.IsDir() || strings.HasPrefix(n.Name(), tempPrefix) || n.Name() == unfinished {
			continue
		}
		e, _, err := s.read(n.Name())
		if err == nil {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Or(b.When.Compare(a.When), cmp.Compare(b.ID, a.ID)) })
	return out, nil
}

// Newest gives the newest entry of a workspace that was not undone.
func (s *Store) Newest(workspace string) (Entry, error) {
	list, err := s.List(workspace)
	if err != nil {
		return Entry{}, err
	}
	for _, e := range list {
		if !e.Undone {
			return e, nil
		}
	}
	return Entry{}, ErrNone
}

// pruneEvery is after how many entries of a process pp prunes again: to look at all entries takes longer, the more they
// are.
const pruneEvery = 64

// pruneAtTimes prunes for the first entry of a process, and again when it kept many since, or much of what may be kept.
func (s *Store) pruneAtTimes(newest string, before []image) {
	for _, img := range before {
		s.bytes += img.Size
	}
	until := s.until.Load()
	if s.stored%pruneEvery == 0 || s.bytes > s.opts.MaxTotal/pruneEvery || until > 0 && until <= s.opts.Clock().Unix() {
		s.prune(newest)
		s.stored, s.bytes = 0, 0
		s.until.CompareAndSwap(until, 0)
	}
	s.stored++
}

// prune drops what has waited long enough, and the oldest entries while all together are over
// the cap.
func (s *Store) prune(newest string) {
	list, err := s.all()
	if err != nil {
		return
	}
	var total int64
	for _, e := range list {
		r := s.record(e.ID)
		_ = filepath.WalkDir(r.dir, func(_ string, d fs.DirEntry, err error) error {
			if err == nil {
				if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
					total += info.Size()
				}
			}
			return nil
		})
		until, waiting := r.waitsUntil()
		if (total > s.opts.MaxTotal || waiting && !s.opts.Clock().Before(until)) && e.ID != newest {
			_ = r.remove()
		}
	}
}

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

// writeWhole writes a file so that it is there whole or not at all.
func writeWhole(name, text string) error {
	return store.Replace(name, []byte(text), store.Fresh{Durable: true})
}

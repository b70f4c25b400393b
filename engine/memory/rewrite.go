package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"pp/engine/store"
)

// batchBytes is how much of a journal is copied at once.
const batchBytes = 4 << 20

// Forgotten is what Forget removed.
type Forgotten struct {
	IDs    []string
	Hashes []Hash // of versions; they no longer resolve
}

// Forget removes objects with all their versions, those that were shown to a model too:
// they are in no file of the store when it returns. It is all of them or, with
// ErrNoObject, none. What else has them, an index or vectors, is for the caller to clear.
func (s *Store) Forget(ctx context.Context, by Author, ids []string) (Forgotten, error) {
	out := Forgotten{IDs: ids}
	gone := map[[16]byte]bool{}
	for _, id := range ids {
		gone[digest(id)] = true
	}
	err := s.rewrite(ctx, by, func(v view) (func(row) bool, []record, error) {
		var err error
		if out.Hashes, err = v.hashes(ids, gone); err != nil {
			return nil, nil, err
		}
		return func(w row) bool { return !w.ofObject() || !gone[w.id] },
			[]record{{kind: kindForget, count: len(out.Hashes)}}, nil
	})
	if err != nil {
		return Forgotten{}, fmt.Errorf("forgetting: %w", err)
	}
	return out, nil
}

// hashes are those of all versions of some objects, each once.
func (v view) hashes(ids []string, of map[[16]byte]bool) ([]Hash, error) {
	var files segments
	defer files.close()
	var out []Hash
	found := map[[16]byte]bool{}
	for _, w := range v.rows {
		if !w.ofObject() || !of[w.id] {
			continue
		}
		found[w.id] = true
		raw, err := files.read(v.gen, w)
		if err != nil {
			return nil, err
		}
		r, err := parse(raw)
		if err != nil {
			return nil, err
		}
		out = append(out, r.object.Hash)
	}
	for _, id := range ids {
		if !found[digest(id)] {
			return nil, fmt.Errorf("%.80q: %w", id, ErrNoObject)
		}
	}
	slices.SortFunc(out, func(a, b Hash) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(out), nil
}

// rewrite makes a next generation of the records that are to be kept, and of more behind
// them, and removes the one before it.
func (s *Store) rewrite(ctx context.Context, by Author,
	plan func(view) (keep func(row) bool, more []record, err error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	v := s.view()
	keep, more, err := plan(v)
	if err != nil || s.name == "" {
		return err
	}
	next, name, err := s.newGeneration()
	if err != nil {
		return err
	}
	defer func() { s.gen = nil }()
	if err = next.copyFrom(ctx, v, keep); err == nil {
		next.number = v.gen.number
		err = next.add(by, s.options.Clock(), more)
	}
	if err == nil {
		err = s.point(name)
	}
	if err != nil {
		os.RemoveAll(next.dir)
		return err
	}
	if err := os.RemoveAll(v.gen.dir); err != nil {
		return fmt.Errorf("what was removed still stands in old files: %w", err)
	}
	return nil
}

// copyFrom appends the records that are to be kept, with the numbers that they have.
func (g *generation) copyFrom(ctx context.Context, v view, keep func(row) bool) error {
	var files segments
	defer files.close()
	b := batch{to: g, from: v.gen}
	for _, w := range v.rows {
		if !keep(w) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		raw, err := files.read(v.gen, w)
		if err == nil {
			err = b.add(raw.Body, w)
		}
		if err != nil {
			return err
		}
	}
	return b.flush()
}

// batch are records on their way to another generation.
type batch struct {
	to, from *generation
	items    []item
	bytes    int
}

func (b *batch) add(body []byte, w row) error {
	if w.blob {
		r, err := parse(store.Raw{Body: body})
		if err == nil {
			err = b.to.link(b.from, r.blob)
		}
		if err != nil {
			return err
		}
	}
	b.items = append(b.items, item{bytes.Clone(body), w})
	if b.bytes += len(body); b.bytes < batchBytes {
		return nil
	}
	return b.flush()
}

func (b *batch) flush() error {
	if len(b.items) == 0 {
		return nil
	}
	dir := filepath.Join(b.to.dir, blobsName)
	if err := store.SyncDir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := b.to.append(b.items)
	b.items, b.bytes = nil, 0
	return err
}

// link gives a generation the long text of another one.
func (g *generation) link(from *generation, h Hash) error {
	if err := store.PrivateDir(filepath.Join(g.dir, blobsName)); err != nil {
		return err
	}
	err := os.Link(from.blobFile(h), g.blobFile(h))
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	content, rerr := from.blob(h) // not every file system has links
	if rerr != nil {
		return rerr
	}
	return store.ReplacePrivate(g.blobFile(h), []byte(content), true)
}

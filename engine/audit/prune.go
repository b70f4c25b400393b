package audit

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// Kept is a session's thought trace on disk.
type Kept struct {
	Session string
	Changed time.Time // when its records were written last
	Bytes   int64     // of its records
	Blobs   int       // how many long texts it has
	Long    int64     // bytes of its long texts
	Noted   bool      // how many records it had is noted, even where none is left
}

// List gives the traces of a directory, the one written last first. Of long
// texts without a trace, Bytes is 0 and Changed the age of their directory.
func List(dir string) ([]Kept, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing the thought traces: %w", err)
	}
	found := map[string]*Kept{}
	at := func(session string) *Kept {
		if found[session] == nil {
			found[session] = &Kept{Session: session}
		}
		return found[session]
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // gone meanwhile
		}
		suffix := filepath.Ext(e.Name())
		session, regular := strings.TrimSuffix(e.Name(), suffix), info.Mode().IsRegular()
		if !isFileName(session) {
			continue
		}
		switch {
		case suffix == ".trace" && regular:
			k := at(session)
			k.Changed, k.Bytes = info.ModTime(), info.Size()
		case suffix == ".head" && regular:
			k := at(session)
			k.Noted, k.Changed = true, cmp.Or(k.Changed, info.ModTime())
		case suffix == ".blobs" && info.IsDir():
			k := at(session)
			if k.Blobs, k.Long, err = measure(filepath.Join(dir, e.Name())); err != nil {
				return nil, err
			}
			k.Changed = cmp.Or(k.Changed, info.ModTime())
		}
	}
	var out []Kept
	for _, k := range found {
		out = append(out, *k)
	}
	slices.SortFunc(out, func(x, y Kept) int {
		return cmp.Or(y.Changed.Compare(x.Changed), cmp.Compare(y.Session, x.Session))
	})
	return out, nil
}

func measure(blobs string) (count int, size int64, err error) {
	entries, err := os.ReadDir(blobs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, 0, err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			count, size = count+1, size+info.Size()
		}
	}
	return count, size, nil
}

// Limits say which traces Prune removes.
type Limits struct {
	Before    time.Time // those last written before then; zero is none by age
	MaxBytes  int64     // then the oldest, until all together are no larger; 0 is none by size
	BlobsOnly bool      // of those, only the long texts; the chain of records stays whole
	Dry       bool      // remove nothing, and say what would be removed
}

// Prune removes traces of a directory, the oldest first, and gives those that it
// removed, or took the long texts of. A trace that is being written stays.
func Prune(dir string, l Limits) ([]Kept, error) {
	list, err := List(dir)
	if err != nil {
		return nil, err
	}
	var total int64
	for _, k := range list {
		total += k.Bytes + k.Long
	}
	var out []Kept
	for _, k := range slices.Backward(list) {
		old := !l.Before.IsZero() && k.Changed.Before(l.Before)
		if !old && (l.MaxBytes <= 0 || total <= l.MaxBytes) {
			continue
		}
		if l.BlobsOnly && k.Blobs == 0 {
			continue
		}
		if l.BlobsOnly {
			k.Bytes = 0
		}
		if !l.Dry {
			err := remove(dir, k.Session, l.BlobsOnly)
			if errors.Is(err, ErrBusy) {
				continue
			}
			if err != nil {
				return out, fmt.Errorf("removing the thought trace of %s: %w", k.Session, err)
			}
		}
		total -= k.Bytes + k.Long
		out = append(out, k)
	}
	return out, nil
}

// remove takes a trace away, or its long texts only, while nobody writes it.
func remove(dir, session string, blobsOnly bool) error {
	name := filepath.Join(dir, session)
	f, err := os.OpenFile(name+".trace", os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err == nil {
		defer f.Close()
		if err := store.TryLock(f); err != nil {
			return busy(err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.RemoveAll(name + ".blobs"); err != nil || blobsOnly {
		return err
	}
	for _, suffix := range []string{".head", ".head.new", ".trace"} { // a trace that lost its head is still a trace
		if err := os.Remove(name + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

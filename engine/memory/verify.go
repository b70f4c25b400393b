package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"pp/engine/store"
)

// Report counts what a store has.
type Report struct {
	Objects   int // that are remembered now
	Versions  int // of objects, current, earlier and taken back
	Shown     int // versions that were shown to a model
	Snapshots int // with a name or without
	Records   int
	Segments  int
	Bytes     int64 // of the records, without long texts
	Torn      int64 // bytes of a last record that was not written to its end
	Dropped   int   // stretches of a journal that Repair could not read
}

// Stat counts without reading the records.
func (s *Store) Stat() (Report, error) {
	var r Report
	err := s.look(func(v view) error { r = v.report(); return nil })
	return r, err
}

func (v view) report() Report {
	r := Report{Objects: len(v.current()), Records: len(v.rows), Segments: int(v.gen.segment), Torn: v.gen.torn}
	for _, w := range v.rows {
		r.Bytes += int64(w.length)
		switch w.kind {
		case kindObject:
			r.Versions++
		case kindShown:
			r.Shown++
		case kindSnapshot:
			r.Snapshots++
		case kindRollback, kindForget:
		}
	}
	return r
}

// Verify reads everything: that each record is as it was written and follows the one
// before it, that objects have the hashes that they say, and that long texts are there.
// The first that is not is a *store.DamageError in a named file. It may run beside those
// who write.
func (s *Store) Verify(ctx context.Context) (Report, error) {
	var r Report
	err := s.look(func(v view) error {
		r = v.report()
		return v.verify(ctx)
	})
	if err != nil {
		return r, fmt.Errorf("verifying memory: %w", err)
	}
	return r, nil
}

func (v view) verify(ctx context.Context) error {
	if len(v.rows) == 0 {
		return nil
	}
	whole := generation{dir: v.gen.dir}
	err := whole.catchUp(func(r record, w row) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := whole.sound(r); err != nil {
			return whole.damaged(w.segment, int64(w.offset), len(whole.rows)+1, err.Error())
		}
		return nil
	})
	if err == nil && (len(whole.rows) < len(v.rows) || !slices.Equal(whole.rows[:len(v.rows)], v.rows)) {
		err = fmt.Errorf("%s says other than the records; remove it, it is made anew", filepath.Join(v.gen.dir, rowsName))
	}
	return err
}

// sound checks an object of a record against its hash.
func (g *generation) sound(r record) error {
	if r.kind != kindObject && r.kind != kindShown {
		return nil
	}
	if r.blob != (Hash{}) {
		var err error
		if r.object.Content, err = g.blob(r.blob); err != nil {
			return err
		}
	}
	if HashOf(r.object, r.children) != r.object.Hash {
		return errors.New("the object is not what its hash is of")
	}
	return nil
}

// Repair writes what is sound of a journal that may be damaged into a new store in the
// directory to, which must not be there, and changes nothing in this one. Records that
// cannot be read, or whose long text is gone, are left out and counted.
func (s *Store) Repair(ctx context.Context, to string) (Report, error) {
	report, err := s.repair(ctx, to)
	if err != nil {
		return report, fmt.Errorf("repairing memory: %w", err)
	}
	return report, nil
}

func (s *Store) repair(ctx context.Context, to string) (Report, error) {
	name, err := s.newest()
	if err != nil {
		return Report{}, err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return Report{}, err
	}
	o := s.options
	copied := NewStore(to, o)
	next, fresh, err := copied.newGeneration()
	if err != nil {
		return Report{}, err
	}
	from := &generation{dir: filepath.Join(s.dir, name)}
	last, err := from.segments()
	if err != nil {
		return Report{}, err
	}
	r := repairer{batch: batch{to: next, from: from}}
	for seg := int32(1); seg <= last && err == nil; seg++ {
		err = r.segment(ctx, seg)
	}
	if err == nil {
		err = r.batch.flush()
	}
	if err == nil {
		err = copied.point(fresh)
	}
	if err != nil {
		return Report{}, err
	}
	report, err := copied.Verify(ctx)
	report.Dropped = r.dropped
	return report, err
}

// newest is the generation that counts, or the newest where that cannot be read.
func (s *Store) newest() (string, error) {
	name, err := s.current()
	if err == nil && name != "" {
		return name, nil
	}
	names, lerr := store.FileNames(s.dir, "")
	if lerr != nil {
		return "", lerr
	}
	for _, name := range slices.Backward(names) {
		if store.IsName(name, generationRandom) {
			return name, nil
		}
	}
	return "", errors.Join(err, errors.New("there is no journal"))
}

type repairer struct {
	batch   batch
	number  int64
	dropped int
}

// segment copies the sound records of a segment. No record has what begins one in its
// text, so that the next is found after one whose beginning is damaged too.
func (r *repairer) segment(ctx context.Context, seg int32) error {
	f, err := store.Open(r.batch.from.file(seg))
	if errors.Is(err, os.ErrNotExist) {
		r.dropped++
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if f.Size() > limits().File {
		return fmt.Errorf("%s has over %d bytes", r.batch.from.file(seg), limits().File)
	}
	data := make([]byte, f.Size())
	if n, err := f.ReadAt(data, 0); err != nil {
		data = data[:n]
		r.dropped++
	}
	for sound := true; len(data) > 0; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		raw, whole := store.ParseRecord(data, limits())
		ok := false
		if whole {
			if ok, err = r.take(raw); err != nil {
				return err
			}
		}
		if sound && !ok {
			r.dropped++
		}
		data, sound = behind(data, raw, whole), ok
	}
	return nil
}

// behind is what may be the next record: behind a whole one, or one that has its length,
// or else the next place where one can begin.
func behind(data []byte, raw store.Raw, whole bool) []byte {
	if !whole && raw.Length > 0 {
		_, whole = store.ParseRecord(data[raw.Length:], limits())
	}
	if whole {
		return data[raw.Length:]
	}
	if at := bytes.Index(data[1:], []byte("\n; ")); at >= 0 {
		return data[at+2:]
	}
	return nil
}

// take copies a record, unless what it says cannot be.
func (r *repairer) take(raw store.Raw) (bool, error) {
	rec, err := parse(raw)
	if err != nil || rec.number <= r.number || r.batch.from.sound(rec) != nil {
		return false, nil
	}
	r.number = rec.number
	return true, r.batch.add(raw.Body, rec.row(0, 0, 0, Hash{}))
}

package memory

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// listed is how many automatic snapshots are listed, the newest.
const listed = 20

// Snapshot is a position to go back to.
type Snapshot struct {
	Number int64  // of its record; it stays the same
	Name   string // "" of one that was taken automatically
	Time   time.Time
	By     Author
}

// Checkpoint reports whether it was taken by Store.Checkpoint.
func (s Snapshot) Checkpoint() bool { return s.Name == "" && s.By.Session == "" }

// Snapshot notes where the journal ends, under a name. A name may be given again; the
// newest is meant then.
func (s *Store) Snapshot(ctx context.Context, by Author, name string) (Snapshot, error) {
	if name == "" || len(name) > 100 || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) ||
		strings.Trim(name, "0123456789") == "" {
		return Snapshot{}, fmt.Errorf("%w: %.100q is no name of a snapshot, which has letters", ErrObject, name)
	}
	var out Snapshot
	err := s.write(ctx, by, func(v view) ([]record, error) {
		out = Snapshot{Number: v.gen.number + 1, Name: name, Time: s.options.Clock().UTC(), By: by}
		return []record{{kind: kindSnapshot, at: out.Time, name: name}}, nil
	})
	if err != nil {
		return out, fmt.Errorf("taking a snapshot: %w", err)
	}
	return out, nil
}

// Checkpoint notes where the journal ends, without a name, and reports whether it did: it does not where nothing
// was written since the last snapshot. Memory that nothing was ever kept in stays so.
func (s *Store) Checkpoint(ctx context.Context, by Author) (taken bool, err error) {
	err = s.write(ctx, by, func(v view) ([]record, error) {
		if taken = len(v.rows) > 0 && v.rows[len(v.rows)-1].kind != kindSnapshot; !taken {
			return nil, nil
		}
		return []record{{kind: kindSnapshot}}, nil
	})
	if err != nil {
		return false, fmt.Errorf("taking a snapshot: %w", err)
	}
	return taken, nil
}

// Snapshots gives those that have a name and the newest 20 of the others, the oldest first.
func (s *Store) Snapshots() ([]Snapshot, error) {
	var out []Snapshot
	err := s.look(func(v view) (err error) {
		out, err = v.snapshots()
		return err
	})
	return out, err
}

func (v view) snapshots() ([]Snapshot, error) {
	var files segments
	defer files.close()
	var out []Snapshot
	automatic := 0
	for _, w := range slices.Backward(v.rows) {
		if w.kind != kindSnapshot || w.version == automaticMark && automatic == listed {
			continue
		}
		r, err := files.record(v.gen, w)
		if err != nil {
			return nil, err
		}
		if r.name == "" {
			automatic++
		}
		out = append(out, Snapshot{r.number, r.name, r.at, r.by})
	}
	slices.Reverse(out)
	return out, nil
}

// FindSnapshot gives the newest snapshot of that name, or the one of that number:
// ErrNoSnapshot when there is none.
func (s *Store) FindSnapshot(name string) (Snapshot, error) {
	list, err := s.Snapshots()
	for _, x := range slices.Backward(list) {
		if err == nil && (x.Name == name && name != "" || strconv.FormatInt(x.Number, 10) == name) {
			return x, nil
		}
	}
	if err == nil {
		err = fmt.Errorf("%.80q: %w", name, ErrNoSnapshot)
	}
	return Snapshot{}, err
}

// RollbackOptions say whose records a rollback takes back: those of a session, or of All.
// The zero options are those of the last session that wrote in the author's place.
type RollbackOptions struct {
	Session string
	All     bool
}

// Change is an object that a rollback changed.
type Change struct {
	Object     // as it is, or as it was where it is not there any more
	Was    int // its version before, and now; 0 where there is none
	Now    int
}

// Rollback takes back what was written after the record of that number, as the options
// say, by writing what is taken back; it is itself taken back by a later one to a place
// before it. What was forgotten stays forgotten. It gives what changed, in order.
func (s *Store) Rollback(ctx context.Context, by Author, to int64, o RollbackOptions) ([]Change, error) {
	var before, after view
	err := s.write(ctx, by, func(v view) ([]record, error) {
		if to < 0 || to > v.gen.number {
			return nil, fmt.Errorf("record %d: %w", to, ErrNoSnapshot)
		}
		r := record{kind: kindRollback, takes: v.takes(by, to, o)}
		if len(r.takes) == 0 {
			return nil, nil
		}
		before, after = v, v
		var err error
		if after.taken, err = v.gen.takenBack(v.rows, r.takes); err == nil {
			after.now = func() map[[16]byte]int { return newestOf(after.rows, after.taken) }
		}
		return []record{r}, err
	})
	if err != nil {
		return nil, fmt.Errorf("rolling memory back: %w", err)
	}
	if before.gen == nil {
		return nil, nil
	}
	return changes(before, after)
}

// takes are the records after one that the options mean.
func (v view) takes(by Author, to int64, o RollbackOptions) []span {
	session, anywhere := word(o.Session), o.Session != "" || o.All
	if o.Session == "" && !o.All {
		i := len(v.rows) - 1
		for i >= 0 && !(v.rows[i].taken() && v.rows[i].place == word(by.Place)) {
			i--
		}
		if i < 0 {
			return nil
		}
		session = v.rows[i].session // "" is that of the shell, which has one in each place
	}
	var out []span
	last := -2
	for i := v.gen.find(to + 1); i < len(v.rows); i++ {
		w := v.rows[i]
		if !w.taken() || !o.All && w.session != session || !anywhere && w.place != word(by.Place) {
			continue
		}
		if last == i-1 {
			out[len(out)-1].to = w.number
		} else {
			out = append(out, span{w.number, w.number})
		}
		last = i
	}
	return out
}

// taken reports whether a record is one that a rollback takes back.
func (w row) taken() bool { return w.kind == kindObject || w.kind == kindRollback }

// changes are the objects whose current version is another after than before.
func changes(before, after view) ([]Change, error) {
	was, now := maps.Clone(before.now()), after.now()
	var files segments
	defer files.close()
	var out []Change
	for i, w := range before.rows { // in order: an object stands at the first of its versions
		old, had := was[w.id]
		fresh, has := now[w.id]
		if w.kind != kindObject || !had && !has || had && has && old == fresh {
			continue
		}
		delete(was, w.id)
		delete(now, w.id)
		show, c := i, Change{}
		if had {
			show, c.Was = old, int(before.rows[old].version)
		}
		if has {
			show, c.Now = fresh, int(after.rows[fresh].version)
		}
		r, err := files.record(before.gen, before.rows[show])
		if err != nil {
			return out, err
		}
		c.Object = r.object
		out = append(out, c)
	}
	return out, nil
}

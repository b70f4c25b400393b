package index

import (
	"cmp"
	"context"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/engine/memory"
)

// reading runs what reads the generation, which it must not keep anything of. One that turns
// out to be damaged is made anew by the next Refresh. It is compared with its checksums while it is read for the first
// time: whatever is in a segment, to read it ends, and what was read of one that is damaged comes with an error.
func (x *Index) reading(read func(*generation) error) error {
	x.mu.RLock()
	defer x.mu.RUnlock()
	sound := x.gen.checking()
	err := guarded(func() error { return read(x.gen) })
	err = cmp.Or(sound(), err)
	if errors.Is(err, ErrDamaged) {
		x.broken.Store(true)
	}
	return err
}

// Stat says what the index holds, and all faults that stand.
func (x *Index) Stat() (Stat, error) {
	st := Stat{Freshness: x.fresh()}
	err := x.reading(func(g *generation) error {
		st.Bytes = int64(len(g.files.records) + len(g.files.paths))
		for _, s := range g.segments {
			st.Bytes += int64(s.size)
		}
		if g.built != 0 {
			st.Built = time.Unix(0, g.built)
		}
		for i := range g.files.len() {
			if f := g.files.at(i); f.fault != "" {
				st.Faults = append(st.Faults, memory.Fault{File: x.o.path(fileKey{f.root, f.path}), Why: f.fault})
			}
		}
		return nil
	})
	return st, err
}

// Edition is another number whenever what the index holds was exchanged for what it holds now, and says when that was
// written: the zero time of an index of nothing. It reads nothing else.
func (x *Index) Edition() (number uint64, built time.Time) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.gen.built != 0 {
		built = time.Unix(0, x.gen.built)
	}
	return x.edition, built
}

func (x *Index) fresh() memory.Freshness {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return memory.Freshness{Files: x.gen.counted, Notes: x.gen.notes, Private: x.gen.private + x.gen.hidden}
}

// Note gives the note with a key: ErrGone when it is no longer there. As of all notes but
// those of Text, the Hash of a note is zero.
func (x *Index) Note(key memory.Key) (n memory.Note, err error) {
	err = x.reading(func(g *generation) error {
		p, there := g.place(key)
		if !there {
			return ErrGone
		}
		n = x.noteAt(g, p)
		return nil
	})
	return n, err
}

// Children gives the notes right below one, in their order, as far as reach goes.
func (x *Index) Children(key memory.Key, reach memory.Reach) (out []memory.Note, err error) {
	err = x.reading(func(g *generation) error {
		p, there := g.place(key)
		if !there {
			return ErrGone
		}
		s := g.segments[p.seg]
		d := s.details(p.note)
		if _, below := d.around(); len(below) > 0 {
			for _, id := range below {
				if at, ok := g.byID(id); ok && reach.Holds(g.class(at).scope) {
					out = append(out, x.noteAt(g, at))
				}
			}
			return nil
		}
		left := d.children
		for i := p.note + 1; left > 0 && i < s.notes() && s.note(i).start() < d.end; i++ {
			if s.note(i).parent() == p.note {
				out = append(out, x.noteAt(g, place{p.seg, i}))
				left--
			}
		}
		return nil
	})
	return out, err
}

// noteAt gives the note at a place, copied out of the index.
func (x *Index) noteAt(g *generation, p place) memory.Note {
	s := g.segments[p.seg]
	rec, d, c := s.note(p.note), s.details(p.note), g.class(p)
	n := memory.Note{Key: g.key(p), Handle: g.handle(rec.ident()), ID: d.id(), Type: c.kind, Start: rec.start(),
		End: d.end, Level: d.level, Title: strings.ToValidUTF8(string(d.title), "\ufffd"), TODO: c.todo, Done: c.done,
		Tags: splitTags(c.tags), Scope: c.scope, Origin: c.origin, Children: d.children}
	f := g.files.at(g.file(p))
	if f.root != objectRoot {
		n.File = x.o.path(fileKey{f.root, f.path})
	}
	n.When = d.time(time.Unix(0, f.stamp.mtime))
	if above := rec.parent(); above >= 0 {
		n.Parent = g.key(place{p.seg, above})
	} else if id, _ := d.around(); id != "" {
		if at, ok := g.byID(id); ok {
			n.Parent = g.key(at)
		}
	}
	return n
}

// handles writes what a note is called by: the beginning of its ident.
var handles = sync.OnceValue(func() *base32.Encoding {
	return base32.NewEncoding(handleLetters).WithPadding(base32.NoPadding)
})

const (
	handleLetters = "abcdefghijklmnopqrstuvwxyz234567"
	handleMark    = "k"
	letterBits    = 5
	minHandle     = 2
	maxHandle     = 64 / letterBits
)

// handle is the shortest beginning that no other note has.
func (g *generation) handle(id ident) string {
	shared := 0
	for i, s := range g.segments {
		at := s.from(id)
		other := func(from, step int) {
			for ; from >= 0 && from < s.notes(); from += step {
				n := s.ordered(from)
				if got := s.note(n).ident(); got != id && g.file(place{i, n}) >= 0 {
					shared = max(shared, bits.LeadingZeros64(uint64(got^id)))
					return
				}
			}
		}
		other(at-1, -1)
		other(at, 1)
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(id))
	return handleMark + handles().EncodeToString(b[:])[:min(max(shared/letterBits+1, minHandle), maxHandle)]
}

// handleRange gives the first and last ident that a handle stands for.
func handleRange(name string) (first, last ident, ok bool) {
	name, ok = strings.CutPrefix(strings.ToLower(name), handleMark)
	if !ok || len(name) < minHandle || len(name) > maxHandle {
		return 0, 0, false
	}
	free := 64
	for _, r := range name {
		v := strings.IndexRune(handleLetters, r)
		if v < 0 {
			return 0, 0, false
		}
		free -= letterBits
		first |= ident(v) << free
	}
	return first, first | (1<<free - 1), true
}

// between gives the notes with idents of a range, as they stand in their files now.
func (g *generation) between(first, last ident, visit func(place)) {
	for i, s := range g.segments {
		for at := s.from(first); at < s.notes(); at++ {
			p := place{i, s.ordered(at)}
			if g.at(p).ident() > last {
				break
			}
			if g.file(p) >= 0 {
				visit(p)
			}
		}
	}
}

func (g *generation) id(p place) string {
	d := g.segments[p.seg].details(p.note)
	return d.id()
}

// byID gives a note with an ID.
func (g *generation) byID(id string) (found place, ok bool) {
	if id == "" {
		return place{}, false
	}
	want := identOf([]byte(id))
	g.between(want, want, func(p place) {
		if !ok && g.id(p) == id {
			found, ok = p, true
		}
	})
	return found, ok
}

// severalNotes is how many notes a SeveralError lists.
const severalNotes = 20

// Lookup gives the one note of a reach with an ID, a handle, with or without braces and as
// short as it is unique, or an outline path such as "A/B/C", of which the beginning may be
// left out: an error that is ErrNone, or a *SeveralError.
func (x *Index) Lookup(name string, reach memory.Reach) (n memory.Note, err error) {
	err = x.reading(func(g *generation) error {
		found := g.lookup(name, reach)
		switch len(found) {
		case 0:
			return fmt.Errorf("looking up %q: %w", name, ErrNone)
		case 1:
			n = x.noteAt(g, found[0])
			return nil
		}
		several := &SeveralError{Name: name}
		for _, p := range found[:min(len(found), severalNotes)] {
			several.Notes = append(several.Notes, x.noteAt(g, p))
		}
		return several
	})
	return n, err
}

func (g *generation) lookup(name string, reach memory.Reach) (found []place) {
	take := func(p place) {
		if reach.Holds(g.class(p).scope) {
			found = append(found, p)
		}
	}
	if name = strings.TrimSpace(name); name == "" {
		return nil
	}
	id := identOf([]byte(name))
	g.between(id, id, func(p place) {
		if g.id(p) == name {
			take(p)
		}
	})
	if inside, ok := strings.CutPrefix(name, "{"); ok && len(found) == 0 {
		name = strings.TrimSuffix(inside, "}")
	}
	if first, last, ok := handleRange(name); ok && len(found) == 0 {
		g.between(first, last, take)
	}
	if len(found) > 0 {
		return found
	}
	return g.byOutline(name, take, &found)
}

// byOutline finds notes by their titles: a whole path before one whose beginning is left out, and that before one in
// other cases.
func (g *generation) byOutline(path string, take func(place), found *[]place) []place {
	var part, folded []place
	for i, s := range g.segments {
		for n := range s.notes() {
			p := place{i, n}
			whole, exact, fits := s.hasOutline(n, path)
			switch {
			case !fits || g.file(p) < 0:
			case !exact:
				folded = append(folded, p)
			case whole:
				take(p)
			default:
				part = append(part, p)
			}
		}
	}
	for _, rest := range [][]place{part, folded} {
		if len(*found) == 0 {
			for _, p := range rest {
				take(p)
			}
		}
	}
	slices.SortFunc(*found, func(a, b place) int { return int(g.key(a)) - int(g.key(b)) })
	return *found
}

// hasOutline reports whether a path ends with the titles of a note and of those above it, whether these are all of
// them, and whether their cases are the same.
func (s *segment) hasOutline(i int, path string) (whole, exact, fits bool) {
	exact = true
	for {
		title := string(s.details(i).title)
		rest := len(path) - len(title)
		if rest < 0 || !strings.EqualFold(path[rest:], title) {
			return false, false, false
		}
		exact = exact && path[rest:] == title
		above := s.note(i).parent()
		if rest == 0 {
			return above < 0, exact, true
		}
		if above < 0 || path[rest-1] != '/' {
			return false, false, false
		}
		path, i = path[:rest-1], above
	}
}

// Contents gives every note with the hash of its own text, of which all but the first 8
// bytes are zero, until visit returns false.
func (x *Index) Contents(ctx context.Context, visit func(memory.Note, memory.Hash) bool) error {
	return x.reading(func(g *generation) error {
		for i, s := range g.segments {
			for n := range s.notes() {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if p := (place{i, n}); g.file(p) >= 0 && !visit(x.noteAt(g, p), s.content(n).hash()) {
					return nil
				}
			}
		}
		return nil
	})
}

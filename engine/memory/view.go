package memory

import (
	"cmp"
	"maps"
	"slices"
)

// view is the journal at one time; it stays as it is when more is written.
type view struct {
	gen   *generation
	rows  []row
	taken []bool
	// now gives the indexes of the rows that are the current versions, by the ID's digest.
	now func() map[[16]byte]int
}

// view is the journal as it was read last. The caller has s.mu.
func (s *Store) view() view {
	g := *s.gen
	return view{&g, g.rows[:len(g.rows):len(g.rows)], s.taken, s.now}
}

// find is the index of the first row with that number or a higher one.
func (g *generation) find(number int64) int {
	i, _ := slices.BinarySearchFunc(g.rows, number, func(w row, n int64) int { return cmp.Compare(w.number, n) })
	return i
}

// state is how an ID stands.
type state struct {
	now     int   // the index of the row that is its current version; -1 of none
	version int32 // the highest ever given
}

// states are those of some IDs, by their digest.
func (v view) states(ids ...string) map[[16]byte]state {
	out := make(map[[16]byte]state, len(ids))
	for _, id := range ids {
		out[digest(id)] = state{now: -1}
	}
	for i, w := range v.rows {
		if w.kind != kindObject {
			continue
		}
		if s, ok := out[w.id]; ok {
			if !v.taken[i] {
				s.now = i
			}
			s.version = max(s.version, w.version)
			out[w.id] = s
		}
	}
	return out
}

// current are the indexes of the rows that are the current versions, in their order.
func (v view) current() []int { return slices.Sorted(maps.Values(v.now())) }

// newestOf finds the current version of each object.
func newestOf(rows []row, taken []bool) map[[16]byte]int {
	out := make(map[[16]byte]int, len(rows))
	for i, w := range rows {
		if w.kind == kindObject && !taken[i] {
			out[w.id] = i
		}
	}
	return out
}

package index

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"pp/engine/memory"
	"pp/engine/regular"
)

// ranking answers one query.
type ranking struct {
	x     *Index
	g     *generation
	q     memory.Query
	but   memory.Key // the note that is not given
	ask   *question
	files map[int]*opened
	stale []fileKey // files that are not as they were when they were indexed
	err   error     // of the store, of an object that is there
}

// opened is a file of notes that may be hits.
type opened struct {
	*regular.File
	record fileRecord
	stale  bool
}

func (r *ranking) close() {
	for _, f := range r.files {
		if f.File != nil {
			f.Close()
		}
	}
}

func (r *ranking) run(near map[memory.Hash]float64) []memory.Hit {
	found := best{most: max(maxCandidates, r.q.Limit)}
	if r.q.Text == "" {
		found.most = r.q.Limit
		r.newest(&found)
	} else {
		r.ask = r.g.ask(r.q.Text)
		r.byWords(&found)
		r.byVectors(&found, near)
	}
	list := found.list[:0]
	for _, c := range found.list {
		if r.open(&c) {
			c.when = r.when(c.place)
			r.look(&c)
			list = append(list, c)
		}
	}
	for i := range list {
		r.liken(list, i)
		r.weigh(&list[i], near)
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), newerFirst(&a, &b), cmp.Compare(r.g.key(a.place), r.g.key(b.place)))
	})
	list, newer := r.latest(list)
	hits := make([]memory.Hit, 0, min(len(list), r.q.Limit))
	for i := range list[:min(len(list), r.q.Limit)] {
		c := &list[i]
		h := memory.Hit{Note: r.x.noteAt(r.g, c.place), Score: c.rank, Similar: c.like, Excerpt: r.excerpt(c.body)}
		if n, ok := newer[c.place]; ok {
			h.Newer = r.g.handle(r.g.at(n).ident())
		}
		hits = append(hits, h)
	}
	return hits
}

// allows reports, of each class of a segment, whether the query takes its notes.
func (r *ranking) allows(s *segment) []bool {
	classes := s.classes()
	out := make([]bool, len(classes))
	for i := range classes {
		c := &classes[i]
		out[i] = r.q.Scope.Holds(c.scope) && (r.q.TODO == "" || r.q.TODO == c.todo)
		for _, t := range r.q.Tags {
			out[i] = out[i] && slices.ContainsFunc(splitTags(c.tags), func(have string) bool {
				return strings.EqualFold(have, t)
			})
		}
	}
	return out
}

// takes reports whether the query takes a note, whose class is one it takes.
func (r *ranking) takes(p place) bool {
	return r.g.file(p) >= 0 && (r.q.Since.IsZero() || !r.when(p).Before(r.q.Since)) && r.g.key(p) != r.but
}

func (r *ranking) when(p place) time.Time {
	d := r.g.segments[p.seg].details(p.note)
	return d.time(r.g.files.mtime(r.g.file(p)))
}

func newerFirst(a, b *candidate) int { return b.when.Compare(a.when) }

// newest finds the notes that the query takes, by time. It looks at hardly more of them than it gives, where the query
// takes most.
func (r *ranking) newest(found *best) {
	for i, s := range r.g.segments {
		allowed := r.allows(s)
		if !slices.Contains(allowed, true) {
			continue
		}
		add := func(n int, time func() int64) (more bool) {
			if !allowed[s.note(n).class()] {
				return true
			}
			at := float64(time())
			if at <= found.lowest() {
				return false
			}
			if p := (place{i, n}); r.takes(p) {
				found.add(candidate{place: p, score: at})
			}
			return true
		}
		own := sort.Search(s.notes(), func(at int) bool { return s.details(s.recent(at)).when == 0 })
		for at := range own {
			if n := s.recent(at); !add(n, func() int64 { return s.details(n).when }) {
				break
			}
		}
		for f := s.files() - 1; f >= 0; f-- { // the names of files often have their dates
			r.newestOf(i, f, own, add)
		}
	}
}

// newestOf finds those of a file that have no time of their own. In their segment they come behind so many others.
func (r *ranking) newestOf(seg, file, own int, add func(note int, time func() int64) bool) {
	of := int(r.g.local[seg][file]) - 1
	if of < 0 {
		return
	}
	s, time := r.g.segments[seg], func() int64 { return r.g.files.mtime(of).UnixMilli() }
	first, end := s.fileNotes(file)
	at := own + sort.Search(s.notes()-own, func(at int) bool { return s.recent(own+at) >= first })
	for at < s.notes() && s.recent(at) < end && add(s.recent(at), time) {
		at++
	}
}

// byWords finds the notes that have the words.
func (r *ranking) byWords(found *best) {
	var room tally
	lengths := r.g.lengths()
	for i, s := range r.g.segments {
		room.begin(s, r.ask)
		allowed := r.allows(s)
		s.blocks(func(first, end int) {
			room.count(s, first, end, &lengths)
			room.inherit(s, r.ask)
			least := float32(max(0, found.lowest()))
			for n, score := range room.score {
				if score <= least {
					continue
				}
				if p := (place{i, first + n}); allowed[s.note(p.note).class()] && r.takes(p) {
					found.add(candidate{place: p, score: float64(score), slots: uint32(room.slots[n] | room.slots[n]>>titleBits)})
					least = float32(max(0, found.lowest()))
				}
			}
		})
	}
}

// byVectors adds the notes that mean nearly the same.
func (r *ranking) byVectors(found *best, near map[memory.Hash]float64) {
	if len(near) == 0 {
		return
	}
	var first [1 << 16 / 64]uint64 // the first two bytes of the hashes, so that most notes are passed over
	for h := range near {
		first[le.Uint16(h[:])/64] |= 1 << (le.Uint16(h[:]) % 64)
	}
	have := map[place]bool{}
	for _, c := range found.list {
		have[c.place] = true
	}
	for i, s := range r.g.segments {
		allowed := r.allows(s)
		for n := range s.notes() {
			b := le.Uint16(s.part[partContents][n*contentSize:])
			if first[b/64]&(1<<(b%64)) == 0 {
				continue
			}
			p := place{i, n}
			if _, ok := near[s.content(n).hash()]; ok && !have[p] && allowed[s.note(n).class()] && r.takes(p) {
				found.list = append(found.list, candidate{place: p})
			}
		}
	}
}

// maxBody is how much of a note's text is looked at closely, in bytes.
const maxBody = 8 << 10

// open reads a candidate's text: false when it is not there as it was indexed.
func (r *ranking) open(c *candidate) bool {
	at := r.g.file(c.place)
	f := r.files[at]
	if f == nil {
		f = &opened{record: r.g.files.at(at)}
		r.files[at] = f
		k := fileKey{f.record.root, f.record.path}
		if k.root != objectRoot {
			var err error
			path := r.x.o.path(k)
			if f.File, err = openAt(path, f.record.stamp); err != nil || r.x.o.private(path) {
				f.stale = true
				r.stale = append(r.stale, k)
			}
		}
	}
	rec := r.g.at(c.place)
	switch {
	case f.stale:
		return false
	case r.q.Bare:
		return true
	case f.File == nil:
		o, err := r.x.o.Objects.Get(f.record.path)
		if err != nil && !errors.Is(err, memory.ErrNoObject) {
			r.err = err
		}
		c.body = shorten(o.Content, maxBody)
		return err == nil
	}
	d := r.g.segments[c.seg].details(c.note)
	text, err := readPart(f.File, rec.start(), min(d.own, rec.start()+maxBody))
	c.body = bodyOf(parseFile(f.record.path, text), d.level)
	return err == nil
}

// How much the parts of a rank count.
const (
	likePart   = 0.7
	coverPart  = 0.1
	wordsPart  = 0.1
	gramsPart  = 0.1
	vectorPart = 0.6 // of what there are vectors of
)

// worthPlace is how like a question a note is at least of which it matters how it uses the words.
const worthPlace = 0.3

// look finds out how a candidate uses the words that it has.
func (r *ranking) look(c *candidate) {
	if r.ask == nil {
		return
	}
	s := r.g.segments[c.seg]
	title := string(s.details(c.note).title)
	var g grams
	g.add(title + "\n" + c.body)
	c.grams = r.ask.grams.jaccard(&g)
	if r.ask.covers(c) < worthPlace {
		return
	}
	r.ask.place(c, s.outline(c.note), c.body)
}

// mostAbove is how many of the notes above one are looked at for what it is about.
const mostAbove = 16

// outline gives the title of a note behind those above it.
func (s *segment) outline(i int) string {
	text := string(s.details(i).title)
	for range mostAbove {
		above := s.note(i).parent()
		if above < 0 || above >= i { // the other way round only in what is damaged
			break
		}
		text, i = string(s.details(above).title)+"\n"+text, above
	}
	return text
}

// liken finds out how like what was asked a candidate is.
func (r *ranking) liken(list []candidate, i int) {
	if r.ask == nil {
		return
	}
	list[i].odds = r.ask.odds(&list[i], r.having(list, list[i].slots))
	list[i].like = like(list[i].odds)
}

// weigh gives a candidate its rank, and how like it is what was asked.
func (r *ranking) weigh(c *candidate, near map[memory.Hash]float64) {
	if r.ask == nil {
		return
	}
	s := r.g.segments[c.seg]
	c.rank = likePart/(1+math.Exp(-c.odds)) + coverPart*r.ask.covers(c) +
		wordsPart*c.score/max(r.ask.weight*(saturation+1), 1e-9) + gramsPart*c.grams
	if cosine, ok := near[s.content(c.note).hash()]; ok {
		c.like = max(0, min(1, cosine))
		c.rank = (1-vectorPart)*c.rank + vectorPart*c.like
	} else if len(near) > 0 {
		c.rank *= 1 - vectorPart
	}
}

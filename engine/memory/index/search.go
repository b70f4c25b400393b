package index

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"pp/engine/memory"
)

const (
	defaultLimit  = 20 // hits when a query does not say
	maxCandidates = 80 // notes that are read for a question; as many as hits where those are more
	maxNear       = 200
	maxBody       = 8 << 10 // bytes of a note that are looked at
)

// catchUp is how long a search waits for files that changed since they were read.
const catchUp = 200 * time.Millisecond

// Search gives the notes that fit a query best: those that have most of its words come first, and of those that have
// as much the newest. The file of each was looked at: what changed is read again, and what is gone is not given.
// Without a text it gives those that the rest of the query holds, the newest first. The Hash of hits is zero.
func (x *Index) Search(ctx context.Context, q memory.Query) ([]memory.Hit, error) {
	return x.search(ctx, q, 0)
}

// Similar gives the n notes of a reach nearest to one in what they say, without that one.
func (x *Index) Similar(ctx context.Context, note memory.Note, reach memory.Reach, n int) ([]memory.Hit, error) {
	t, err := x.Text(ctx, note)
	if err != nil {
		return nil, err
	}
	return x.search(ctx, memory.Query{Text: t.Title + "\n" + t.Body, Scope: reach, Limit: n}, t.Key)
}

func (x *Index) search(ctx context.Context, q memory.Query, but memory.Key) (hits []memory.Hit, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	near := x.nearest(ctx, q.Text, maxNear)
	err = x.guarded(ctx, func() error {
		for try := 0; ; try++ {
			s := searching{x: x, ctx: ctx, q: q, but: but, near: near, files: openFiles{x: x}}
			hits, err = s.run()
			s.files.close()
			if err != nil || len(s.stale) == 0 || try > 0 {
				return err
			}
			if _, err = x.refresh(ctx, catchUp, at(s.stale)); err != nil {
				return err
			}
		}
	})
	return hits, cmp.Or(context.Cause(ctx), err)
}

// searching answers one query.
type searching struct {
	x     *Index
	ctx   context.Context
	q     memory.Query
	but   memory.Key // the note that is not given
	near  map[int64]float64
	ask   question
	files openFiles
	stale []fileKey // files that are not as they were when they were read
}

// found is a note that may be a hit.
type found struct {
	noteRow
	memory.Hit
}

func (s *searching) run() ([]memory.Hit, error) {
	rows, err := s.candidates()
	if err != nil {
		return nil, err
	}
	var all []found
	for _, row := range rows {
		f := found{noteRow: row}
		switch f.said, err = s.files.read(row, s.q.Bare); {
		case errors.Is(err, errStale):
			s.stale = append(s.stale, row.file)
			continue
		case errors.Is(err, ErrGone):
			continue
		case err != nil:
			return nil, err
		}
		if s.q.Text != "" {
			s.weigh(&f)
		}
		all = append(all, f)
	}
	if s.q.Text != "" {
		slices.SortStableFunc(all, func(a, b found) int {
			return cmp.Or(cmp.Compare(math.Round(10*b.Score), math.Round(10*a.Score)), b.note.When.Compare(a.note.When))
		})
	}
	var hits []memory.Hit
	for _, f := range all[:min(len(all), s.q.Limit)] {
		if f.Note, err = s.x.named(f.noteRow); err != nil {
			return nil, err
		}
		f.Excerpt = s.ask.excerpt(f.said.body)
		hits = append(hits, f.Hit)
	}
	return hits, nil
}

// How much words and meaning count for the score of a note that is compared by both.
const (
	wordsPart   = 0.4
	meaningPart = 1 - wordsPart
)

// weigh says how much of a question a note has, and the titles above it, and how near they are in meaning.
func (s *searching) weigh(f *found) {
	f.Similar = s.ask.likeness(f.outline, f.note.Title, strings.Join(f.note.Tags, " "), f.said.props, f.said.body)
	f.Score = f.Similar
	if len(s.near) > 0 {
		cosine, ok := s.near[f.content]
		if ok {
			f.Similar = max(0, cosine)
		}
		f.Score = wordsPart*f.Score + meaningPart*max(0, cosine)
	}
}

// candidates gives the notes that have words of the question, those first that fit best by BM25, and those that are
// near in meaning; without a question the newest.
func (s *searching) candidates() ([]noteRow, error) {
	if s.q.Text == "" {
		return s.rows("notes n", "1", "n.at DESC, n.key", s.q.Limit)
	}
	var err error
	if s.ask, err = s.x.ask(s.q.Text); err != nil {
		return nil, err
	}
	most := max(maxCandidates, s.q.Limit)
	var rows []noteRow
	if match := s.ask.match(); match != "" {
		rows, err = s.rows("words w JOIN notes n ON n.key = w.rowid", "words MATCH ?", "bm25(words, 4, 2, 1), n.key", most,
			match)
	}
	if err != nil || len(s.near) == 0 {
		return rows, err
	}
	var contents []any
	for c := range s.near {
		contents = append(contents, c)
	}
	near, err := s.rows("notes n", "n.content IN (?"+strings.Repeat(", ?", len(contents)-1)+")", "n.key", most,
		contents...)
	for _, n := range near {
		if !slices.ContainsFunc(rows, func(r noteRow) bool { return r.note.Key == n.note.Key }) {
			rows = append(rows, n)
		}
	}
	return rows, err
}

// rows gives the notes that a condition and the query hold.
func (s *searching) rows(from, condition, order string, most int, args ...any) ([]noteRow, error) {
	reach, more := inReach(s.q.Scope)
	args = append(args, more...)
	condition += " AND " + reach
	for _, tag := range s.q.Tags {
		condition += ` AND n.tags LIKE ? ESCAPE '\'`
		args = append(args, "%\n"+escapeLike(tag)+"\n%")
	}
	if s.q.TODO != "" {
		condition += " AND n.todo = ?"
		args = append(args, s.q.TODO)
	}
	if !s.q.Since.IsZero() {
		condition += " AND n.at >= ?"
		args = append(args, s.q.Since.UnixMicro())
	}
	if s.but != 0 {
		condition += " AND n.key != ?"
		args = append(args, s.but)
	}
	return s.x.rows(s.ctx, from+" JOIN files f ON f.id = n.file WHERE "+condition+" ORDER BY "+order+" LIMIT ?",
		append(args, most)...)
}

// escapeLike is a text as LIKE takes it for itself.
func escapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
}

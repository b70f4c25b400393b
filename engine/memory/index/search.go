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
	q.Limit = cmp.Or(max(q.Limit, 0), defaultLimit)
	near := x.nearest(ctx, q.Text, maxNear)
	err = x.guarded(ctx, func() error {
		var stale []string
		if hits, stale, err = x.find(ctx, q, but, near); err != nil || len(stale) == 0 {
			return err
		}
		if _, err = x.refresh(ctx, catchUp, stale); err == nil {
			hits, _, err = x.find(ctx, q, but, near)
		}
		return err
	})
	return hits, cmp.Or(context.Cause(ctx), err)
}

// found is a note that may be a hit.
type found struct {
	noteRow
	body           string
	score, similar float64
}

// find answers a query. It gives the files too that are not as they were when they were read.
func (x *Index) find(ctx context.Context, q memory.Query, but memory.Key, near map[int64]float64) (hits []memory.Hit,
	stale []string, err error) {
	ask, err := x.ask(q.Text)
	if err != nil {
		return nil, nil, err
	}
	rows, err := x.candidates(ctx, q, but, ask, near)
	if err != nil {
		return nil, nil, err
	}
	var all []found
	for _, row := range rows {
		f := found{noteRow: row}
		switch err := x.weigh(&f, q, ask, near); {
		case errors.Is(err, errStale):
			stale = append(stale, row.path)
		case err == nil:
			all = append(all, f)
		case !errors.Is(err, ErrGone):
			return nil, nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(math.Round(10*b.score), math.Round(10*a.score)), b.note.When.Compare(a.note.When))
	})
	for _, f := range all[:min(len(all), q.Limit)] {
		n, err := x.named(f.noteRow)
		if err != nil {
			return nil, nil, err
		}
		hits = append(hits, memory.Hit{Note: n, Score: f.score, Similar: f.similar, Excerpt: ask.excerpt(f.body)})
	}
	return hits, stale, nil
}

// How much words and meaning count for the score of a note that is compared by both.
const (
	wordsPart   = 0.4
	meaningPart = 1 - wordsPart
)

// weigh reads a note, and says how much of a question it has with the titles above it, and how near they are in
// meaning. The part of the words is squared, so that a note that lacks one of four is not very like the question.
func (x *Index) weigh(f *found, q memory.Query, ask question, near map[int64]float64) error {
	t, err := x.beginning(f.noteRow)
	if f.body = t.Body; err != nil || q.Text == "" {
		return err
	}
	parts := append([]string{f.outline, f.note.Title, f.body}, f.note.Tags...)
	for _, p := range t.Properties {
		parts = append(parts, p.Name, p.Value)
	}
	f.similar = ask.share(strings.Join(parts, "\n"))
	f.similar *= f.similar
	f.score = f.similar
	if len(near) > 0 {
		cosine, ok := near[f.content]
		if cosine = max(0, cosine); ok {
			f.similar = cosine
		}
		f.score = wordsPart*f.score + meaningPart*cosine
	}
	return nil
}

// candidates gives the notes that have words of the question, those first that fit best by BM25, and those that are
// near in meaning; without a question the newest.
func (x *Index) candidates(ctx context.Context, q memory.Query, but memory.Key, ask question,
	near map[int64]float64) (out []noteRow, err error) {
	condition, args := narrowed(q, but)
	rows := func(from, extra, order string, most int, more ...any) error {
		some, err := x.rows(ctx, from+" JOIN files f ON f.id = n.file WHERE "+extra+condition+" ORDER BY "+order+" LIMIT ?",
			slices.Concat(more, args, []any{most})...)
		for _, r := range some {
			if !slices.ContainsFunc(out, func(o noteRow) bool { return o.note.Key == r.note.Key }) {
				out = append(out, r)
			}
		}
		return err
	}
	if q.Text == "" {
		return out, rows("notes n", "", "n.at DESC, n.key", q.Limit)
	}
	most := max(maxCandidates, q.Limit)
	if len(ask) > 0 {
		if err := rows("words w JOIN notes n ON n.key = w.rowid", "words MATCH ? AND ", "bm25(words, 4, 2, 1), n.key", most,
			ask.match()); err != nil {
			return nil, err
		}
	}
	if len(near) == 0 {
		return out, nil
	}
	var contents []any
	for c := range near {
		contents = append(contents, c)
	}
	return out, rows("notes n", "n.content IN (?"+strings.Repeat(", ?", len(contents)-1)+") AND ", "n.key", most,
		contents...)
}

// narrowed is the condition of SQL for the notes that a query holds, whatever its text.
func narrowed(q memory.Query, but memory.Key) (condition string, args []any) {
	condition, args = inReach(q.Scope)
	for _, tag := range q.Tags {
		condition += ` AND n.tags LIKE ? ESCAPE '\'`
		args = append(args, "%\n"+escapeLike(tag)+"\n%")
	}
	if q.TODO != "" {
		condition += " AND n.todo = ?"
		args = append(args, q.TODO)
	}
	if !q.Since.IsZero() {
		condition += " AND n.at >= ?"
		args = append(args, q.Since.UnixMicro())
	}
	return condition + " AND n.key != ?", append(args, but)
}

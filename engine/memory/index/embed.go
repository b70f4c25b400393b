package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/memory"
)

// Progress is how far the notes are embedded.
type Progress struct {
	Notes   int // different ones
	Done    int // in this step
	Refused int // in this step: the model makes nothing of them
	Left    int // after this step
}

// batchSize is how many texts an embedder gets at once; it may divide them further.
const batchSize = 64

// Embed makes vectors for at most so many notes that have none, and removes the vectors of notes that are gone. It may
// be cut off at any time: what is embedded stays. Without an embedder it does nothing.
func (x *Index) Embed(ctx context.Context, most int) (p Progress, err error) {
	if x.o.Embedder == nil {
		return p, nil
	}
	missing, err := x.missing(ctx, most, &p)
	for batch := range slices.Chunk(missing, batchSize) {
		if err != nil {
			break
		}
		if err = x.embed(ctx, batch, &p); isAboutTexts(err) {
			err = x.embedEach(ctx, batch, &p)
		}
	}
	return p, err
}

// unembedded is a note that has no vector.
type unembedded struct {
	key     memory.Key
	content int64
}

// missing removes the vectors that no note needs, and gives notes that have none.
func (x *Index) missing(ctx context.Context, most int, p *Progress) (out []unembedded, err error) {
	const lacking = " FROM notes WHERE content NOT IN (SELECT content FROM vectors WHERE space = ?)"
	space := x.o.Embedder.Space()
	err = x.guarded(ctx, func() error {
		out = nil
		if err := x.change(ctx, func(tx *sql.Tx) error {
			_, err := tx.Exec("DELETE FROM vectors WHERE space != ? OR content NOT IN (SELECT content FROM notes)", space)
			return err
		}); err != nil {
			return err
		}
		if err := x.db.QueryRow("SELECT count(DISTINCT content) FROM notes").Scan(&p.Notes); err != nil {
			return err
		}
		if err := x.db.QueryRow("SELECT count(DISTINCT content)"+lacking, space).Scan(&p.Left); err != nil {
			return err
		}
		rows, err := x.db.QueryContext(ctx, "SELECT min(key), content"+lacking+" GROUP BY content ORDER BY 1 LIMIT ?", space,
			max(0, most))
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var u unembedded
			if err := rows.Scan(&u.key, &u.content); err != nil {
				return err
			}
			out = append(out, u)
		}
		return rows.Err()
	})
	return out, err
}

// embed makes the vectors of some notes and keeps them. A note that cannot be read now is left for another time.
func (x *Index) embed(ctx context.Context, batch []unembedded, p *Progress) error {
	var texts []string
	var contents []int64
	for _, u := range batch {
		n, err := x.Note(u.key)
		if err != nil {
			continue
		}
		text, err := x.Text(ctx, n)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			texts, contents = append(texts, said(text)), append(contents, u.content)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	made, err := x.o.Embedder.Documents(ctx, texts)
	if err == nil && len(made) != len(texts) {
		err = fmt.Errorf("%d texts got %d vectors", len(texts), len(made))
	}
	if err != nil {
		return err
	}
	p.Done += len(texts)
	p.Left -= len(texts)
	return x.putVectors(ctx, contents, made)
}

// isAboutTexts reports whether the model may fail because of one text.
func isAboutTexts(err error) bool {
	le, ok := errors.AsType[*engine.LLMError](err)
	return ok && (le.Kind == engine.LLMTooLarge || le.Kind == engine.LLMConfig)
}

// embedEach embeds each note of a batch by itself, if the model makes a vector of any text. What it makes none of is
// recorded, so that it is not tried for ever.
func (x *Index) embedEach(ctx context.Context, batch []unembedded, p *Progress) error {
	if _, err := x.o.Embedder.Documents(ctx, []string{"a text"}); err != nil {
		return err
	}
	var refused []int64
	for i, u := range batch {
		err := x.embed(ctx, batch[i:i+1], p)
		switch {
		case isAboutTexts(err):
			refused = append(refused, u.content)
		case err != nil:
			return err
		}
	}
	p.Refused += len(refused)
	p.Left -= len(refused)
	return x.putVectors(ctx, refused, make([][]float32, len(refused)))
}

// said is what of a note is embedded: its title, and its own text without what stands below it.
func said(t memory.Text) string {
	if t.Title == "" || strings.HasPrefix(strings.TrimSpace(t.Body), t.Title) {
		return t.Body
	}
	return t.Title + "\n" + t.Body
}

package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/memory"
)

// Embedder makes vectors of texts. All of its vectors have the same dimension.
type Embedder interface {
	// Space names the model and how it is asked. Vectors of two spaces are never compared.
	Space() string
	// Documents gives a vector for each text that is to be found.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	// Query gives the vector of what is looked for.
	Query(ctx context.Context, text string) ([]float32, error)
}

// How long a search waits for the vector of its question, and does without one after that failed.
const (
	patience = 3 * time.Second
	pause    = time.Minute
)

// maxDimension is the largest dimension of a vector that is kept.
const maxDimension = 8192

// nearest gives the contents whose vectors are nearest to a text, with the cosine: none without vectors, and none when
// the embedder fails, since the words still do.
func (x *Index) nearest(ctx context.Context, text string, most int) (found map[int64]float64) {
	if x.o.Embedder == nil || text == "" || !x.mayAsk(ctx) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	vector, err := x.o.Embedder.Query(limited, text)
	if err != nil {
		x.mu.Lock()
		x.paused = x.o.now().Add(pause)
		x.mu.Unlock()
		return nil
	}
	_ = x.guarded(ctx, func() (err error) { // without them the words do
		found, err = x.compare(ctx, vector, most)
		return err
	})
	return found
}

// mayAsk reports whether there are vectors to compare with, and the embedder did not fail lately.
func (x *Index) mayAsk(ctx context.Context) (may bool) {
	err := x.guarded(ctx, func() error {
		if x.o.now().Before(x.paused) {
			return nil
		}
		return x.db.QueryRow("SELECT EXISTS (SELECT 1 FROM vectors WHERE space = ? AND norm > 0)",
			x.o.Embedder.Space()).Scan(&may)
	})
	return may && err == nil
}

// compare gives the contents nearest to a vector. Those of another dimension are passed over.
func (x *Index) compare(ctx context.Context, vector []float32, most int) (map[int64]float64, error) {
	values, norm := quantize(vector)
	if norm == 0 {
		return nil, nil
	}
	rows, err := x.db.QueryContext(ctx, "SELECT content, norm, body FROM vectors WHERE space = ? AND norm > 0 AND "+
		"length(body) = ?", x.o.Embedder.Space(), len(vector))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	type near struct {
		content int64
		cosine  float64
	}
	var all []near
	for rows.Next() {
		var content int64
		var length float64
		var body sql.RawBytes
		if err := rows.Scan(&content, &length, &body); err != nil {
			return nil, err
		}
		sum := 0
		for i, v := range values {
			sum += int(int8(v)) * int(int8(body[i]))
		}
		all = append(all, near{content, min(1, float64(sum)/(norm*length))})
	}
	slices.SortFunc(all, func(a, b near) int {
		return cmp.Or(cmp.Compare(b.cosine, a.cosine), cmp.Compare(a.content, b.content))
	})
	out := map[int64]float64{}
	for _, n := range all[:min(len(all), most)] {
		out[n.content] = n.cosine
	}
	return out, rows.Err()
}

// quantize gives the values as whole numbers, signed bytes, the largest of which is 127, and their norm: 0 of a vector
// without a direction, such as one of zeros or with a value that is not a number.
func quantize(vector []float32) (values []byte, norm float64) {
	largest := 0.0
	for _, v := range vector {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return nil, 0
		}
		largest = max(largest, math.Abs(float64(v)))
	}
	if largest == 0 {
		return nil, 0
	}
	values = make([]byte, len(vector))
	squares := 0
	for i, v := range vector {
		whole := int8(math.Round(float64(v) / largest * math.MaxInt8))
		values[i] = byte(whole)
		squares += int(whole) * int(whole)
	}
	return values, math.Sqrt(float64(squares))
}

var errDimension = errors.New("the model gave vectors of different dimensions, or of too large a one")

// putVectors keeps the vectors of some contents. Those of another dimension than theirs are dropped. A nil vector says
// that the model makes nothing of that content.
func (x *Index) putVectors(ctx context.Context, contents []int64, vectors [][]float32) error {
	dimension := 0
	for _, v := range vectors {
		if n := len(v); n > maxDimension || n > 0 && dimension > 0 && n != dimension {
			return errDimension
		}
		dimension = max(dimension, len(v))
	}
	return x.guarded(ctx, func() error {
		return x.change(ctx, func(tx *sql.Tx) error {
			if dimension > 0 {
				if _, err := tx.Exec("DELETE FROM vectors WHERE length(body) NOT IN (0, ?)", dimension); err != nil {
					return err
				}
			}
			for i, v := range vectors {
				body, norm := quantize(v)
				if _, err := tx.Exec("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", x.o.Embedder.Space(), contents[i],
					norm, append([]byte{}, body...)); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

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

// missing removes the vectors that no note needs, and gives notes that have none.
func (x *Index) missing(ctx context.Context, most int, p *Progress) (out []noteRow, err error) {
	const lacking = " n.content NOT IN (SELECT content FROM vectors WHERE space = ?)"
	space := x.o.Embedder.Space()
	err = x.guarded(ctx, func() error {
		if _, err := x.db.ExecContext(ctx, "DELETE FROM vectors WHERE space != ? OR content NOT IN "+
			"(SELECT content FROM notes)", space); err != nil {
			return err
		}
		if err := x.db.QueryRow("SELECT count(DISTINCT content) FROM notes").Scan(&p.Notes); err != nil {
			return err
		}
		const left = "SELECT count(DISTINCT n.content) FROM notes n WHERE" + lacking
		if err := x.db.QueryRow(left, space).Scan(&p.Left); err != nil {
			return err
		}
		out, err = x.rows(ctx, "notes n JOIN files f ON f.id = n.file WHERE"+lacking+
			" GROUP BY n.content ORDER BY min(n.key) LIMIT ?", space, max(0, most))
		return err
	})
	return out, err
}

// embed makes the vectors of some notes and keeps them. A note that cannot be read now is left for another time.
func (x *Index) embed(ctx context.Context, batch []noteRow, p *Progress) error {
	var texts []string
	var contents []int64
	for _, r := range batch {
		t, err := x.Text(ctx, memory.Note{Key: r.note.Key})
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			texts, contents = append(texts, said(t)), append(contents, r.content)
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
func (x *Index) embedEach(ctx context.Context, batch []noteRow, p *Progress) error {
	if _, err := x.o.Embedder.Documents(ctx, []string{"a text"}); err != nil {
		return err
	}
	var refused []int64
	for i, r := range batch {
		err := x.embed(ctx, batch[i:i+1], p)
		switch {
		case isAboutTexts(err):
			refused = append(refused, r.content)
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

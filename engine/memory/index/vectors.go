package index

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"time"
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
func (x *Index) nearest(ctx context.Context, text string, most int) map[int64]float64 {
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
	var found map[int64]float64
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
			sum += int(v) * int(int8(body[i]))
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

// quantize gives the values as whole numbers, the largest of which is 127, and their norm: 0 of a vector without a
// direction, such as one of zeros or with a value that is not a number.
func quantize(vector []float32) (values []int8, norm float64) {
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
	values = make([]int8, len(vector))
	squares := 0
	for i, v := range vector {
		values[i] = int8(math.Round(float64(v) / largest * math.MaxInt8))
		squares += int(values[i]) * int(values[i])
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
				values, norm := quantize(v)
				body := make([]byte, len(values))
				for j, value := range values {
					body[j] = byte(value)
				}
				if _, err := tx.Exec("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", x.o.Embedder.Space(), contents[i],
					norm, body); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

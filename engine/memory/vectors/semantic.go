package vectors

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/engine"
	"pp/engine/memory"
)

// Embedder makes vectors of texts. All of its vectors have the same dimension.
type Embedder interface {
	// Documents gives a vector for each text that is to be found.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	// Query gives the vector of what is looked for.
	Query(ctx context.Context, text string) ([]float32, error)
}

// Source is what is to be found: an index.
type Source interface {
	// Contents gives every note with the hash of its own text, until visit returns false.
	Contents(ctx context.Context, visit func(memory.Note, memory.Hash) bool) error
	// Text gives a note with all it says. An error leaves it for another time.
	Text(ctx context.Context, n memory.Note) (memory.Text, error)
}

// Semantic finds what means the same as a text, and has notes embedded. It is safe for
// concurrent use. Store and Embedder must be set.
type Semantic struct {
	Store    *Store
	Embedder Embedder
	// Patience is how long a search waits for the vector of what it looks for; 0 is 3 s.
	Patience time.Duration

	mu     sync.Mutex
	asked  map[string][]float32 // what was looked for lately
	skip   int                  // searches that are not waited for
	misses int
}

// Nearest gives the n contents nearest to a text by their hashes, with the cosine; none where
// there are no vectors. An error leaves the words alone to find by. After a failure it fails at
// once for some searches, for more each time.
func (s *Semantic) Nearest(ctx context.Context, text string, n int) (map[memory.Hash]float64, error) {
	query, err := s.query(ctx, text)
	if err != nil || query == nil {
		return nil, err
	}
	found, err := s.Store.Nearest(query, n)
	out := make(map[memory.Hash]float64, len(found))
	for _, f := range found {
		out[f.Hash] = f.Cosine
	}
	return out, err
}

// mostAsked is how many vectors of what was looked for are remembered.
const mostAsked = 16

var (
	errImpatient = errors.New("the vector of what is looked for did not come in time")
	errSkipped   = errors.New("not asked for the vector of what is looked for, because that failed lately")
)

func (s *Semantic) query(ctx context.Context, text string) ([]float32, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if vector, ok := s.asked[text]; ok {
		return vector, nil
	}
	if stat, err := s.Store.Stat(); err != nil || stat.Vectors == 0 {
		return nil, err // nothing to compare it with
	}
	if s.skip > 0 {
		s.skip--
		return nil, errSkipped
	}
	patience := s.Patience
	if patience <= 0 {
		patience = 3 * time.Second
	}
	limited, cancel := context.WithTimeoutCause(ctx, patience, errImpatient)
	defer cancel()
	vector, err := s.Embedder.Query(limited, text)
	switch {
	case err == nil:
		if s.misses = 0; len(s.asked) >= mostAsked || s.asked == nil {
			s.asked = map[string][]float32{}
		}
		s.asked[text] = vector
	case ctx.Err() == nil:
		s.misses = min(2*s.misses+1, 63)
		s.skip = s.misses
	}
	return vector, err
}

// Progress is how far the notes of a source are embedded.
type Progress struct {
	Notes   int // different ones
	Done    int // in this step
	Refused int // in this step: the model makes nothing of them
	Left    int // after this step
}

// Step embeds at most so many notes that have no vector, and removes the vectors of notes that
// are gone: an index that is not whole yet costs those of what is not in it. It may be cut off at
// any time: what is embedded stays.
func (s *Semantic) Step(ctx context.Context, from Source, most int) (Progress, error) {
	live := map[memory.Hash]bool{}
	err := from.Contents(ctx, func(_ memory.Note, h memory.Hash) bool {
		live[h] = true
		return ctx.Err() == nil
	})
	if err = errors.Join(err, context.Cause(ctx)); err != nil {
		return Progress{}, err
	}
	missing, err := s.Store.Keep(live)
	p := Progress{Notes: len(live), Left: len(missing)}
	if err != nil || most <= 0 {
		return p, err
	}
	var next []content
	err = from.Contents(ctx, func(n memory.Note, h memory.Hash) bool {
		if missing[h] {
			delete(missing, h)
			next = append(next, content{n, h})
		}
		return len(next) < most && len(missing) > 0 && ctx.Err() == nil
	})
	for batch := range slices.Chunk(next, batchSize) {
		if err != nil {
			break
		}
		if err = s.embed(ctx, from, batch, &p); aboutTexts(err) {
			err = s.apart(ctx, from, batch, &p)
		}
	}
	return p, err
}

// batchSize is how many texts an embedder gets at once; it may divide them further.
const batchSize = 64

type content struct {
	note memory.Note
	hash memory.Hash
}

// embed makes the vectors of some notes and keeps them.
func (s *Semantic) embed(ctx context.Context, from Source, batch []content, p *Progress) error {
	var texts []string
	var vs []Vector
	for _, c := range batch {
		text, err := from.Text(ctx, c.note)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil {
			texts, vs = append(texts, Said(text)), append(vs, Vector{Hash: c.hash})
		}
	}
	if len(texts) == 0 {
		return nil
	}
	made, err := s.Embedder.Documents(ctx, texts)
	if err == nil && len(made) != len(texts) {
		err = fmt.Errorf("%d texts got %d vectors", len(texts), len(made))
	}
	if err != nil {
		return err
	}
	for i := range vs {
		vs[i].Values = made[i]
	}
	p.Done += len(vs)
	p.Left -= len(vs)
	return s.Store.Put(vs...)
}

// aboutTexts reports whether it may be a text that a model makes nothing of.
func aboutTexts(err error) bool {
	var le *engine.LLMError
	return errors.As(err, &le) && (le.Kind == engine.LLMTooLarge || le.Kind == engine.LLMConfig)
}

// apart embeds each note of a batch for itself, if the model makes something of any text. What
// it makes nothing of is noted down, so that it is not tried for ever.
func (s *Semantic) apart(ctx context.Context, from Source, batch []content, p *Progress) error {
	if _, err := s.Embedder.Documents(ctx, []string{"a text"}); err != nil {
		return err
	}
	var refused []Vector
	for i, c := range batch {
		err := s.embed(ctx, from, batch[i:i+1], p)
		switch {
		case aboutTexts(err):
			refused = append(refused, Vector{Hash: c.hash})
		case err != nil:
			return err
		}
	}
	p.Refused += len(refused)
	p.Left -= len(refused)
	return s.Store.Put(refused...)
}

// Said is what of a note is embedded: its title, and its own text without what stands below it.
func Said(t memory.Text) string {
	if t.Title == "" || strings.HasPrefix(strings.TrimSpace(t.Body), t.Title) {
		return t.Body
	}
	return t.Title + "\n" + t.Body
}

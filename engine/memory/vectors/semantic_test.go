package vectors

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/memory"
)

// notes is a source: what stands in it is the text of a note each.
type notes []string

func (s notes) Contents(_ context.Context, visit func(memory.Note, memory.Hash) bool) error {
	for i, text := range s {
		if !visit(memory.Note{Key: memory.Key(i + 1)}, sha256.Sum256([]byte(text))) {
			break
		}
	}
	return nil
}

func (s notes) Text(_ context.Context, n memory.Note) (memory.Text, error) {
	text := s[n.Key-1]
	if strings.Contains(text, "unreadable") {
		return memory.Text{}, errors.New("it is gone")
	}
	return memory.Text{Note: n, Body: text}, nil
}

// letters embeds a text as how often it has each letter. It makes nothing of what contains "bad".
type letters struct {
	texts   []string // that came
	queries int
	hang    bool
	broken  error
}

func (l *letters) Documents(_ context.Context, texts []string) (out [][]float32, err error) {
	for _, text := range texts {
		if strings.Contains(text, "bad") {
			return nil, fmt.Errorf("refused: %w", &engine.LLMError{Kind: engine.LLMConfig, Err: errors.New("bad")})
		}
		v := make([]float32, 26)
		for _, r := range strings.ToLower(text) {
			if r >= 'a' && r <= 'z' {
				v[r-'a']++
			}
		}
		out = append(out, v)
	}
	if l.broken == nil {
		l.texts = append(l.texts, texts...)
	}
	return out, l.broken
}

func (l *letters) Query(ctx context.Context, text string) ([]float32, error) {
	l.queries++
	if l.hang {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	out, err := (&letters{}).Documents(ctx, []string{text})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

func step(t *testing.T, s *Semantic, from notes, most int, want Progress) {
	t.Helper()
	if got, err := s.Step(t.Context(), from, most); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

func TestStepsEmbedWhatIsNew(t *testing.T) {
	l := &letters{}
	s := &Semantic{Store: NewStore(t.TempDir(), "m"), Embedder: l}
	from := notes{"one", "two", "three", "three", "unreadable"}
	step(t, s, from, 0, Progress{Notes: 4, Left: 4})
	step(t, s, from, 2, Progress{Notes: 4, Done: 2, Left: 2})
	step(t, s, from, 9, Progress{Notes: 4, Done: 1, Left: 1})
	step(t, s, from, 9, Progress{Notes: 4, Left: 1})
	if slices.Sort(l.texts); !slices.Equal(l.texts, []string{"one", "three", "two"}) {
		t.Errorf("embedded %q", l.texts)
	}
	near, err := s.Nearest(t.Context(), "eerht", 1)
	if h := sha256.Sum256([]byte("three")); err != nil || len(near) != 1 || near[h] < 0.99 {
		t.Errorf("%v, %v", near, err)
	}
	// Another text, and one that is gone: its vector is, too.
	step(t, s, notes{"one", "four"}, 9, Progress{Notes: 2, Done: 1})
	if stat, err := s.Store.Stat(); err != nil || stat.Vectors != 2 {
		t.Errorf("%+v, %v", stat, err)
	}
	step(t, s, notes{}, 0, Progress{})
	if near, err := s.Nearest(t.Context(), "one", 5); err != nil || len(near) != 0 {
		t.Errorf("after all were forgotten: %v, %v", near, err)
	}
	// Another model has all to make anew.
	s = &Semantic{Store: NewStore(s.Store.dir, "another"), Embedder: l}
	step(t, s, notes{"one", "four"}, 9, Progress{Notes: 2, Done: 2})
}

func TestBadTextsDoNotHoldUpOthers(t *testing.T) {
	s := &Semantic{Store: NewStore(t.TempDir(), "m"), Embedder: &letters{}}
	from := notes{"bad one", "bad two", "good", "bad three", "fine"}
	step(t, s, from, 9, Progress{Notes: 5, Done: 2, Refused: 3})
	step(t, s, from, 9, Progress{Notes: 5})
	step(t, s, append(from, "bad and alone"), 9, Progress{Notes: 6, Refused: 1})
	// What refuses everything is broken.
	s = &Semantic{Store: NewStore(t.TempDir(), "m"), Embedder: &letters{broken: &engine.LLMError{Kind: engine.LLMConfig}}}
	if p, err := s.Step(t.Context(), notes{"one", "two"}, 9); err == nil || p.Refused != 0 || p.Left != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestFailuresStopAStep(t *testing.T) {
	l := &letters{broken: errors.New("no server")}
	s := &Semantic{Store: NewStore(t.TempDir(), "m"), Embedder: l}
	if p, err := s.Step(t.Context(), notes{"one"}, 9); !errors.Is(err, l.broken) || p.Left != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := s.Step(ctx, notes{"one"}, 9); !errors.Is(err, stopped) {
		t.Error(err)
	}
}

// Nobody waits at every search for a server that hangs.
func TestSearchesAreImpatient(t *testing.T) {
	l := &letters{}
	s := &Semantic{Store: NewStore(t.TempDir(), "m"), Embedder: l, Patience: time.Millisecond}
	if near, err := s.Nearest(t.Context(), "one", 3); err != nil || len(near) != 0 || l.queries != 0 {
		t.Errorf("with nothing to find, a model was asked: %v, %v", near, err)
	}
	step(t, s, notes{"one"}, 9, Progress{Notes: 1, Done: 1})
	for range 3 {
		if near, err := s.Nearest(t.Context(), "one", 3); err != nil || len(near) != 1 || l.queries != 1 {
			t.Errorf("%v, %v after %d queries", near, err, l.queries)
		}
	}
	l.hang, l.queries = true, 0
	for range 100 {
		if _, err := s.Nearest(t.Context(), "two", 3); err == nil {
			t.Fatal("it answered")
		}
	}
	if l.queries != 6 { // the 1st, 3rd, 7th, 15th, 31st, 63rd
		t.Errorf("it was asked %d times", l.queries)
	}
}

func TestTitleAndBodyAreEmbedded(t *testing.T) {
	for _, tc := range []struct{ title, body, want string }{
		{"Title", "Body.\n", "Title\nBody.\n"}, {"", "Body", "Body"}, {"Title", "", "Title\n"},
		{"Same", " Same and more", " Same and more"},
	} {
		got := Said(memory.Text{Note: memory.Note{Title: tc.title}, Body: tc.body})
		if got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

package setup

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine/memory"
	"pp/engine/memory/vectors"
	"pp/providers"
	"pp/providers/providertest"
)

func embeddingSet(t *testing.T, change func(*config.Config)) *ProviderSet {
	cfg := config.Defaults()
	cfg.Paths.CacheDir = t.TempDir()
	change(cfg)
	s := &Settings{Config: cfg, System: system.System{Now: time.Now}, Options: Options{Ephemeral: true}}
	return &ProviderSet{Settings: s, Models: map[string]string{}, table: sync.OnceValue(providers.DefaultTable),
		ledger: providers.NewLedger(providers.Caps{}, nil, "", time.Now)}
}

// TestSemantic: notes go only to whom the person lets have them.
func TestSemantic(t *testing.T) {
	of := func(embedding string, name string, set func(*config.Provider)) func(*config.Config) {
		return func(c *config.Config) {
			c.Embedding.Provider = embedding
			if p, ok := c.Providers[name]; ok && set != nil {
				set(&p)
				c.Providers[name] = p
			}
		}
	}
	for _, tc := range []struct {
		name   string
		change func(*config.Config)
		is     bool
		hint   string
	}{
		{"hashing", of("hashing", "", nil), false, ""},
		{"local", of("local", "", nil), true, ""},
		{"local, elsewhere", of("local", "ollama", func(p *config.Provider) { p.BaseURL = "http://10.0.0.1:11434" }), false,
			"set providers.ollama.memory = true"},
		{"openai", of("openai", "", nil), false, "set providers.openai.memory = true"},
		{"openai with memory", of("openai", "openai", func(p *config.Provider) { p.Memory = true }), true, ""},
		{"openai here", of("openai", "openai", func(p *config.Provider) { p.BaseURL = "http://[::1]:8080/v1" }), true, ""},
		{"the memory of another", of("openai", "groq", func(p *config.Provider) { p.Memory = true }), false,
			"set providers.openai.memory = true"},
		{"another protocol", of("local", "ollama", func(p *config.Provider) { p.Protocol = "openai" }), false,
			"its own protocol"},
		{"no cache", func(c *config.Config) { c.Embedding.Provider, c.Paths.CacheDir = "local", "" }, false, ""},
	} {
		got, err := embeddingSet(t, tc.change).Semantic()
		if (got != nil) != tc.is || (err != nil) != (tc.hint != "") {
			t.Errorf("%s: %v, %v", tc.name, got, err)
		}
		if err != nil {
			if f := exit.Classify(err); f.Code != exit.Config || !strings.Contains(f.Hint, tc.hint) {
				t.Errorf("%s: %+v", tc.name, f)
			}
		}
	}
}

// TestShowingAPromptEmbedsNothing: what is only shown goes to no service.
func TestShowingAPromptEmbedsNothing(t *testing.T) {
	for provider, want := range map[string]bool{"local": true, "openai": false} {
		h := embeddingSet(t, func(c *config.Config) {
			c.Embedding.Provider = provider
			p := c.Providers["openai"]
			p.Memory = true
			c.Providers["openai"] = p
		})
		h.Settings.Options.ShowPrompt = true
		if got, err := h.Semantic(); (got != nil) != want || err != nil {
			t.Errorf("%s: %v, %v", provider, got, err)
		}
	}
}

// oneNote is a source of a note.
type oneNote string

func (s oneNote) Contents(_ context.Context, visit func(memory.Note, memory.Hash) bool) error {
	visit(memory.Note{Title: string(s)}, sha256.Sum256([]byte(s)))
	return nil
}

func (s oneNote) Text(_ context.Context, n memory.Note) (memory.Text, error) {
	return memory.Text{Note: n}, nil
}

// TestSemanticWorks: what is configured is asked as it wants to be, and accounted for.
func TestSemanticWorks(t *testing.T) {
	for _, provider := range []string{"ollama", "openai"} {
		server := providertest.Serve(t, func(c *providertest.Conn) {
			var got struct{ Model string }
			if err := json.Unmarshal(c.Request.Body, &got); err != nil || got.Model != "bge-m3" {
				t.Errorf("%s: %s, %v", provider, c.Request.Body, err)
			}
			answer := `{"data":[{"index":0,"embedding":[1,2,3]}],"usage":{"prompt_tokens":5}}`
			if provider == "ollama" {
				answer = `{"embeddings":[[1,2,3]],"prompt_eval_count":5}`
			}
			providertest.Respond(200, []byte(answer))(c)
		})
		h := embeddingSet(t, func(c *config.Config) {
			c.Embedding = config.Embedding{Provider: map[string]string{"ollama": "local", "openai": "openai"}[provider],
				Model: "bge-m3"}
			p := c.Providers[provider]
			p.BaseURL = server.URL()
			c.Providers[provider] = p
		})
		s, err := h.Semantic()
		if err != nil {
			t.Fatal(err)
		}
		if p, err := s.Step(t.Context(), oneNote("a"), 5); err != nil || p != (vectors.Progress{Notes: 1, Done: 1}) {
			t.Errorf("%s: %+v, %v", provider, p, err)
		}
		near, err := s.Nearest(t.Context(), "a", 3)
		if h := sha256.Sum256([]byte("a")); err != nil || near[h] < 0.99 {
			t.Errorf("%s: %v, %v", provider, near, err)
		}
		if n := h.ledger.Spent().Usage.Input; n != 10 {
			t.Errorf("%s: %d tokens", provider, n)
		}
	}
}

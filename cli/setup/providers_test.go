package setup

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/memory"
	"pp/engine/memory/index"
	"pp/engine/session"
	"pp/providers"
	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

// A tier takes the provider's small or large model in the place of the one that is set, where there is one.
func TestTier(t *testing.T) {
	for _, c := range []struct {
		tier         engine.Tier
		small, large string
		want         string
	}{
		{engine.TierAny, "s", "l", "m"}, {engine.TierCognition, "s", "l", "s"}, {engine.TierReasoning, "s", "l", "l"},
		{engine.TierCognition, "", "l", "m"}, {engine.TierReasoning, "s", "", "m"}, {engine.TierReflex, "s", "l", "m"},
	} {
		h := &ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}}}
		h.Settings.Options.Tier = c.tier
		o := h.options(config.Provider{Name: "p", Model: "m"}, providers.Service{Small: c.small, Large: c.large})
		if o.Model != c.want {
			t.Errorf("%v of %q and %q: %q, want %q", c.tier, c.small, c.large, o.Model, c.want)
		}
	}
}

// TestToolMode: what is configured for a provider decides whether its models get calls or
// text, and that a server refused tools is kept for the next run, unless nothing may be.
func TestToolMode(t *testing.T) {
	p := providertest.OpenAI()
	for _, tc := range []struct {
		mode      string
		ephemeral bool
		requests  []int // of each of two runs
	}{{"", false, []int{2, 1}}, {"auto", true, []int{2, 2}}, {"text", false, []int{1, 1}},
		{"native", false, []int{1, 1}}} {
		h := &ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}},
			Models: map[string]string{}}
		h.Settings.Config.Paths.StateDir = t.TempDir()
		h.Settings.Options.Ephemeral = tc.ephemeral
		s := providertest.Serve(t, func(c *providertest.Conn) {
			if strings.Contains(string(c.Request.Body), `"tools"`) {
				providertest.Respond(400, p.Error("invalid_request_error", "m-1 does not support tools"))(c)
				return
			}
			providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type)(c)
		})
		asked := 0
		for run, want := range tc.requests {
			configured := config.Provider{Name: "p", Protocol: "openai", BaseURL: s.URL(), Model: "m-1", Tools: tc.mode}
			client := remote.OpenAI(h.options(configured, providers.Service{}))
			reply, err := client.Complete(t.Context(), providertest.Calling())
			_ = client.Close()
			if (err == nil) != (tc.mode != "native") || err == nil && reply.Text != "yes" {
				t.Errorf("%q, run %d: %+v, %v", tc.mode, run, reply, err)
			}
			if n := len(s.Requests()) - asked; n != want {
				t.Errorf("%q, run %d: %d requests, want %d", tc.mode, run, n, want)
			}
			asked = len(s.Requests())
		}
		info, err := os.Stat(filepath.Join(h.Settings.Config.Paths.StateDir, "toolless.json"))
		if kept := err == nil; kept != (tc.mode == "") || kept && info.Mode().Perm() != 0o600 {
			t.Errorf("%q: %v, %v", tc.mode, info, err)
		}
	}
	of := (&ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}}}).options(
		config.Provider{Name: "p", Tools: "text", NativeModels: []string{"m-1", "m-2"}, TextModels: []string{"m-3"}},
		providers.Service{})
	if !of.MayCall("m-1") || !of.MayCall("m-2") || of.MayCall("m-3") || of.MayCall("m-4") {
		t.Errorf("single models: %+v", of.ToolsOf)
	}
}

func TestKeyCommand(t *testing.T) {
	for _, tc := range []struct {
		command []string
		key     string
		why     string
	}{
		{[]string{"printf", `%s\n`, " sk-fake-1 ", "a note"}, "sk-fake-1", ""},
		{[]string{"sh", "-c", "sleep 3 & echo sk-fake-2"}, "sk-fake-2", ""}, // an agent keeps the output open
		{[]string{"yes"}, "", "it prints far more than a key"},
		{[]string{"sh", "-c", "echo sk-fake-3; exit 3"}, "", "exit status 3"},
		{[]string{"sh", "-c", "echo sk-fake-4 >&2; echo"}, "", "it printed nothing"},
		{[]string{"pp-no-such-command"}, "", "it could not be run"},
	} {
		start := time.Now()
		secret, err := runKeyCommand(t.Context(), config.Provider{Name: "p", KeyCommand: tc.command})
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q took %v", tc.command, took)
		}
		if secret.Reveal() != tc.key {
			t.Errorf("%q gives %q", tc.command, secret.Reveal())
		}
		var le *engine.LLMError
		if tc.why == "" && err == nil {
			continue
		}
		if !errors.As(err, &le) || le.Kind != engine.LLMAuth || !strings.HasSuffix(err.Error(), tc.why) || tc.why == "" ||
			strings.Contains(err.Error(), "sk-fake") || !strings.Contains(le.Hint, "providers.p by hand") {
			t.Errorf("%q: %v", tc.command, err)
		}
	}
}

func embeddingSet(t *testing.T, change func(*config.Config)) *ProviderSet {
	cfg := config.Defaults()
	cfg.Paths.CacheDir = t.TempDir()
	change(cfg)
	s := &Settings{Config: cfg, System: system.System{Now: time.Now}, Options: Options{Ephemeral: true}}
	return &ProviderSet{Settings: s, Models: map[string]string{}, table: sync.OnceValue(providers.DefaultTable),
		ledger: providers.NewLedger(providers.Caps{}, nil, "", time.Now)}
}

// TestEmbedder: notes go only to whom the person lets have them.
func TestEmbedder(t *testing.T) {
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
		got, err := embeddingSet(t, tc.change).Embedder()
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
		if got, err := h.Embedder(); (got != nil) != want || err != nil {
			t.Errorf("%s: %v, %v", provider, got, err)
		}
	}
}

// TestEmbedderWorks: what is configured is asked as it wants to be, and accounted for.
func TestEmbedderWorks(t *testing.T) {
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
			c.MemexDir = t.TempDir()
			if err := os.WriteFile(filepath.Join(c.MemexDir, "a.org"), []byte("* Fence\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			p := c.Providers[provider]
			p.BaseURL = server.URL()
			c.Providers[provider] = p
		})
		e, err := h.Embedder()
		if err != nil {
			t.Fatal(err)
		}
		x, err := index.Open(h.Settings.IndexOptions(e))
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		if _, err := x.Refresh(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		if p, err := x.Embed(t.Context(), 5); err != nil || p != (index.Progress{Notes: 1, Done: 1}) {
			t.Errorf("%s: %+v, %v", provider, p, err)
		}
		hits, err := x.Search(t.Context(), memory.Query{Text: "roof"})
		if err != nil || len(hits) != 1 || hits[0].Similar < 0.99 {
			t.Errorf("%s: %+v, %v", provider, hits, err)
		}
		if n := h.ledger.Spent().Usage.Input; n != 10 {
			t.Errorf("%s: %d tokens", provider, n)
		}
	}
}

// setOf is the providers of a configuration with these, in this order.
func setOf(list ...config.Provider) *ProviderSet {
	sys := system.System{Now: time.Now, Stdout: io.Discard, Stderr: io.Discard}
	s := &Settings{Config: &config.Config{Providers: map[string]config.Provider{}, CascadeCross: true}, System: sys}
	s.Config.Limits.MaxInput = 10 << 20
	s.Options.Ephemeral = true
	h := &ProviderSet{Settings: s, Models: map[string]string{}, out: output.New(sys, &s.Options.Options),
		table: providers.DefaultTable, ledger: providers.NewLedger(providers.Caps{}, nil, "s", time.Now)}
	for _, p := range list {
		s.Config.Providers[p.Name] = p
		h.Order = append(h.Order, p.Name)
	}
	return h
}

// elsewhere is a server's address that does not say that it is this machine.
func elsewhere(s *providertest.Server) string {
	return strings.Replace(s.URL(), "127.0.0.1", "0.0.0.0", 1)
}

// recalled is a prompt with memory in every place where a prompt has some.
func recalled() engine.Prompt {
	p := providertest.Calling()
	p.Context = []engine.Passage{{Origin: engine.OriginPerson, Text: "* Planted {k3f}\n"}}
	p.Turns[2].Memory, p.Turns[2].Text = true, "planted result"
	return p
}

// TestMemoryIsWithheldFromRemoteProviders: whatever a prompt is for, a provider that is not
// on this machine is sent nothing of memory without its leave, and one that is, or has it, is.
func TestMemoryIsWithheldFromRemoteProviders(t *testing.T) {
	p := providertest.OpenAI()
	planted := func(s *providertest.Server) (asked, with int) {
		for _, r := range s.Requests() {
			if r.Method == "POST" {
				asked++
			}
			if strings.Contains(string(r.Body), "lanted") {
				with++
			}
		}
		return asked, with
	}
	for name, run := range map[string]func(t *testing.T, h *ProviderSet){
		"a cascade": func(t *testing.T, h *ProviderSet) { completed(t, h, 0, recalled()) },
		"a cascade whose first is down": func(t *testing.T, h *ProviderSet) {
			down := config.Provider{Name: "down", Protocol: "openai", BaseURL: "http://127.0.0.1:1", Model: "m-1"}
			h.Settings.Config.Providers["down"], h.Order = down, append([]string{"down"}, h.Order...)
			completed(t, h, 0, recalled())
		},
		"a consensus": func(t *testing.T, h *ProviderSet) {
			twin := h.Settings.Config.Providers["p"]
			twin.Name = "twin"
			h.Settings.Config.Providers["twin"], h.Order = twin, append(h.Order, "twin")
			completed(t, h, 2, recalled())
		},
		"parts": func(t *testing.T, h *ProviderSet) {
			h.Settings.Options.Chunk = true
			long := recalled()
			long.Tools, long.Forms = nil, ""
			long.Turns = append(long.Turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted,
				Text: strings.Repeat("a line of data\n", 1000)})
			q := h.Settings.Config.Providers["p"]
			q.Context = 4096
			h.Settings.Config.Providers["p"] = q
			completed(t, h, 0, long)
		},
		"a summary": func(t *testing.T, h *ProviderSet) {
			kept := session.NewMemory(0)
			for range 12 {
				for _, turn := range recalled().Turns {
					if err := kept.Append(turn); err != nil {
						t.Fatal(err)
					}
				}
			}
			provider, err := h.provider(0, nil)
			if err != nil {
				t.Fatal(err)
			}
			l := &engine.Loop{Provider: provider, Session: kept, Nonce: "n", Tokens: wire.Estimate,
				Shortener: (&InForce{}).compactor()}
			if err := l.Shorten(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
	} {
		for _, tc := range []struct{ remote, leave bool }{{true, false}, {true, true}, {false, false}} {
			s := providertest.Serve(t, func(c *providertest.Conn) {
				providertest.Respond(200, p.Stream(p.Whole, "It was noted."), "Content-Type: "+p.Type)(c)
			})
			configured := config.Provider{Name: "p", Protocol: "openai", BaseURL: s.URL(), Model: "m-1", Memory: tc.leave}
			if tc.remote {
				configured.BaseURL = elsewhere(s)
			}
			run(t, setOf(configured))
			asked, with := planted(s)
			if asked == 0 || name == "parts" && asked < 3 {
				t.Errorf("%s, %+v: asked %d times", name, tc, asked)
			}
			if sent := with > 0; sent != (!tc.remote || tc.leave) && name != "a summary" || sent && name == "a summary" {
				t.Errorf("%s, %+v: %d of %d requests have something of memory", name, tc, with, asked)
			}
		}
	}
}

// completed asks the providers.
func completed(t *testing.T, h *ProviderSet, consensus int, p engine.Prompt) {
	t.Helper()
	provider, err := h.provider(consensus, func(engine.Reply) ([]string, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.Complete(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsShownIsWhatIsSent(t *testing.T) {
	remote := config.Provider{Name: "p", Protocol: "openai", BaseURL: "https://api.example.com", Model: "m-1"}
	for _, leave := range []bool{false, true} {
		remote.Memory = leave
		sent, all := setOf(remote).Sent(recalled())
		if kept := len(sent.Context) > 0 && sent.Turns[2].Text == "planted result"; kept != leave || all != leave {
			t.Errorf("with memory = %v it is %+v", leave, sent)
		}
	}
}
